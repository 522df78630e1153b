import type { ReadingSort } from '../../../shared/api/books.ts';
import type { PageRequest } from '../../../shared/schemas.ts';

/** The query of every list of books; `read_at` is valid only in the reading lists. */
export interface BookQuery extends PageRequest<ReadingSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
  /** Bounds of when the book was added; the second is exclusive. */
  added_from?: string | undefined;
  added_before?: string | undefined;
}
