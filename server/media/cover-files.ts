import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { renameFile } from '../lib/rename-file.ts';

export type ThumbnailFormat = 'webp' | 'jpeg';

export interface ThumbnailKey {
  /** Id of the book. */
  id: string;
  /** Changes with the file, for example its fingerprint: a replaced file gets a new cover. */
  version: string;
}

const extensions: Record<ThumbnailFormat, string> = { webp: 'webp', jpeg: 'jpg' };

/**
 * The folder of a book's covers, among those of other books: `<dir>/<3 letters>`. The last letters of
 * the id, because a UUID v7 starts with the time. A folder can cost more than a cover, so that there
 * are 4,096 of them at most.
 */
export const coverFolder = (dir: string, id: string): string => join(dir, id.slice(-3));

/** The file name of a cover. */
export const coverName = ({ id, version }: ThumbnailKey, format: ThumbnailFormat): string => {
  const digest = hash('sha1', version).slice(0, 12);
  return `${id}-${digest}.${extensions[format]}`;
};

/** Where the cover of a book is stored, whether it is generated yet or not. */
export const thumbnailPath = (dir: string, key: ThumbnailKey, format: ThumbnailFormat): string =>
  join(coverFolder(dir, key.id), coverName(key, format));

/** Those of the names in the folder of a book's covers that show former versions of its file. */
export const outdatedCovers = (
  names: readonly string[],
  key: ThumbnailKey,
  format: ThumbnailFormat,
): string[] => {
  const current = coverName(key, format).replace(/\.\w+$/, '');
  return names.filter((name) => name.startsWith(`${key.id}-`) && !name.startsWith(current));
};

/** A temporary name beside a file, which is renamed so that no reader sees a partial one. */
export const temporaryName = (path: string): string => `${path}.${crypto.randomUUID()}.tmp`;

/** Covers that are being written, which a crash leaves; each start deletes it. */
export const unfinishedFolder = (dir: string): string => join(dir, 'unfinished');

/** Creates the folder of a path only if it is missing, because asking for it costs as much as writing. */
const inFolder = (path: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    work();
  }
};

export type CoverFiles = ReturnType<typeof createCoverFiles>;

/**
 * Stores covers from a thread that may block: promises of seven operations per cover take more
 * processor time than the operations.
 */
export const createCoverFiles = (dir: string) => ({
  has: (key: ThumbnailKey, format: ThumbnailFormat): boolean =>
    (statSync(thumbnailPath(dir, key, format), { throwIfNoEntry: false })?.size ?? 0) > 0,

  /** Deletes every cover with this id, a book's or a series'. */
  remove(id: string): void {
    const folder = coverFolder(dir, id);
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) return;
    for (const name of readdirSync(folder)) {
      if (name.startsWith(`${id}-`)) rmSync(join(folder, name), { force: true });
    }
  },

  /** Replaces covers of the book's former file versions. */
  put(key: ThumbnailKey, format: ThumbnailFormat, bytes: Buffer): void {
    const path = thumbnailPath(dir, key, format);
    const folder = dirname(path);
    const temporary = join(unfinishedFolder(dir), crypto.randomUUID());
    try {
      inFolder(temporary, () => writeFileSync(temporary, bytes));
      inFolder(path, () => renameFile(temporary, path));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    for (const name of outdatedCovers(readdirSync(folder), key, format)) {
      rmSync(join(folder, name), { force: true });
    }
  },
});
