import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Database } from '../database/types.ts';
import { isDatabaseBusy, storageProblem } from '../database/storage-problem.ts';
import { JobError } from './jobs.ts';

const mebibyte = 1024 * 1024;
/** Free space that a scan must leave for the database, its WAL and a copy of it. */
const reserveBytes = 500 * mebibyte;

/** Free bytes on the disk of a folder. */
const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Throws JobError if the disk of the database is nearly full. */
export const checkDiskSpace = ({ name }: Pick<Database, 'name'>, free = freeBytes): void => {
  const folder = dirname(name);
  const left = free(folder);
  if (left >= reserveBytes) return;
  throw new JobError(
    `Only ${Math.floor(left / mebibyte)} MB are free on the disk of Octavo's data (${folder}). Make room for at least ${reserveBytes / mebibyte} MB and scan again.`,
  );
};

/**
 * Converts an error about a full data disk to a JobError for the user; returns others unchanged. A busy
 * database is one of these, because the task then runs again.
 */
export const explainStorage = (error: unknown): unknown => {
  const sentence = storageProblem(error);
  if (sentence === null || isDatabaseBusy(error) || error instanceof JobError) return error;
  const explained = new JobError(
    sentence.replace(/ and try again\.$/, ' and start the task again.'),
    {
      cause: error,
    },
  );
  explained.code = String((error as { code?: unknown }).code);
  return explained;
};
