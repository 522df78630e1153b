import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { interceptOperations } from './operations.ts';

/**
 * Copies a folder before each of the changes that this thread makes to its files and databases during `work`: each copy
 * is as `kill -9` leaves the folder at that moment. Returns a function for each, which puts the copy in the folder's
 * place.
 */
export const snapshotsOf = async (
  folder: string,
  copies: string,
  work: () => Promise<unknown>,
): Promise<{ before: string; putInPlace: () => void }[]> => {
  const snapshots: { before: string; putInPlace: () => void }[] = [];
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
