import { beforeEach, expect, test } from 'vitest';

import type { FullBook } from '../../../shared/api/books.ts';
import { dropRecentBook, cacheRecentBook, takeRecentBook } from './recent-book.ts';
import { setPageToken } from './token.ts';

const book = { id: 'a' } as FullBook;
beforeEach(() => setPageToken('Ada'));

test('a reader takes its book once from the request before it', () => {
  cacheRecentBook(book, Date.now() + 1);
  expect(takeRecentBook('a')).toBe(book);
  expect(takeRecentBook('a')).toBeNull();
});

test('a book that is no longer current is asked for again', () => {
  cacheRecentBook(book, Date.now() - 6000);
  expect(takeRecentBook('a'), 'old').toBeNull();
  cacheRecentBook(book, Date.now() + 1);
  setPageToken('Bo');
  expect(takeRecentBook('a'), 'of another person').toBeNull();
  cacheRecentBook(book, Date.now() + 1);
  dropRecentBook('a');
  expect(takeRecentBook('a'), 'before a position was saved').toBeNull();
  cacheRecentBook(book, Date.now() - 1);
  expect(takeRecentBook('a'), 'asked for before a position was saved').toBeNull();
});
