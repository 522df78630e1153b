import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { interceptOperations } from './operations.ts';

export interface Snapshot {
  /** The operation that follows. */
  before: string;
  copy: string;
  putInPlace: () => void;
}

/**
 * Copies a folder before each of the changes that this thread makes to its files and databases during `work`: each copy
 * is as `kill -9` leaves the folder at that moment. `putInPlace` replaces the folder by the copy.
 */
export const snapshotsOf = async (
  folder: string,
  copies: string,
  work: () => Promise<unknown>,
): Promise<Snapshot[]> => {
  const snapshots: Snapshot[] = [];
  mkdirSync(copies, { recursive: true });
  const copyTo = (source: string, target: string) =>
    cpSync(source, target, { recursive: true, preserveTimestamps: true });
  const stop = interceptOperations([folder], {
    before: ({ kind, name, path }) => {
      if (/^\s*(BEGIN|PRAGMA)/i.test(name)) return;
      const copy = join(copies, String(snapshots.length));
      copyTo(folder, copy);
      snapshots.push({
        before: `${kind} ${name.trim().replace(/\s+/g, ' ').slice(0, 60)} ${path.slice(folder.length)}`,
        copy,
        putInPlace: () => {
          rmSync(folder, { recursive: true, force: true });
          copyTo(copy, folder);
        },
      });
    },
  });
  try {
    await work();
  } finally {
    stop();
  }
  return snapshots;
};
