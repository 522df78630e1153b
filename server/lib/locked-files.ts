import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Threads inherit this list from the thread that starts them. */
const list = 'octavo: locked data directories';
/** The files on which SQLite holds locks while a server runs. */
const names = ['octavo.db', 'octavo.db-shm', 'octavo.lock'];

const dataDirs = (): string[] => {
  const value: unknown = getEnvironmentData(list);
  return Array.isArray(value) ? value.map(String) : [];
};

/** Registers the data directory of a server in this process. Returns the function that removes it. */
export const keepLocks = (dataDir: string): (() => void) => {
  setEnvironmentData(list, [...dataDirs(), dataDir]);
  return () => setEnvironmentData(list, dataDirs().toSpliced(dataDirs().indexOf(dataDir), 1));
};

/**
 * Whether the path leads, also through a symbolic or hard link, to a file that a server of this process has locked.
 * Such a file must not be opened: on POSIX systems, closing it releases all locks that the process has on it. A second
 * server could then start, and another program would delete the log of the open database.
 */
export const isLockedFile = async (path: string): Promise<boolean> => {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats !== null && isLocked(stats);
};

/** The synchronous variant for worker threads. */
export const isLockedFileSync = (path: string): boolean => {
  const stats = statOf(path);
  return stats !== null && isLocked(stats);
};

const isLocked = ({ dev, ino }: BigIntStats): boolean =>
  dataDirs().some((dataDir) =>
    names.some((name) => {
      const own = statOf(join(dataDir, name));
      return own?.ino === ino && own.dev === dev;
    }),
  );

const statOf = (path: string): BigIntStats | null => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
};
