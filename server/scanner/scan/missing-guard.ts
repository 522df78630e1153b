import { type BigIntStats, readdirSync, statSync } from 'node:fs';

import { isShortage } from '../../media/media-error.ts';
import { JobError } from '../../jobs/jobs.ts';
import type { Walk } from './walk.ts';

const nothingChanged = 'Nothing was changed.';
const onPurpose = 'If you removed them on purpose, scan again and confirm the removal.';

/**
 * Verifies that the library folder is accessible and returns its device. A disconnected drive
 * appears as a missing or empty folder; treating that as "all books deleted" would lose the
 * library. `bookCount` is the number of books that the folder is expected to hold. Throws JobError.
 */
export const checkRoot = (path: string, bookCount: number): string => {
  let stats: BigIntStats;
  let names: string[];
  try {
    stats = statSync(path, { bigint: true });
    if (!stats.isDirectory()) {
      throw new JobError(
        `${path} is a file, not a folder. Correct the library's folder. ${nothingChanged}`,
      );
    }
    names = readdirSync(path);
  } catch (error) {
    // The drive is not at fault; the task is repeated.
    if (error instanceof JobError || isShortage(error)) throw error;
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
      `The folder ${path} is empty, but the library has ${bookCount} books. Its drive is probably not connected. ${nothingChanged} ${onPurpose}`,
    );
  }
  return String(stats.dev);
};

const fewBooks = 20;
const tooLargeShare = 0.25;

/**
 * The reason for asking the user before unfound books are marked as missing, or null: losing a
 * network drive is likelier than deleting a quarter of the books.
 */
export const explainMassDeletion = ({
  missing,
  present,
  found,
  errors,
  sameVolume,
}: {
  missing: number;
  present: number;
  /** Number of books found, including new ones. */
  found: number;
  errors: Walk['errors'];
  sameVolume: boolean;
}): string | null => {
  if (missing === 0) return null;
  const counted = `${missing} of ${present} books were not found`;
  const unread = errors.find(({ directory }) => directory);
  if (unread) {
    return `${counted}, and the folder ${unread.path} could not be read, so none was marked as missing. Let Octavo read it and scan again. ${onPurpose}`;
  }
  if (!sameVolume) {
    return `${counted}, and the library lies on another drive than before, so none was marked as missing. Check which drive is connected. ${onPurpose}`;
  }
  if (found > 0 && (missing <= fewBooks || missing <= present * tooLargeShare)) return null;
  return `${counted}. A drive or folder is probably not connected, so none was marked as missing. ${onPurpose}`;
};
