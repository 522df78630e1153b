import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { bookSchema, type Book, type BookSort } from '../../../shared/api/book-record.ts';
import { fullBookSchema, type ReadingSort } from '../../../shared/api/books.ts';
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
import { shuffled } from '../../database/shuffled.ts';
import { createReadGate } from '../../media/read-gate.ts';
import { createBooksService, type BooksService } from './service.ts';
import { type BookQuery } from './types.ts';
import { createBooksStore } from './store.ts';

let home: TestStore;
let books: BooksService;
let asked: unknown[];

beforeEach(() => {
  home = createTestStore();
  asked = [];
  const store = createBooksStore(home.database);
  books = createBooksService({
    gate: createReadGate(),
    epubOf: () => Promise.reject(new Error('No file is read here')),
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
  field: ReadingSort = 'title',
  direction: Direction = 'asc',
  rest: Partial<BookQuery> = {},
): BookQuery => ({ page: 1, pageSize: 50, sort: { field, direction }, ...rest });

const titles = (listing: ListPage<Book>) => itemsOf(listing).map(({ title }) => title);

const household = () => {
  const { database } = home;
  const user = seedUser(database);
  const library = seedLibrary(database);
  const saga = seedSeries(database, library, { name: 'Saga' });
  return { database, user, caller: callerOf(user), library, saga };
};

describe('lists', () => {
  test('return every book as the contract says, with the progress of the caller', () => {
    const { database, user, caller, library, saga } = household();
    const book = seedBook(database, saga, { number: 2.5, release_date: '2020-02-29' });
    seedProgress(database, user, book, { page: 4 });
    const { data, total } = books.list(caller, query());
    const [record] = itemsOf({ data, total });
    expect(bookSchema.parse(record)).toEqual(record);
    expect(total).toBe(1);
    expect(record).toMatchObject({
      id: book.id,
      library_id: library.id,
      library_name: 'Comics',
      series_id: saga.id,
      series_name: 'Saga',
      number: 2.5,
      volume: null,
      analyzed: false,
      missing_since: null,
      progress: { current_page: 4, page_count: 10, percentage: 0.4, is_completed: false },
    });
  });

  test('are empty, not wrong, without books', () => {
    const { caller } = household();
    expect(books.list(caller, query())).toEqual({ data: { json: '[]' }, total: 0 });
    expect(books.onDeck(caller, query('read_at', 'desc')).total).toBe(0);
  });

  test.each<[BookSort, string[]]>([
    ['title', ['Alpha 2', 'Alpha 10', 'The Beta']],
    ['number', ['The Beta', 'Alpha 10', 'Alpha 2']],
    ['file_size', ['Alpha 10', 'The Beta', 'Alpha 2']],
    ['page_count', ['The Beta', 'Alpha 2', 'Alpha 10']],
    ['created_at', ['Alpha 2', 'The Beta', 'Alpha 10']],
    ['modified_at', ['Alpha 10', 'Alpha 2', 'The Beta']],
  ])('sort by %s in both directions', (field, expected) => {
    const { database, caller, saga } = household();
    seedBook(database, saga, {
      title: 'Alpha 2',
      number: null,
      file_size: 30,
      page_count: 2,
      created_at: '2020-01-01T00:00:00.000Z',
      modified_at: '2020-01-02T00:00:00.000Z',
    });
    seedBook(database, saga, {
      title: 'Alpha 10',
      number: 9,
      file_size: 10,
      page_count: 3,
      created_at: '2020-01-03T00:00:00.000Z',
      modified_at: '2020-01-01T00:00:00.000Z',
    });
    seedBook(database, saga, {
      title: 'The Beta',
      number: 1,
      file_size: 20,
      page_count: 1,
      created_at: '2020-01-02T00:00:00.000Z',
      modified_at: '2020-01-03T00:00:00.000Z',
    });
    expect(titles(books.list(caller, query(field)))).toEqual(expected);
    expect(titles(books.list(caller, query(field, 'desc')))).toEqual(expected.toReversed());
  });

  test('never repeat or lose a book between pages, though all sort alike', () => {
    const { database, caller, saga } = household();
    const ids = Array.from(
      { length: 7 },
      (_, index) => seedBook(database, saga, { title: 'Same', path: `Saga/${index}.cbz` }).id,
    );
    const seen = [1, 2, 3, 4].flatMap((page) =>
      itemsOf(books.list(caller, query('title', 'desc', { page, pageSize: 2 }))).map(
        ({ id }) => id,
      ),
    );
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(books.list(caller, query('title', 'asc', { page: 9 }))).toEqual({
      data: { json: '[]' },
      total: 7,
    });
  });

  test('come in a random order, which is the same for every page of a day', () => {
    const { database, caller, saga } = household();
    const names = Array.from({ length: 40 }, (_, index) => `Book ${index}`);
    for (const title of names) seedBook(database, saga, { title, path: `Saga/${title}.cbz` });
    const whole = books.list(caller, query('random', 'asc', { pageSize: 40 }));
    const seen = [1, 2, 3, 4].flatMap((page) =>
      titles(books.list(caller, query('random', 'asc', { page, pageSize: 10 }))),
    );
    expect(seen).toEqual(titles(whole));
    expect(seen.toSorted()).toEqual(names.toSorted());
    expect(seen).not.toEqual(names);
    expect(new Set([0, 1, 2].map((days) => shuffled('pk', days * 86_400_000))).size).toBe(3);
  });

  test('are counted by the day on which they were added, in a time zone, and listed by it', () => {
    const { database, caller, library, saga } = household();
    const added = (title: string, created_at: string) =>
      seedBook(database, saga, { title, path: `Saga/${title}.cbz`, created_at });
    const late = added('Late', '2026-03-01T23:40:00.000Z');
    const early = added('Early', '2026-03-01T08:00:00.000Z');
    const noon = added('Noon', '2026-03-01T11:00:00.000Z');
    added('Before', '2026-02-20T08:00:00.000Z');
    const days = { from: '2026-02-28T23:00:00Z', before: '2026-03-31T22:00:00Z' };
    expect(books.addedDays({ ...days, tz: 'Europe/Berlin', library_id: library.id })).toEqual({
      days: [
        { date: '2026-03-02', books: 1, book_ids: [late.id] },
        { date: '2026-03-01', books: 2, book_ids: [noon.id, early.id] },
      ],
    });
    expect(books.addedDays({ ...days, tz: 'UTC' }).days.map(({ books }) => books)).toEqual([3]);
    const listing = books.list(
      caller,
      query('created_at', 'desc', {
        added_from: '2026-02-28T23:00:00Z',
        added_before: '2026-03-01T23:00:00Z',
      }),
    );
    expect([titles(listing), listing.total]).toEqual([['Noon', 'Early'], 2]);
  });

  test('leave out missing books, and filter by library and series', () => {
    const { database, caller, library, saga } = household();
    const manga = seedLibrary(database, { name: 'Manga', path: '/manga' });
    const other = seedSeries(database, library, { name: 'Other' });
    const far = seedSeries(database, manga, { name: 'Far' });
    seedBook(database, saga, { title: 'Here' });
    seedBook(database, saga, { title: 'Gone', missing_since: '2020-01-01T00:00:00.000Z' });
    seedBook(database, other, { title: 'Beside' });
    seedBook(database, far, { title: 'Away' });
    const listedBy = (rest: Partial<BookQuery>, field: ReadingSort = 'title') => {
      const listing = books.list(caller, query(field, 'asc', rest));
      return [titles(listing).toSorted(), listing.total];
    };
    expect(listedBy({})).toEqual([['Away', 'Beside', 'Here'], 3]);
    expect(listedBy({ library_id: library.id })).toEqual([['Beside', 'Here'], 2]);
    expect(listedBy({ library_id: library.id }, 'created_at')).toEqual([['Beside', 'Here'], 2]);
    expect(listedBy({ library_id: manga.id }, 'created_at')).toEqual([['Away'], 1]);
    expect(listedBy({ series_id: saga.id })).toEqual([['Here'], 1]);
    expect(listedBy({ series_id: saga.id, library_id: manga.id })).toEqual([[], 0]);
    expect(listedBy({ series_id: crypto.randomUUID() })).toEqual([[], 0]);
  });

  test('of a series are in reading order, specials last; an unknown series is not found', () => {
    const { database, caller, saga } = household();
    seedBook(database, saga, { number: null, title: 'Special' });
    seedBook(database, saga, { number: 10 });
    seedBook(database, saga, { number: 2 });
    seedBook(database, saga, { number: 2, title: 'Book 2, again' });
    expect(titles(books.ofSeries(caller, saga.id, query('number')))).toEqual([
      'Book 2',
      'Book 2, again',
      'Book 10',
      'Special',
    ]);
    expect(() => books.ofSeries(caller, crypto.randomUUID(), query())).toThrow('was not found');
  });
});

describe('books in progress', () => {
  test('in progress and recently read come with the last read first', () => {
    const { database, user, caller, library, saga } = household();
    const other = seedUser(database, { username: 'bob' });
    const first = seedBook(database, saga, { number: 1 });
    const two = seedBook(database, saga, { number: 2 });
    const three = seedBook(database, saga, { number: 3 });
    const four = seedBook(database, saga, { number: 4 });
    const gone = seedBook(database, saga, { number: 5, missing_since: '2020-01-01T00:00:00.000Z' });
    seedProgress(database, user, first, { page: 2, at: '2020-01-01T00:00:00.000Z' });
    seedProgress(database, user, two, { at: '2020-01-03T00:00:00.000Z' });
    seedProgress(database, user, three, { page: 2, at: '2020-01-02T00:00:00.000Z' });
    seedProgress(database, user, gone, { page: 2, at: '2020-01-04T00:00:00.000Z' });
    seedProgress(database, other, four, { page: 2 });
    const latest = query('read_at', 'desc');
    expect(titles(books.inProgress(caller, latest))).toEqual(['Book 3', 'Book 1']);
    expect(titles(books.inProgress(caller, query('title')))).toEqual(['Book 1', 'Book 3']);
    expect(books.inProgress(caller, latest).total).toBe(2);
    expect(titles(books.recentlyRead(caller, latest))).toEqual(['Book 2', 'Book 3', 'Book 1']);
    expect(books.recentlyRead(caller, latest).total).toBe(3);
    const filtered = { ...latest, library_id: library.id, series_id: saga.id };
    expect(books.recentlyRead(caller, filtered).total).toBe(3);
    expect(titles(books.recentlyRead(caller, filtered))).toHaveLength(3);
  });

  test('on deck is the book after the last completed one, of series with none in progress', () => {
    const { database, user, caller, library } = household();
    const read = (name: string, completed: number[], begun: number[], time: string) => {
      const series = seedSeries(database, library, { name });
      for (const number of [1, 2, 3, 4]) {
        const book = seedBook(database, series, { number, title: `${name} ${number}` });
        if (completed.includes(number)) seedProgress(database, user, book, { at: time });
        if (begun.includes(number)) seedProgress(database, user, book, { page: 3, at: time });
      }
      return series;
    };
    const after = read('After', [1, 2], [], '2020-01-01T00:00:00.000Z');
    read('Skipped', [2], [], '2020-01-03T00:00:00.000Z');
    read('Last', [3, 4], [], '2020-01-02T00:00:00.000Z');
    read('Reading', [1], [2], '2020-01-05T00:00:00.000Z');
    read('Done', [1, 2, 3, 4], [], '2020-01-06T00:00:00.000Z');
    read('Untouched', [], [], '2020-01-07T00:00:00.000Z');
    const deck = (rest: BookQuery) => books.onDeck(caller, rest);
    expect(titles(deck(query('read_at', 'desc')))).toEqual(['Skipped 3', 'Last 1', 'After 3']);
    expect(deck(query('read_at', 'desc')).total).toBe(3);
    expect(titles(deck(query('title', 'asc')))).toEqual(['After 3', 'Last 1', 'Skipped 3']);
    expect(titles(deck(query('read_at', 'desc', { page: 2, pageSize: 2 })))).toEqual(['After 3']);
    const filtered = query('title', 'asc', { series_id: after.id, library_id: library.id });
    expect(titles(deck(filtered))).toEqual(['After 3']);
    expect(deck(filtered).total).toBe(1);
  });

  test('on deck passes over missing books', () => {
    const { database, user, caller, saga } = household();
    seedProgress(database, user, seedBook(database, saga, { number: 1 }));
    seedBook(database, saga, { number: 2, missing_since: '2020-01-01T00:00:00.000Z' });
    seedBook(database, saga, { number: 3 });
    expect(titles(books.onDeck(caller, query('read_at', 'desc')))).toEqual(['Book 3']);
  });
});

describe('a book', () => {
  test('comes with metadata, neighbours and defaults for what is unknown', () => {
    const { database, caller, saga } = household();
    const first = seedBook(database, saga, { number: 1 });
    seedBook(database, saga, { number: 2, missing_since: '2020-01-01T00:00:00.000Z' });
    const metadata = JSON.stringify({
      publisher: 'Image',
      authors: [{ name: 'BKV', role: 'writer' }],
    });
    const third = seedBook(database, saga, { number: 3, metadata, summary: 'War in space.' });
    const special = seedBook(database, saga, { number: null });
    const book = books.get(caller, third.id);
    expect(fullBookSchema.parse(book)).toEqual(book);
    expect(book).toMatchObject({ previous_id: first.id, next_id: special.id });
    expect(book.metadata).toMatchObject({
      summary: 'War in space.',
      publisher: 'Image',
      imprint: null,
      genres: [],
      authors: [{ name: 'BKV', role: 'writer' }],
    });
    expect(books.get(caller, first.id).previous_id).toBeNull();
    expect(books.get(caller, special.id).next_id).toBeNull();
  });

  test('names the nearest books that can be read, past damaged ones', () => {
    const { database, caller, saga } = household();
    const first = seedBook(database, saga, { number: 1 });
    const damaged = seedBook(database, saga, { number: 2, error: 'The file is damaged' });
    const third = seedBook(database, saga, { number: 3 });
    seedBook(database, saga, { number: 4, error: 'The file is damaged' });
    expect(books.get(caller, first.id)).toMatchObject({
      next_id: damaged.id,
      next_readable_id: third.id,
    });
    expect(books.get(caller, third.id)).toMatchObject({
      previous_id: damaged.id,
      previous_readable_id: first.id,
      next_readable_id: null,
    });
  });

  test('answers while it is missing; an unknown one is not found by its id', () => {
    const { database, caller, saga } = household();
    const gone = seedBook(database, saga, { missing_since: '2020-01-01T00:00:00.000Z' });
    expect(books.get(caller, gone.id).missing_since).toBe('2020-01-01T00:00:00.000Z');
    const unknown = crypto.randomUUID();
    expect(() => books.get(caller, unknown)).toThrow(`Book ${unknown} was not found`);
  });

  test('shows absolute paths only to callers who can change libraries', () => {
    const { database, user, saga } = household();
    const book = seedBook(database, saga, { number: 1 });
    const path = (role: 'reader' | 'maintainer') =>
      books.get(callerOf({ ...user, role }), book.id).path;
    expect(path('reader')).toBe('Saga/Book 1.cbz');
    expect(path('maintainer')).toBe(['/comics', 'Saga', 'Book 1.cbz'].join(sep));
  });

  test('hides progress from callers without progress-read', () => {
    const { database, user, saga } = household();
    const book = seedBook(database, saga, { number: 1 });
    seedProgress(database, user, book);
    const blind = callerOf(user, { without: ['progress-read'] });
    expect(books.get(blind, book.id).progress).toBeNull();
    expect(books.get(callerOf(user), book.id).progress).toMatchObject({ percentage: 1 });
  });

  test('is downloaded under its own name, and not found once its file is gone', async () => {
    const { database } = household();
    const library = seedLibrary(database, { name: 'Disk', path: join(home.dir, 'disk') });
    const series = seedSeries(database, library, { name: 'Akira' });
    const book = seedBook(database, series, { title: 'アキラ 1' });
    await expect(books.file(book.id)).rejects.toThrow('Connect its drive');
    mkdirSync(join(library.path, 'Akira'), { recursive: true });
    await expect(books.file(book.id)).rejects.toThrow('no longer exists on the disk');
    writeFileSync(join(library.path, 'Akira', 'アキラ 1.cbz'), 'bytes');
    expect(await books.file(book.id)).toMatchObject({
      media_type: 'application/vnd.comicbook+zip',
      download_name: 'アキラ 1.cbz',
      body: { path: join(library.path, 'Akira', 'アキラ 1.cbz'), size: 5 },
    });
    const folder = seedBook(database, series, { path: 'Akira', format: 'folder' });
    expect(await books.file(folder.id)).toMatchObject({
      media_type: 'application/vnd.comicbook+zip',
      download_name: 'Book 1.cbz.cbz',
      body: { size: 22 },
    });
  });

  test('is analysed again by a task', () => {
    const { database, saga } = household();
    const book = seedBook(database, saga);
    expect(books.analyze(book.id)).toEqual({ task_id: 'task' });
    expect(asked).toEqual([{ book_id: book.id }]);
    expect(() => books.analyze(crypto.randomUUID())).toThrow('was not found');
  });
});

describe('plans of the first page', () => {
  const plansOf = (work: (caller: ReturnType<typeof callerOf>) => unknown) => {
    const { database, caller } = household();
    return queryPlans(database, () => work(caller));
  };

  test.each([
    ['title', 'books_by_title'],
    ['number', 'books_by_number'],
    ['file_size', 'books_by_file_size'],
    ['page_count', 'books_by_page_count'],
    ['created_at', 'books_by_created_at'],
    ['modified_at', 'books_by_modified_at'],
  ] as const)('by %s walks %s and sorts nothing', (field, index) => {
    const plans = plansOf((caller) => books.list(caller, query(field, 'desc')));
    expect(plans).toContain(`SCAN b USING INDEX ${index}`);
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  test('of a series walks its own index', () => {
    const id = crypto.randomUUID();
    const plans = plansOf((caller) =>
      books.list(caller, query('number', 'asc', { series_id: id })),
    );
    expect(plans).toContain('SEARCH b USING INDEX books_by_series (series_pk=?)');
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  test('in progress and recently read walk the progress of the user', () => {
    const latest = query('read_at', 'desc');
    const plans = plansOf((caller) => [
      books.inProgress(caller, latest),
      books.recentlyRead(caller, latest),
    ]);
    expect(plans).toContain(
      'SEARCH p USING COVERING INDEX progress_reading (user_pk=? AND is_completed=?)',
    );
    expect(plans).toContain('SEARCH p USING COVERING INDEX progress_recent (user_pk=?)');
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
    expect(plans.filter((step) => /SCAN (b|s|p|books|series)\b/.test(step))).toEqual([]);
  });

  test('on deck walks the series read last and never all books', () => {
    const plans = plansOf((caller) => books.onDeck(caller, query('read_at', 'desc')));
    expect(plans).toContain('SEARCH u USING INDEX user_series_recent (user_pk=?)');
    expect(plans.filter((step) => /SCAN (b|n|s|p)\b/.test(step))).toEqual([]);
  });
});
