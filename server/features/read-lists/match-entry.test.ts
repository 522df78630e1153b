import { expect, test } from 'vitest';

import type { CblEntry } from './cbl.ts';
import { matchEntry, withTitleWords } from './match-entry.ts';
import type { Candidate } from './store.ts';

const book = (id: string, facts: Partial<Candidate> = {}): Candidate => ({
  id,
  title: id,
  filename: `${id}.cbz`,
  series_id: 'series',
  series_name: 'Series',
  series_release_date: null,
  number: 1,
  volume: null,
  release_year: null,
  series_year: null,
  ...facts,
});
const entry = (facts: Partial<CblEntry> = {}): CblEntry => ({
  series: 'Saga',
  number: '1',
  volume: 2012,
  year: 2013,
  file_name: null,
  ...facts,
});
const find = (wanted: CblEntry, books: Record<string, Candidate[]>) => {
  const { status, book_ids } = matchEntry(wanted, (name) =>
    (books[name] ?? []).map(withTitleWords),
  );
  return [status, ...book_ids];
};

test.each<[string, CblEntry, Record<string, Candidate[]>, string[]]>([
  ['by number', entry(), { Saga: [book('a'), book('b', { number: 2 })] }, ['matched', 'a']],
  [
    'with a part of a number',
    entry({ number: '1.5' }),
    { Saga: [book('a', { number: 1.5 }), book('b')] },
    ['matched', 'a'],
  ],
  ['in a folder that carries the year', entry(), { 'Saga (2012)': [book('a')] }, ['matched', 'a']],
  [
    'of several by the year in which the series began',
    entry(),
    {
      Saga: [
        book('a', { series_year: 1999, release_year: 2013 }),
        book('b', { series_year: 2012 }),
      ],
    },
    ['matched', 'b'],
  ],
  [
    'of several by its volume',
    entry({ volume: 2 }),
    { Saga: [book('a', { volume: 1 }), book('b', { volume: 2 })] },
    ['matched', 'b'],
  ],
  [
    'of several by its file',
    entry({ file_name: 'b.cbz' }),
    { Saga: [book('a'), book('b')] },
    ['matched', 'b'],
  ],
  [
    'without a number by its file',
    entry({ number: '', file_name: 'special.cbz' }),
    { Saga: [book('a'), book('special', { number: null })] },
    ['matched', 'special'],
  ],
  ['without number and file', entry({ number: '' }), { Saga: [book('a')] }, ['missing']],
  [
    'of several by its year',
    entry({ volume: null }),
    { Saga: [book('a', { release_year: 2012 }), book('b', { release_year: 2013 })] },
    ['matched', 'b'],
  ],
  [
    'by a number that is a word of its title',
    entry({ number: 'HS' }),
    { Saga: [book('a', { title: 'Saga HS' }), book('b', { title: 'Saga 1' })] },
    ['matched', 'a'],
  ],
  [
    'twice, and then it is for a person to choose',
    entry(),
    { Saga: [book('a'), book('b')] },
    ['ambiguous', 'a', 'b'],
  ],
  [
    'not in a series of that name from another year',
    entry(),
    { Saga: [book('a', { series_year: 1999 })] },
    ['missing'],
  ],
  ['not without a number', entry({ number: '' }), { Saga: [book('a')] }, ['missing']],
])('an entry is found %s', (_, wanted, books, expected) => {
  expect(find(wanted, books)).toEqual(expected);
});

test('an entry that fits a thousand books names twenty of them', () => {
  const books = Array.from({ length: 1000 }, (_, index) =>
    book(`${index}`, { title: `Saga ${index}` }),
  );
  const [status, ...ids] = find(entry({ number: 'saga' }), { Saga: books });
  expect([status, ids.length]).toEqual(['ambiguous', 20]);
});
