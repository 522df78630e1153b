import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';

export type ProgressSort = 'updated_at' | 'started_at' | 'completed_at';

export interface ProgressQuery extends PageRequest<ProgressSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}

/** The caller's reading. Every method throws NotFound for an unknown book or series. */
export interface ProgressService {
  /** Throws NotFound where the book was not begun. */
  get(caller: Caller, bookId: string): Progress;
  list(caller: Caller, query: ProgressQuery): Listing<Progress>;
  /**
   * Throws Conflict with the stored record in `details` where the write is older than that:
   * by its own `updated_at`, or by `unmodifiedSince`, the header If-Unmodified-Since.
   */
  update(
    caller: Caller,
    bookId: string,
    change: UpdateProgress,
    unmodifiedSince?: string,
  ): Progress;
  markRead(caller: Caller, bookId: string): Progress;
  /** Forgets the progress; nothing to forget is fine. */
  clear(caller: Caller, bookId: string): void;
  /** All present books; gives how many changed. */
  markSeriesRead(caller: Caller, seriesId: string): { count: number };
  markSeriesUnread(caller: Caller, seriesId: string): { count: number };
}
