import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { MarkMany, Marked } from '../../../shared/api/progress-marks.ts';
import type { ReadingPlace, PlaceQuestion } from '../../../shared/api/reading-places.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { QuestionQuery } from './positions-store.ts';

export type ProgressSort = 'updated_at' | 'started_at' | 'completed_at';
export interface ProgressQuery extends PageRequest<ProgressSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}
/** A progress change with the device it comes from. */

export interface ReadingChange extends UpdateProgress {
  device?: ReadingDevice | null | undefined;
  /**
   * When it was read, in place of `updated_at`: with any UTC offset, kept in its original
   * precision.
   */
  modified?: string | undefined;
}
/** The caller's reading progress. Every method throws NotFound for an unknown book or series. */

export interface ProgressService {
  /** Throws NotFound if the book was not started. */
  get(caller: Caller, bookId: string): Progress;
  /** Throws Conflict if the stored progress is newer than the date. */
  refuseOlder(caller: Caller, bookId: string, date: string): void;
  /** Null if the book was not started. */
  stored(caller: Caller, bookId: string): StoredProgress | null;
  list(caller: Caller, query: ProgressQuery): ListPage<Progress>;
  /**
   * Throws Conflict with the stored record in `details` if the write is older: by its own date, or
   * by `unmodifiedSince`, the header If-Unmodified-Since.
   */
  update(caller: Caller, bookId: string, change: ReadingChange, unmodifiedSince?: string): Progress;
  markRead(caller: Caller, bookId: string, device?: ReadingDevice | null): Progress;
  /** Deletes the progress; does nothing if there is none. */
  clear(caller: Caller, bookId: string): void;
  /** The caller's position history of a book. */
  places(caller: Caller, bookId: string, query: PageRequest<'read_at'>): ListPage<ReadingPlace>;
  /** Throws NotFound unless the position is one of the caller's in this book. */
  restorePlace(
    caller: Caller,
    bookId: string,
    placeId: string,
    device: ReadingDevice | null,
  ): Progress;
  /** Books whose progress was suddenly back at the beginning. */
  questions(caller: Caller, query: QuestionQuery): ListPage<PlaceQuestion>;
  /** Throws NotFound if no question is pending for the book. */
  answerQuestion(
    caller: Caller,
    bookId: string,
    place: 'earlier' | 'later',
    device: ReadingDevice | null,
  ): Progress;
  /** Atomic: an unknown id rejects all. Bulk marks record no device. */
  markBooksRead(caller: Caller, bookIds: readonly string[]): void;
  /** Marks all present books; returns the number of changed ones. */
  markSeriesRead(caller: Caller, seriesId: string): { count: number };
  markSeriesUnread(caller: Caller, seriesId: string): { count: number };
  /** Marks many books atomically and remembers their previous progress. */
  markMany(caller: Caller, what: MarkMany): Marked;
  /**
   * Throws NotFound if the change is no longer remembered; books read since then stay unchanged.
   */
  undoMarks(caller: Caller, id: string): { count: number };
}

/** Progress with data that its record omits. */
export interface StoredProgress {
  record: Progress;
  /** The client's timestamp in UTC; null if the server set the date. */
  modified: string | null;
  /** Larger than `current_page` and the page count after the file was replaced by a shorter one. */
  stored_page: number;
}
