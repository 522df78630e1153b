import type { Book, CompactBook } from '../../../../shared/api/book-record.ts';
import type { Progress } from '../../../../shared/api/progress-record.ts';

/** The state of a book as far as it decides which one is read next. */
type Readable = Pick<Book, 'error' | 'missing_since'> & {
  progress: Pick<Progress, 'is_completed' | 'updated_at'> | null;
};

export interface NextBook<B extends Readable = CompactBook> {
  book: B;
  /** Continue a book, start the first or next one, or start over when all are read. */
  kind: 'continue' | 'start' | 'again';
}

/**
 * The next book to read, given the books in order: the last read unfinished one, then the first
 * unread one, then the first again. Unreadable books are skipped.
 */
export const nextBook = <B extends Readable>(books: readonly B[]): NextBook<B> | null => {
  const readable = books.filter((book) => book.error === null && book.missing_since === null);
  const begun = readable
    .filter(({ progress }) => progress !== null && !progress.is_completed)
    .sort((a, b) => (b.progress?.updated_at ?? '').localeCompare(a.progress?.updated_at ?? ''))[0];
  if (begun !== undefined) return { book: begun, kind: 'continue' };
  const unread = readable.find(({ progress }) => progress === null);
  if (unread !== undefined) return { book: unread, kind: 'start' };
  const first = readable[0];
  return first === undefined ? null : { book: first, kind: 'again' };
};

/** Western comics often use the year in which a series started as its volume. */
export const isYear = (volume: number): boolean => volume >= 1000;

/** `Vol 3`, `Ch 12.5` or `#7`: short name of a book within its series; null for a one-shot. */
export const bookMark = (
  book: Pick<Book, 'volume' | 'chapter' | 'number'> & Partial<Pick<Book, 'volume_id'>>,
): { kind: 'volume' | 'chapter' | 'number'; value: number } | null => {
  if (book.volume !== null && isYear(book.volume) && book.number !== null) {
    return { kind: 'number', value: book.number };
  }
  if (typeof book.volume_id === 'string' && book.chapter !== null) {
    return { kind: 'chapter', value: book.chapter };
  }
  if (book.volume !== null) return { kind: 'volume', value: book.volume };
  if (book.chapter !== null) return { kind: 'chapter', value: book.chapter };
  if (book.number !== null) return { kind: 'number', value: book.number };
  return null;
};
