import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  fullSeriesSchema,
  seriesSchema,
  type Series,
  type SeriesSort,
} from '../../../shared/api/series-record.ts';
import type { Direction } from '../../../shared/schemas.ts';
import { itemsOf, type ListPage } from '../../database/json.ts';
import {
  callerOf,
  createTestStore,
  queryPlans,
  seedBook,
  seedLibrary,
  seedProgress,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { createSeriesService, type SeriesService } from './service.ts';
import { type SeriesQuery } from './types.ts';
import { createSeriesStore } from './store.ts';

let home: TestStore;
let series: SeriesService;
let asked: unknown[];

beforeEach(() => {
  home = createTestStore();
  asked = [];
  const store = createSeriesStore(home.database);
  series = createSeriesService({
    ...store,
    store,
    startAnalysis: (scope) => {
      asked.push(scope);
      return { task_id: 'task' };
    },
  });
});
afterEach(() => home.close());

const query = (
  field: SeriesSort = 'name',
  direction: Direction = 'asc',
  rest: Partial<SeriesQuery> = {},
): SeriesQuery => ({ page: 1, pageSize: 50, sort: { field, direction }, ...rest });

const names = (listing: ListPage<Series>) => itemsOf(listing).map(({ name }) => name);

const household = () => {
  const { database } = home;
  const user = seedUser(database);
  return { database, user, caller: callerOf(user), library: seedLibrary(database) };
};

const gone = '2020-01-01T00:00:00.000Z';

describe('a series', () => {
  test('is as the contract has it, plain in lists and full on its own', () => {
    const { database, caller, library } = household();
    const authors = JSON.stringify([{ name: 'Fiona Staples', role: 'penciller' }]);
    const metadata = { authors, tags: '["space"]', total_volumes: 11, total_chapters: 66.5 };
    const saga = seedSeries(database, library, { name: 'The Saga', ...metadata });
    seedBook(database, saga, { file_size: 7, page_count: 3 });
    const [plain] = itemsOf(series.list(caller, query()));
    expect(seriesSchema.strict().parse(plain)).toEqual(plain);
    expect(plain).toMatchObject({
      name_sort: 'Saga, The',
      book_count: 1,
      file_size: 7,
      page_count: 3,
      read_status: 'unread',
      unread_count: 1,
      in_progress_count: 0,
      date_read: null,
    });
    const full = JSON.parse(series.get(caller, saga.id).json) as unknown;
    expect(fullSeriesSchema.strict().parse(full)).toEqual(full);
    expect(itemsOf(series.listFull(caller, query()))).toEqual([full]);
    expect(full).toMatchObject({
      tags: ['space'],
      metadata: { title: 'The Saga', total_volumes: 11, total_chapters: 66.5 },
    });
  });

  test('that is missing is in no list, yet answers by its id', () => {
    const { database, caller, library } = household();
    const lost = seedSeries(database, library, { missing_since: gone });
    expect(series.list(caller, query())).toEqual({ data: { json: '[]' }, total: 0 });
    expect(JSON.parse(series.get(caller, lost.id).json)).toMatchObject({ id: lost.id });
    const unknown = crypto.randomUUID();
    expect(() => series.get(caller, unknown)).toThrow(`Series ${unknown} was not found`);
  });

  test('is analysed by a task', () => {
    const { database, library } = household();
    const saga = seedSeries(database, library);
    expect(series.analyze(saga.id)).toEqual({ task_id: 'task' });
    expect(asked).toEqual([{ series_id: saga.id }]);
    expect(() => series.analyze(crypto.randomUUID())).toThrow('was not found');
  });
});

describe('what the caller has read', () => {
  test.each([
    [[], [], { read_status: 'unread', unread_count: 3, in_progress_count: 0 }],
    [[1], [], { read_status: 'in_progress', unread_count: 2, in_progress_count: 0 }],
    [[], [1], { read_status: 'in_progress', unread_count: 2, in_progress_count: 1 }],
    [[1, 2], [3], { read_status: 'in_progress', unread_count: 0, in_progress_count: 1 }],
    [[1, 2, 3], [], { read_status: 'read', unread_count: 0, in_progress_count: 0 }],
  ])('completed %j, begun %j', (completed, begun, expected) => {
    const { database, user, caller, library } = household();
    const saga = seedSeries(database, library);
    for (const number of [1, 2, 3]) {
      const book = seedBook(database, saga, { number });
      if (completed.includes(number)) seedProgress(database, user, book);
      if (begun.includes(number)) seedProgress(database, user, book, { page: 2 });
    }
    const stranger = callerOf(seedUser(database, { username: 'bob' }));
    expect(itemsOf(series.list(caller, query()))[0]).toMatchObject(expected);
    expect(itemsOf(series.list(stranger, query()))[0]).toMatchObject({
      read_status: 'unread',
      unread_count: 3,
      date_read: null,
    });
  });

  test('is null for callers without progress-read', () => {
    const { database, user, library } = household();
    const saga = seedSeries(database, library);
    seedProgress(database, user, seedBook(database, saga));
    const blind = callerOf(user, { without: ['progress-read'] });
    const unknown = {
      read_status: null,
      unread_count: null,
      in_progress_count: null,
      date_read: null,
    };
    expect(itemsOf(series.list(blind, query()))[0]).toMatchObject(unknown);
    expect(JSON.parse(series.get(blind, saga.id).json)).toMatchObject(unknown);
  });

  test('a series without books is unread', () => {
    const { database, caller, library } = household();
    seedSeries(database, library);
    expect(itemsOf(series.list(caller, query()))[0]).toMatchObject({ read_status: 'unread' });
  });

  test('in progress lists the series with a book being read, the last read first', () => {
    const { database, user, caller, library } = household();
    const read = (name: string, time: string, page?: number) => {
      const book = seedBook(database, seedSeries(database, library, { name }));
      seedProgress(database, user, book, page === undefined ? { at: time } : { at: time, page });
    };
    read('Old', '2020-01-01T00:00:00.000Z', 2);
    read('New', '2020-01-02T00:00:00.000Z', 2);
    read('Done', '2020-01-03T00:00:00.000Z');
    seedBook(database, seedSeries(database, library, { name: 'Unread' }));
    const listing = series.inProgress(caller, query('date_read', 'desc'));
    expect(names(listing)).toEqual(['New', 'Old']);
    expect(listing.total).toBe(2);
    expect(names(series.inProgress(caller, query('name', 'desc')))).toEqual(['Old', 'New']);
  });
});

describe('lists', () => {
  const three = () => {
    const { database, user, caller, library } = household();
    const make = (
      name: string,
      filename: string,
      added: string,
      updated: string,
      release: string | null,
      books: { file_size: number; page_count: number }[],
      readAt: string | null,
    ) => {
      const first = seedSeries(database, library, {
        name,
        path: filename,
        filename_key: filename,
        date_added: added,
        date_updated: updated,
        release_date: release,
      });
      books.forEach((columns, index) => {
        const book = seedBook(database, first, { number: index + 1, ...columns });
        if (readAt && index === 0) seedProgress(database, user, book, { at: readAt });
      });
    };
    make('Vol 2', 'c', '2', '3', '2001-01-01', [{ file_size: 30, page_count: 1 }], null);
    make('Vol 10', 'b', '1', '1', null, [{ file_size: 5, page_count: 9 }], '2020-02-01');
    make(
      'The Zoo',
      'a',
      '3',
      '2',
      '1999-01-01',
      [
        { file_size: 5, page_count: 2 },
        { file_size: 5, page_count: 2 },
      ],
      '2020-01-01',
    );
    return { database, caller, library };
  };

  test.each<[SeriesSort, string[], string[]?]>([
    ['name', ['Vol 2', 'Vol 10', 'The Zoo']],
    ['date_added', ['Vol 10', 'Vol 2', 'The Zoo']],
    ['date_updated', ['Vol 10', 'The Zoo', 'Vol 2']],
    ['release_date', ['The Zoo', 'Vol 2', 'Vol 10'], ['Vol 2', 'The Zoo', 'Vol 10']],
    ['date_read', ['The Zoo', 'Vol 10', 'Vol 2'], ['Vol 10', 'The Zoo', 'Vol 2']],
    ['book_count', ['Vol 2', 'Vol 10', 'The Zoo']],
    ['file_size', ['Vol 10', 'The Zoo', 'Vol 2']],
    ['filename', ['The Zoo', 'Vol 10', 'Vol 2']],
    ['page_count', ['Vol 2', 'The Zoo', 'Vol 10']],
  ])('sort by %s in both directions, what is unknown last', (field, up, down) => {
    const { caller } = three();
    expect(names(series.list(caller, query(field)))).toEqual(up);
    expect(names(series.list(caller, query(field, 'desc')))).toEqual(down ?? up.toReversed());
  });

  test.each(['asc', 'desc'] as const)('pages by date_read %s never overlap', (direction) => {
    const { database, caller, library } = three();
    for (const name of ['P', 'Q', 'R']) seedSeries(database, library, { name });
    const whole = names(series.list(caller, query('date_read', direction)));
    const pages = [1, 2, 3].flatMap((page) =>
      names(series.list(caller, query('date_read', direction, { page, pageSize: 2 }))),
    );
    expect(pages).toEqual(whole);
    expect(new Set(pages).size).toBe(6);
  });

  test('filter by library and by series', () => {
    const { database, caller, library } = household();
    const manga = seedLibrary(database, { name: 'Manga', path: '/manga' });
    const saga = seedSeries(database, library, { name: 'Saga' });
    seedSeries(database, manga, { name: 'Akira' });
    const listedBy = (rest: Partial<SeriesQuery>, field: SeriesSort = 'name') => {
      const listing = series.list(caller, query(field, 'asc', rest));
      return [names(listing), listing.total];
    };
    expect(listedBy({ library_id: manga.id })).toEqual([['Akira'], 1]);
    expect(listedBy({ library_id: manga.id }, 'date_read')).toEqual([['Akira'], 1]);
    expect(listedBy({ series_id: saga.id })).toEqual([['Saga'], 1]);
    expect(listedBy({ series_id: saga.id, library_id: manga.id })).toEqual([[], 0]);
    expect(listedBy({ library_id: crypto.randomUUID() })).toEqual([[], 0]);
  });
});

describe('plans of the first page', () => {
  test.each([
    ['name', 'series_by_name'],
    ['date_added', 'series_by_date_added'],
    ['date_updated', 'series_by_date_updated'],
    ['release_date', 'series_by_release_date'],
    ['book_count', 'series_by_book_count'],
    ['file_size', 'series_by_file_size'],
    ['filename', 'series_by_filename'],
    ['page_count', 'series_by_page_count'],
  ] as const)('by %s walks %s and sorts nothing', (field, index) => {
    const { database, caller } = household();
    for (const direction of ['asc', 'desc'] as const) {
      const plans = queryPlans(database, () => series.list(caller, query(field, direction)));
      expect(plans).toContain(`SCAN s USING INDEX ${index}`);
      expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
    }
  });

  test('by name within a library walks its index', () => {
    const { database, caller, library } = household();
    const plans = queryPlans(database, () =>
      series.list(caller, query('name', 'asc', { library_id: library.id })),
    );
    expect(plans).toContain('SEARCH s USING INDEX series_by_library_name (library_pk=?)');
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  test('by date read and in progress walk what the user read last', () => {
    const { database, caller } = household();
    const byDate = queryPlans(database, () => series.list(caller, query('date_read', 'desc')));
    expect(byDate).toContain(
      'SEARCH u USING COVERING INDEX user_series_recent (user_pk=? AND read_at>?)',
    );
    expect(byDate).not.toContain('USE TEMP B-TREE FOR ORDER BY');
    const reading = queryPlans(database, () =>
      series.inProgress(caller, query('date_read', 'desc')),
    );
    expect(reading).toContain('SEARCH u USING INDEX user_series_recent (user_pk=?)');
    expect(reading).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });
});
