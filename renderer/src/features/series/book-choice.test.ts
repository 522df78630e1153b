import { expect, test } from 'vitest';

import type { Book } from '../../../../shared/api/book-record.ts';
import { chosenBooks, wholeSeries } from './book-choice.ts';

const book = (id: string, isCompleted: boolean | null) =>
  ({ id, progress: isCompleted === null ? null : { is_completed: isCompleted } }) as Book;
const books = [book('read', true), book('begun', false), book('new', null)];
const ids = (choice: Partial<typeof wholeSeries>) =>
  chosenBooks(books, { ...wholeSeries, ...choice }).map(({ id }) => id);

test('a series shows all of its books in order, or those that are not read, or the last first', () => {
  expect(ids({})).toEqual(['read', 'begun', 'new']);
  expect(ids({ isUnread: true })).toEqual(['begun', 'new']);
  expect(ids({ isReversed: true })).toEqual(['new', 'begun', 'read']);
  expect(ids({ isUnread: true, isReversed: true })).toEqual(['new', 'begun']);
});
