import { rmSync } from 'node:fs';

/** Endings of the files of a database: itself, its log, the index of its log. */
export const databaseParts = ['', '-wal', '-shm'] as const;

/** Removes a closed database. Windows keeps the log of one that was only read, and so does a backup in WAL mode. */
export const removeDatabaseFiles = (file: string): void => {
  for (const part of databaseParts) rmSync(file + part, { force: true });
};
