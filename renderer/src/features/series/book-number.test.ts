import { expect, test } from 'vitest';

import { indexOfNumber } from './book-number.ts';

const issue = (number: number | null) => ({ volume: null, chapter: null, number });

test('a number leads to its book, else to the next higher one', () => {
  const books = [issue(1), issue(2), issue(2.5), issue(40), issue(null)];
  expect(indexOfNumber(books, 2)).toBe(1);
  expect(indexOfNumber(books, 2.5)).toBe(2);
  expect(indexOfNumber(books, 3)).toBe(3);
  expect(indexOfNumber(books, 0)).toBe(0);
  expect(indexOfNumber(books, 41)).toBe(-1);
  expect(indexOfNumber([], 1)).toBe(-1);
});

test('a book is found by the number that it is named by', () => {
  const books = [
    { volume: 1, chapter: 7, number: 7 },
    { volume: 2, chapter: 8, number: 8 },
    { volume: 2012, chapter: null, number: 5 },
  ];
  expect(indexOfNumber(books, 2)).toBe(1);
  expect(indexOfNumber(books, 5)).toBe(2);
});
