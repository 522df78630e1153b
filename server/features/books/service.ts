import type { Book } from '../../../shared/api/book-record.ts';
import type { FullBook, ReadingSort } from '../../../shared/api/books.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import type { Content } from '../../http/content.ts';

/** The query of every list of books; `read_at` sorts only the lists about reading. */
export interface BookQuery extends PageRequest<ReadingSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}

export interface BooksService {
  /** Present books. */
  list(caller: Caller, query: BookQuery): Listing<Book>;
  /** Throws NotFound for an unknown series. */
  ofSeries(caller: Caller, seriesId: string, query: BookQuery): Listing<Book>;
  /** Begun and not completed, the last read first. */
  inProgress(caller: Caller, query: BookQuery): Listing<Book>;
  /** Begun or completed, the last read first. */
  recentlyRead(caller: Caller, query: BookQuery): Listing<Book>;
  /** The next unread book of each series with a completed one and none being read. */
  onDeck(caller: Caller, query: BookQuery): Listing<Book>;
  /** Also answers for a missing book. */
  get(caller: Caller, id: string): FullBook;
  /** The file as it lies on disk. Throws NotFound while it is not there. */
  file(id: string): Promise<Content>;
  /** Starts the task that reads the file again. */
  analyze(id: string): { task_id: string };
}
