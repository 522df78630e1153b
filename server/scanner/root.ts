import { readdirSync, statSync } from 'node:fs';

import { JobError } from './jobs.ts';

const nothingChanged = 'Nothing was changed.';

/**
 * Makes sure that the folder of a library is really there. A drive that is not connected shows as a missing
 * or an empty folder; taking that for "all books were deleted" would lose the library. Throws JobError.
 */
export const checkRoot = (path: string, bookCount: number): void => {
  let names: string[];
  try {
    if (!statSync(path).isDirectory()) {
      throw new JobError(
        `${path} is a file, not a folder. Correct the library's folder. ${nothingChanged}`,
      );
    }
    names = readdirSync(path);
  } catch (error) {
    if (error instanceof JobError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new JobError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `The folder ${path} was not found. Connect its drive or correct the library's folder. ${nothingChanged}`
        : `The folder ${path} cannot be read (${code}). Check its drive and its permissions. ${nothingChanged}`,
      { cause: error },
    );
  }
  if (names.length === 0 && bookCount > 0) {
    throw new JobError(
      `The folder ${path} is empty, but the library has ${bookCount} books. Its drive is probably not connected. ${nothingChanged}`,
    );
  }
};

const fewBooks = 20;
const tooLargeShare = 0.25;

/**
 * Refuses to call a large part of a library missing: half a network drive vanishes more often than a
 * collector deletes a quarter of his books. Throws JobError.
 */
export const checkVanished = (missing: number, present: number): void => {
  if (missing <= fewBooks || missing <= present * tooLargeShare) return;
  throw new JobError(
    `${missing} of ${present} books were not found. A drive or folder is probably not connected, so none was marked as missing. If they were removed on purpose, run a deep scan.`,
  );
};
