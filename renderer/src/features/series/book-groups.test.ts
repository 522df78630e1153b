import { expect, test } from 'vitest';

import { groupBooks } from './book-groups.ts';

const book = (title: string, fields: { volume?: number; chapter?: number; number?: number }) => ({
  title,
  volume: null,
  chapter: null,
  number: null,
  ...fields,
});
const titles = (books: Parameters<typeof groupBooks>[0]) =>
  Object.values(groupBooks(books)).map((group) =>
    group.map((entry) => ('title' in entry ? entry.title : '')),
  );

test('volumes and issues, chapters and extras are separate groups', () => {
  expect(
    titles([
      book('v1', { volume: 1, number: 1 }),
      book('#2', { number: 2 }),
      book('c11', { chapter: 11, number: 11 }),
      book('art', {}),
    ]),
  ).toEqual([['v1', '#2'], ['c11'], ['art']]);
});

test('chapters of a series that is numbered by its year stay together', () => {
  expect(
    titles([
      book('c1', { chapter: 1, number: 1 }),
      book('c6', { volume: 2014, chapter: 6, number: 6 }),
      book('annual', { volume: 2014 }),
    ]),
  ).toEqual([['annual'], ['c1', 'c6'], []]);
});

test('loose chapters stay among volumes that hold chapters', () => {
  const held = { ...book('c1', { volume: 1, chapter: 1, number: 1 }), volume_id: 'v1' };
  expect(titles([held, book('c2', { chapter: 2, number: 2 }), book('art', {})])).toEqual([
    ['c1', 'c2', 'art'],
    [],
    [],
  ]);
});

test('books without any number do not count as extras where there is nothing else', () => {
  expect(titles([book('one-shot', {})])).toEqual([['one-shot'], [], []]);
});
