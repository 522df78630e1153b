import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { badField } from '../../../shared/errors.ts';
import { isBefore, toUtc } from './instants.ts';

export interface WrittenProgress {
  current_page: number;
  is_completed: boolean;
  location: string | null;
  started_at: string;
  updated_at: string;
  completed_at: string | null;
}

/**
 * What progress becomes by a change: the last page completes a book unless the change says otherwise,
 * completing it moves to the last page, and going back opens it again.
 * Throws BadRequest for a page that the book does not have.
 *
 * @param stored what there was, or null
 * @param at when it was read, ISO 8601
 */
export const nextProgress = (
  stored: Progress | null,
  change: UpdateProgress,
  pageCount: number,
  at: string,
): WrittenProgress => {
  if (change.current_page !== undefined && change.current_page > pageCount) {
    throw noSuchPage(change.current_page, pageCount);
  }
  const page = change.current_page ?? stored?.current_page ?? Math.min(1, pageCount);
  const reachedEnd =
    change.current_page === undefined
      ? (stored?.is_completed ?? false)
      : change.current_page === pageCount;
  const isCompleted = change.is_completed ?? reachedEnd;
  return {
    current_page: change.is_completed ? pageCount : page,
    is_completed: isCompleted,
    location: change.location ?? stored?.location ?? null,
    started_at: stored?.started_at ?? at,
    updated_at: at,
    completed_at: isCompleted ? (stored?.completed_at ?? at) : null,
  };
};

const noSuchPage = (page: number, pageCount: number) => {
  const message =
    pageCount === 0
      ? 'The pages of this book are not known; only is_completed can be set'
      : `The book has ${pageCount} pages; page ${page} is not one of them`;
  return badField('body.current_page', message);
};

/**
 * Whether a write may be older than what is stored: by what the client says it read, or when.
 *
 * @param storedAt when the stored place was read, as exactly as that is known
 */
export const isStale = (
  storedAt: string,
  readAt: string | undefined,
  unmodifiedSince: string | undefined,
): boolean => {
  if (readAt !== undefined && isBefore(toUtc(readAt), storedAt)) return true;
  const since = Date.parse(unmodifiedSince ?? '');
  // HTTP dates have whole seconds; a date that does not parse is ignored, as RFC 9110 says.
  return !Number.isNaN(since) && Math.floor(Date.parse(storedAt) / 1000) > Math.floor(since / 1000);
};

/** When it was read, in the wire's form; a client whose clock is ahead cannot write into the future. */
export const readAt = (claimed: string | undefined, now: Date): string =>
  claimed === undefined || isAhead(claimed, now)
    ? now.toISOString()
    : new Date(claimed).toISOString();

/** The date as a program wrote it, in UTC; null where it counts for nothing or none was sent. */
export const modifiedAs = (claimed: string | undefined, now: Date): string | null =>
  claimed === undefined || isAhead(claimed, now) ? null : toUtc(claimed);

const isAhead = (claimed: string, now: Date): boolean => Date.parse(claimed) > now.getTime();
