import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { discard } from './discard.ts';
import { renameFile } from './rename-file.ts';

const draftOf = (file: string) => `${file}.new`;

/**
 * Replaces a file atomically and creates its folder if missing: a crash or full disk leaves either
 * the old or the new content. Readable only by its owner unless `mode` says otherwise. Throws file
 * system errors.
 */
export const writeFileAtomic = (file: string, content: string | Uint8Array, mode = 0o600): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = draftOf(file);
  // A leftover draft could have other permissions.
  rmSync(draft, { force: true });
  try {
    write(draft, content, mode);
    renameFile(draft, file);
  } catch (error) {
    discard(() => removeDraft(file));
    throw error;
  }
};

/** Flushes to disk: a power failure after the rename would otherwise leave an empty file. */
const write = (draft: string, content: string | Uint8Array, mode: number): void => {
  const handle = openSync(draft, 'wx', mode);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Deletes the leftover of a process that was killed within `writeFileAtomic`. */
export const removeDraft = (file: string): void => rmSync(draftOf(file), { force: true });
