import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Database } from '../database/database.ts';
import { JobError } from './jobs.ts';

const mebibyte = 1024 * 1024;
/** What a scan leaves free: the store, its log and a copy of it must find room. */
const reserveBytes = 500 * mebibyte;

/** Bytes that are free on the disk of a folder. */
const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Throws JobError when the disk of the database is nearly full. */
export const checkDiskSpace = ({ name }: Pick<Database, 'name'>, free = freeBytes): void => {
  const folder = dirname(name);
  const left = free(folder);
  if (left >= reserveBytes) return;
  throw new JobError(
    `Only ${Math.floor(left / mebibyte)} MB are free on the disk of Octavo's data (${folder}). Make room for at least ${reserveBytes / mebibyte} MB and scan again.`,
  );
};

/** What a full disk means to the person; any other error as it is. */
export const explainFullDisk = (error: unknown): unknown =>
  (error as { code?: unknown } | null)?.code === 'SQLITE_FULL'
    ? new JobError(
        "The disk of Octavo's data is full, so nothing more could be written. What was written before is safe. Make room and start the task again.",
        { cause: error },
      )
    : error;
