import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { dayMs } from '../../shared/durations.ts';
import { toLongPath } from '../paths/windows-long-path.ts';
import { discard } from './discard.ts';

/** A hidden name, because scans skip these. */
const draftName = /^\.octavo-[\w-]+\.part$/;

/** Begins the name of a file that is still arriving, with the extension of its format at the end. */
export const draftPrefix = '.octavo-upload-';
const arrivingName = /^\.octavo-upload-[\da-f-]{36}\.\w+$/;

/** No write takes that long. */
const staleMs = dayMs;

/** Whether a name is that of a file that Octavo is writing, or left behind when it was killed. */
export const isFileDraft = (name: string): boolean =>
  draftName.test(name) || arrivingName.test(name);

/**
 * Deletes drafts of interrupted changes in a folder, but not files that may be arriving; ignores failures, because drafts
 * do no harm.
 */
export const removeFileDrafts = (folder: string): void => {
  discard(() => {
    for (const name of readdirSync(toLongPath(folder)))
      if (draftName.test(name)) rmSync(toLongPath(join(folder, name)), { force: true });
  });
};

/** Deletes those of the drafts, relative to a folder, that nothing has written to for a day. */
export const removeAbandonedDrafts = (root: string, drafts: readonly string[]): void => {
  for (const draft of drafts) {
    discard(() => {
      const path = toLongPath(join(root, draft));
      const stats = lstatSync(path);
      if (stats.isFile() && Date.now() - stats.mtimeMs > staleMs) rmSync(path);
    });
  }
};
