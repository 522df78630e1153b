import { CancelledError } from '../../jobs/job-context.ts';
import { JobError } from '../../jobs/jobs.ts';
import { MediaError } from '../../media/media-error.ts';

/** Errors of SQLite about one statement and its values; all others concern the database or its disk. */
const ofStatement = /^SQLITE_(?:CONSTRAINT\w*|MISMATCH|TOOBIG|RANGE|ERROR)$/;
const mistakes = [TypeError, RangeError, SyntaxError, ReferenceError];
const longestDetail = 200;

/**
 * Whether Octavo itself has failed on one book or series, such as by a value that the database refuses. The files,
 * the disk and the database are sound then, so that a scan can go on with the others.
 */
export const isOwnFault = (error: unknown): boolean => {
  if ([JobError, CancelledError, MediaError].some((kind) => error instanceof kind)) return false;
  const { code } = (error ?? {}) as { code?: unknown };
  return ofStatement.test(String(code)) || mistakes.some((kind) => error instanceof kind);
};

/** The sentence for the owner of the file. */
export const ownFaultMessage = (error: unknown): string => {
  const detail = error instanceof Error ? error.message : String(error);
  return `Octavo itself failed here and left everything as it was: “${detail.slice(0, longestDetail)}”. Please report this.`;
};
