import type { FullBook } from '../../../shared/api/books.ts';
import { readToken } from './token.ts';

/** How long a book is current: its reader is loaded and mounted meanwhile (ms). */
const currentMs = 5000;

interface RecentBook {
  /** Null if it was taken, or if its position was changed since. */
  book: FullBook | null;
  askedAt: number;
  token: string | null;
}

const loaded = new Map<string, RecentBook>();

const cache = (id: string, book: FullBook | null, askedAt: number) =>
  loaded.set(id, { book, askedAt, token: readToken() });

/** Caches a book that the server has just sent, for the reader that opens it. */
export const cacheRecentBook = (book: FullBook, askedAt: number): FullBook => {
  if (askedAt > (loaded.get(book.id)?.askedAt ?? 0)) cache(book.id, book, askedAt);
  return book;
};

/** The position in a book was changed: requests that were sent before show an earlier one. */
export const dropRecentBook = (id: string): void => void cache(id, null, Date.now());

/** The book, once, if the server has just sent it; otherwise another device may have moved the position. */
export const takeRecentBook = (id: string): FullBook | null => {
  const found = loaded.get(id);
  if (!found || Date.now() - found.askedAt > currentMs || found.token !== readToken()) return null;
  cache(id, null, found.askedAt);
  return found.book;
};
