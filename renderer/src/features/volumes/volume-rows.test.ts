import { expect, test } from 'vitest';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { Volume } from '../../../../shared/api/volumes.ts';
import { rowsOf, sectionsOf } from './volume-rows.ts';

const volume = (number: number): Volume =>
  ({ id: `v${String(number)}`, number, title: null, restarts: false }) as Volume;
const book = (chapter: number, home: number | null): Book =>
  ({
    ...{ id: `c${String(chapter)}`, chapter, number: chapter, volume: home },
    volume_id: home === null ? null : `v${String(home)}`,
    missing_since: null,
  }) as Book;

const volumes = [volume(1), volume(3)];
const books = [book(1, 1), book(2, 1), book(2.5, null), book(3, 3), book(5, 3), book(6, null)];

const shape = (open: number[], columns = 2) =>
  rowsOf(sectionsOf(volumes, books), { columns, open: new Set(open) }).map((row) => {
    if (row.kind === 'gap') return `gap ${row.gap.start}`;
    if (row.kind === 'head')
      return row.section.volume ? `volume ${row.section.volume.number}` : '-';
    return row.entries.map((entry) => ('book' in entry ? entry.book.id : 'gap')).join(' ');
  });

test('volumes and loose chapters are in reading order, with the missing ones', () => {
  const loose = ['-', 'c2.5'];
  const end = ['-', 'c6'];
  expect(shape([])).toEqual(['volume 1', ...loose, 'gap 2', 'volume 3', ...end]);
  expect(shape([3])).toEqual([
    ...['volume 1', ...loose, 'gap 2', 'volume 3', 'c3 gap', 'c5', ...end],
  ]);
  expect(shape([1], 1)).toEqual(['volume 1', 'c1', 'c2', ...loose, 'gap 2', 'volume 3', ...end]);
  expect(sectionsOf(volumes, books).map(({ missing }) => missing)).toEqual([0, 0, 1, 0]);
});

test('a loose chapter in the middle of a volume comes after it', () => {
  const middle = [book(1, 1), book(1.5, null), book(2, 1)];
  expect(sectionsOf([volume(1)], middle).map(({ entries }) => entries.length)).toEqual([2, 1]);
});
