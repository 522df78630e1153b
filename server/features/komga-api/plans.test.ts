import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { RowCondition } from '../../database/condition-types.ts';
import {
  createTestStore,
  queryPlans,
  seedBook,
  seedLibrary,
  seedSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { createKomgaBooksStore } from './books/store.ts';
import type { KomgaListQuery } from './lists.ts';
import { unrestricted, readCondition } from './condition.ts';
import { createQuery } from './query.ts';
import { createKomgaSeriesStore } from './series/store.ts';

let home: TestStore;
let libraries: string[];
beforeEach(() => {
  home = createTestStore();
  libraries = ['Comics', 'Manga'].map((name) => {
    const library = seedLibrary(home.database, { name, path: `/${name}` });
    for (const title of ['Akira', 'Saga']) {
      seedBook(home.database, seedSeries(home.database, library, { name: title }));
    }
    return library.id;
  });
});
afterEach(() => home.close());

const conditionOn = (field: string, value: string): RowCondition => ({
  field,
  operator: 'is',
  value,
});
const listing = (sort: string, filter: RowCondition = unrestricted): KomgaListQuery => {
  const query = createQuery(new URLSearchParams(sort === '' ? {} : { sort }));
  return { ...query.page(), filter, search: '', sort: query.sort() };
};
const bookPlans = (query: KomgaListQuery) => {
  const store = createKomgaBooksStore(home.database);
  return queryPlans(home.database, () => store.list(1, query));
};
const seriesPlans = (query: KomgaListQuery) => {
  const store = createKomgaSeriesStore(home.database);
  return queryPlans(home.database, () => store.list(1, query));
};

describe('the first page', () => {
  test.each([
    ['', 'books_by_title'],
    ['metadata.title,desc', 'books_by_title'],
    ['createdDate,desc', 'books_by_created_at'],
    ['lastModifiedDate,desc', 'books_by_modified_at'],
    ['fileSize,desc', 'books_by_file_size'],
    ['media.pagesCount,asc', 'books_by_page_count'],
  ])('of books sorted by "%s" walks %s and sorts nothing', (sort, index) => {
    const plans = bookPlans(listing(sort));
    expect(plans).toContain(`SCAN b USING INDEX ${index}`);
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  test.each([
    ['', 'series_by_name'],
    ['createdDate,desc', 'series_by_date_added'],
    ['lastModifiedDate,desc', 'series_by_date_updated'],
    ['booksMetadata.releaseDate,desc', 'series_by_release_date'],
    ['booksCount,desc', 'series_by_book_count'],
  ])('of series sorted by "%s" walks %s and sorts nothing', (sort, index) => {
    const plans = seriesPlans(listing(sort));
    expect(plans).toContain(`SCAN s USING INDEX ${index}`);
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  test('of a large library walks the index of the sort', () => {
    const ofLibrary = conditionOn('libraryId', libraries[0] ?? '');
    expect(bookPlans(listing('createdDate,desc', ofLibrary))).toContain(
      'SCAN b USING INDEX books_by_created_at',
    );
    expect(seriesPlans(listing('createdDate,desc', ofLibrary))).toContain(
      'SCAN s USING INDEX series_by_date_added',
    );
  });

  test('of the books of a series walks the index of the series', () => {
    const { id } = seedSeries(home.database, seedLibrary(home.database, { name: 'C' }), {
      name: 'Zero',
    });
    const plans = bookPlans(listing('', conditionOn('seriesId', id)));
    expect(plans).toContain('SEARCH b USING INDEX books_by_series (series_pk=?)');
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });
});

test('counts nothing where only libraries are asked for', () => {
  const fields = { libraryId: 'id', deleted: 'flag' } as const;
  const condition = {
    allOf: [
      { anyOf: libraries.map((id) => ({ libraryId: { operator: 'is', value: id } })) },
      { deleted: { operator: 'isFalse' } },
      { anyOf: [] },
    ],
  };
  const filter = readCondition(fields, condition, new Date());
  const store = createKomgaBooksStore(home.database);
  expect(store.list(1, listing('', filter)).total).toBe(4);
  expect(
    bookPlans(listing('', filter)).filter((step) => step.startsWith('SCAN b USING COVERING')),
  ).toEqual([]);
});

test('numbers books without a number behind the others, in the order of reading', () => {
  const series = seedSeries(home.database, seedLibrary(home.database, { name: 'D' }), {
    name: 'Numbers',
  });
  seedBook(home.database, series, { number: null, title: 'Special B' });
  seedBook(home.database, series, { number: 2.5 });
  seedBook(home.database, series, { number: null, title: 'Special A' });
  seedBook(home.database, series, { number: 1 });
  const { data } = createKomgaBooksStore(home.database).list(
    1,
    listing('', conditionOn('seriesId', series.id)),
  );
  const books = JSON.parse('json' in data ? data.json : '[]') as {
    number: number;
    metadata: { title: string; number: string; numberSort: number };
  }[];
  expect(
    books.map(({ number, metadata }) => [
      metadata.title,
      metadata.number,
      metadata.numberSort,
      number,
    ]),
  ).toEqual([
    ['Book 1', '1', 1, 1],
    ['Book 2.5', '2.5', 2.5, 2],
    ['Special A', '3', 3, 3],
    ['Special B', '4', 4, 4],
  ]);
});
