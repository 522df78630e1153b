import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { badField } from '../../../shared/errors.ts';
import { nearestTimestamp } from '../../lib/timestamps.ts';
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
 * Computes the new progress: the last page completes a book unless the change says otherwise or
 * jumps there, completing it moves to the last page, and going back reopens it. A stored location
 * belongs to its page and goes with it. Throws BadRequest for a page that the book does not have.
 *
 * @param stored the previous progress, or null
 * @param time when it was read, ISO 8601
 */
export const nextProgress = (
  stored: Progress | null,
  change: UpdateProgress,
  pageCount: number,
  time: string,
): WrittenProgress => {
  if (change.current_page !== undefined && change.current_page > pageCount) {
    throw noSuchPage(change.current_page, pageCount);
  }
  const page = change.current_page ?? stored?.current_page ?? Math.min(1, pageCount);
  const wasCompleted = stored?.is_completed ?? false;
  const reachedEnd =
    change.current_page === undefined
      ? wasCompleted
      : change.current_page === pageCount && (wasCompleted || change.is_jump !== true);
  const isCompleted = change.is_completed ?? reachedEnd;
  const nextPage = change.is_completed ? pageCount : page;
  const storedLocation = stored?.current_page === nextPage ? stored.location : null;
  return {
    current_page: nextPage,
    is_completed: isCompleted,
    location: change.location ?? storedLocation,
    started_at: stored?.started_at ?? time,
    updated_at: time,
    completed_at: isCompleted ? (stored?.completed_at ?? time) : null,
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
 * Whether a write is older than the stored progress, by the client's timestamp of reading or of its
 * last known state. A stored date in the future is from a time when the clock of the server was ahead: it
 * must not refuse what is read until then.
 *
 * @param storedAt when the stored position was read, in its original precision
 */
export const isStale = (
  storedAt: string,
  readAt: string | undefined,
  unmodifiedSince: string | undefined,
  now: Date,
): boolean => {
  if (readAt !== undefined && !isAhead(storedAt, now) && isBefore(toUtc(readAt), storedAt))
    return true;
  const since = Date.parse(unmodifiedSince ?? '');
  // HTTP dates have whole seconds; an unparseable date is ignored, as RFC 9110 requires.
  return !Number.isNaN(since) && Math.floor(Date.parse(storedAt) / 1000) > Math.floor(since / 1000);
};

/** The time of reading in API format; a client clock that is ahead is clamped to now. */
export const readAt = (claimed: string | undefined, now: Date): string =>
  claimed === undefined || isAhead(claimed, now)
    ? now.toISOString()
    : nearestTimestamp(Date.parse(claimed));

/** The client's timestamp in UTC; null if none was sent or it is not used. */
export const modifiedAs = (claimed: string | undefined, now: Date): string | null =>
  claimed === undefined || isAhead(claimed, now) ? null : toUtc(claimed);

export const isAhead = (instant: string, now: Date): boolean => Date.parse(instant) > now.getTime();
