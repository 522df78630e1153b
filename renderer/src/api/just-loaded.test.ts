import { beforeEach, expect, test } from 'vitest';

import type { FullBook } from '../../../shared/api/books.ts';
import { dropJustLoaded, keepJustLoaded, takeJustLoaded } from './just-loaded.ts';
import { setPageToken } from './token.ts';

const book = { id: 'a' } as FullBook;
beforeEach(() => setPageToken('Ada'));

test('a reader takes its book once from the request before it', () => {
  keepJustLoaded(book, Date.now() + 1);
  expect(takeJustLoaded('a')).toBe(book);
  expect(takeJustLoaded('a')).toBeNull();
});

test('a book that is no longer current is asked for again', () => {
  keepJustLoaded(book, Date.now() - 6000);
  expect(takeJustLoaded('a'), 'old').toBeNull();
  keepJustLoaded(book, Date.now() + 1);
  setPageToken('Bo');
  expect(takeJustLoaded('a'), 'of another person').toBeNull();
  keepJustLoaded(book, Date.now() + 1);
  dropJustLoaded('a');
  expect(takeJustLoaded('a'), 'before a position was saved').toBeNull();
  keepJustLoaded(book, Date.now() - 1);
  expect(takeJustLoaded('a'), 'asked for before a position was saved').toBeNull();
});
