import { AppError } from '../../../shared/errors.ts';
import { isStale } from './next-progress.ts';
import type { NewProgress } from './store.ts';
import type { StoredProgress } from './types.ts';

/** Throws Conflict, with the stored record, where a write is older than that. */
export const refuseStale = (
  stored: StoredProgress | null,
  readAt: string | undefined,
  now: Date,
  unmodifiedSince?: string,
): void => {
  if (!stored || !isStale(readDate(stored), readAt, unmodifiedSince, now)) return;
  const { record } = stored;
  throw new AppError('Conflict', `The progress of book ${record.book_id} has moved on since`, {
    details: record,
  });
};

/** When it was read, in the best known precision. */
const readDate = ({ record, modified }: StoredProgress): string => modified ?? record.updated_at;

/** A stored record as it is written again. */
export const asWritten = ({ record, modified, stored_page }: StoredProgress): NewProgress => ({
  current_page: stored_page,
  is_completed: record.is_completed,
  location: record.location,
  device: record.device,
  started_at: record.started_at,
  updated_at: record.updated_at,
  modified,
  completed_at: record.completed_at,
});
