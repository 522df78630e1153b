import { rmSync } from 'node:fs';

/** Suffixes of the files of a database: the database itself, its WAL, the WAL index. */
export const databaseParts = ['', '-wal', '-shm'] as const;

/**
 * Deletes a closed database. Windows keeps the WAL of one that was only read, and so does a backup
 * in WAL mode.
 */
export const removeDatabaseFiles = (file: string): void => {
  for (const part of databaseParts) rmSync(file + part, { force: true });
};
