import { expect, test } from 'vitest';

import type { Book } from '../../../../shared/api/book-record.ts';
import { bookMark, nextBook } from './next-book.ts';

const book = (id: string, state: 'unread' | 'read' | { page: number; at: string }): Book =>
  ({
    id,
    error: null,
    missing_since: null,
    progress:
      state === 'unread'
        ? null
        : {
            is_completed: state === 'read',
            current_page: state === 'read' ? 20 : state.page,
            updated_at: state === 'read' ? '2026-01-01T00:00:00.000Z' : state.at,
          },
  }) as Book;

test('continues the book read last', () => {
  const books = [
    book('1', { page: 3, at: '2026-01-02T00:00:00.000Z' }),
    book('2', 'unread'),
    book('3', { page: 41, at: '2026-03-01T00:00:00.000Z' }),
  ];
  expect(nextBook(books)).toMatchObject({ kind: 'continue', book: { id: '3' } });
});

test('begins the first unread book where none is begun', () => {
  const next = nextBook([book('1', 'read'), book('2', 'unread'), book('3', 'unread')]);
  expect(next).toMatchObject({ kind: 'start', book: { id: '2' } });
});

test('starts over where everything is read', () => {
  const next = nextBook([book('1', 'read'), book('2', 'read')]);
  expect(next).toMatchObject({ kind: 'again', book: { id: '1' } });
});

test('passes over books that cannot be read or are missing', () => {
  const broken = { ...book('1', 'unread'), error: 'The archive is empty.' };
  const missing = { ...book('2', 'unread'), missing_since: '2026-01-01T00:00:00.000Z' };
  expect(nextBook([broken, missing, book('3', 'unread')])).toMatchObject({ book: { id: '3' } });
  expect(nextBook([broken, missing])).toBeNull();
});

test('names a book by its volume, then its chapter, then its number', () => {
  expect(bookMark({ volume: 3, chapter: 12, number: 12 })).toEqual({ kind: 'volume', value: 3 });
  expect(bookMark({ volume: 2014, chapter: 6, number: 6 })).toEqual({ kind: 'number', value: 6 });
  expect(bookMark({ volume: null, chapter: 12.5, number: 1 })?.kind).toBe('chapter');
  expect(bookMark({ volume: null, chapter: null, number: 7 })?.value).toBe(7);
  expect(bookMark({ volume: null, chapter: null, number: null })).toBeNull();
});
