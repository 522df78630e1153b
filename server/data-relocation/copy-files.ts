import { copyFile, mkdir, opendir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { isOctavoFile } from '../database/file-permissions.ts';
import { utimeOf } from '../lib/file-times.ts';

/** A file of a data directory. */
export interface DataFile {
  /** Relative to the data directory. */
  path: string;
  size: number;
  mtimeMs: number;
}

/**
 * Not mirrored: the database with its WAL (copied separately), locks, unpacked archives, and files
 * that record a move.
 */
const notMirrored =
  /^(octavo\.(db|lock)(-wal|-shm|-journal|\.new|\.rehearsal.*)?|cache|location\.json(\.new)?|octavo-move\.json)$/;

/** All files of a data directory except its database, unordered. */
export const filesToCopy = async (dataDir: string): Promise<DataFile[]> => {
  const files: DataFile[] = [];
  const enter = async (folder: string) => {
    for await (const entry of await opendir(join(dataDir, folder))) {
      const path = join(folder, entry.name);
      if (folder === '' && notMirrored.test(path)) continue;
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

/** The size of a data directory in bytes, without files that are not moved. */
export const sizeOf = async (dataDir: string): Promise<number> => {
  const files = await filesToCopy(dataDir);
  const database = await Promise.all(
    ['octavo.db', 'octavo.db-wal'].map((name) => stat(join(dataDir, name)).catch(() => null)),
  );
  return [...files, ...database].reduce((sum, file) => sum + (file?.size ?? 0), 0);
};

/**
 * Mirrors another data directory: copies missing and changed files, deletes extra ones. Can be
 * interrupted and repeated. `onCopy` is called with the size of each file that is in place.
 */
export const mirrorFiles = async (
  source: string,
  target: string,
  { signal, onCopy }: { signal?: AbortSignal; onCopy?: (bytes: number, path: string) => void } = {},
): Promise<void> => {
  const files = await filesToCopy(source);
  const wanted = new Set(files.map(({ path }) => path));
  const folders = new Set<string>();
  for (const { path, size, mtimeMs } of files) {
    signal?.throwIfAborted();
    const copy = join(target, path);
    const there = await stat(copy).catch(() => null);
    if (there?.size !== size || Math.floor(there.mtimeMs) !== mtimeMs) {
      const folder = join(copy, '..');
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      try {
        await copyFile(join(source, path), copy);
        await utimes(copy, utimeOf(mtimeMs), utimeOf(mtimeMs));
      } catch (error) {
        // Covers and backups can be added and deleted while the server runs.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        if (await stat(join(source, path)).catch(() => null)) throw error;
      }
    }
    onCopy?.(size, path);
  }
  for (const { path } of await filesToCopy(target)) {
    // Never deletes foreign files.
    const [top = ''] = path.split(sep);
    if (!wanted.has(path) && isOctavoFile(top)) await rm(join(target, path), { force: true });
  }
};

/** Whether a folder is empty, or contains only the file that redirects to the data. */
export const isEmptyFolder = async (path: string): Promise<boolean> =>
  (await readdir(path)).every((name) => name === 'location.json' || name === 'octavo.lock');
