import { copyFile, mkdir, opendir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { isOwnName } from '../database/private-files.ts';

/** A file of a data directory. */
export interface DataFile {
  /** Relative to it. */
  path: string;
  size: number;
  mtimeMs: number;
}

/**
 * What is copied otherwise, or belongs to a place and not to the data: the database with its log, locks, what
 * was unpacked, and notes of a move.
 */
const left =
  /^(octavo\.(db|lock)(-wal|-shm|-journal|\.new|\.rehearsal.*)?|cache|location\.json(\.new)?|octavo-move\.json)$/;

/** All that lies in a data directory beside its database, in no order. */
export const filesToCopy = async (dataDir: string): Promise<DataFile[]> => {
  const files: DataFile[] = [];
  const enter = async (folder: string) => {
    for await (const entry of await opendir(join(dataDir, folder))) {
      const path = join(folder, entry.name);
      if (folder === '' && left.test(path)) continue;
      if (entry.isDirectory()) await enter(path);
      else if (entry.isFile()) {
        const found = await stat(join(dataDir, path)).catch(() => null);
        if (found) files.push({ path, size: found.size, mtimeMs: Math.floor(found.mtimeMs) });
      }
    }
  };
  await enter('');
  return files;
};

/** The size of a data directory in bytes, what is not moved left out. */
export const sizeOf = async (dataDir: string): Promise<number> => {
  const files = await filesToCopy(dataDir);
  const database = await Promise.all(
    ['octavo.db', 'octavo.db-wal'].map((name) => stat(join(dataDir, name)).catch(() => null)),
  );
  return [...files, ...database].reduce((sum, file) => sum + (file?.size ?? 0), 0);
};

/**
 * Makes the files of another folder those of a data directory: copies what is missing or other, removes what is
 * gone. May be broken off and repeated. `onCopy` is told the bytes of each file that is there.
 */
export const mirrorFiles = async (
  from: string,
  to: string,
  { signal, onCopy }: { signal?: AbortSignal; onCopy?: (bytes: number, path: string) => void } = {},
): Promise<void> => {
  const files = await filesToCopy(from);
  const wanted = new Set(files.map(({ path }) => path));
  const folders = new Set<string>();
  for (const { path, size, mtimeMs } of files) {
    signal?.throwIfAborted();
    const target = join(to, path);
    const there = await stat(target).catch(() => null);
    if (there?.size !== size || Math.floor(there.mtimeMs) !== mtimeMs) {
      const folder = join(target, '..');
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      try {
        await copyFile(join(from, path), target);
        await utimes(target, mtimeMs / 1000, mtimeMs / 1000);
      } catch (error) {
        // Covers and backups come and go while the server runs.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        if (await stat(join(from, path)).catch(() => null)) throw error;
      }
    }
    onCopy?.(size, path);
  }
  for (const { path } of await filesToCopy(to)) {
    // Never what somebody else put there.
    const [top = ''] = path.split(sep);
    if (!wanted.has(path) && isOwnName(top)) await rm(join(to, path), { force: true });
  }
};

/** Whether a folder holds nothing, or nothing but the note that the data lies elsewhere. */
export const isEmptyFolder = async (path: string): Promise<boolean> =>
  (await readdir(path)).every((name) => name === 'location.json' || name === 'octavo.lock');
