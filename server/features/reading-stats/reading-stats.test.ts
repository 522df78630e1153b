import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { getReadingStats, readingStatsQuery } from '../../../shared/api/reading-stats.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import { connect } from '../../database/database.ts';
import {
  callerOf,
  createTestStore,
  queryPlans,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { startTestServer } from '../../testing/server.ts';
import { createProgressService } from '../progress/service.ts';
import { type ProgressService } from '../progress/types.ts';
import { createProgressStore } from '../progress/store.ts';
import { createReadingsStore } from '../readings/store.ts';
import { calendarOf } from './days.ts';
import { createGoalsStore } from './goals-store.ts';
import { createReadingStatsService, type ReadingStatsService } from './service.ts';
import { createReadingStatsStore } from './store.ts';

let home: TestStore;
let progress: ProgressService;
let stats: ReadingStatsService;
let time: Date;

beforeEach(() => {
  home = createTestStore();
  time = new Date('2026-01-15T10:00:00.000Z');
  const clock = () => time;
  const { database } = home;
  progress = createProgressService({
    store: createProgressStore(database),
    bus: createEventBus(),
    clock,
  });
  stats = createReadingStatsService({ store: createReadingStatsStore(database), clock });
});
afterEach(() => home.close());

const household = () => {
  const { database } = home;
  const caller = callerOf(seedUser(database));
  const saga = seedSeries(database, seedLibrary(database));
  return { database, caller, saga, book: seedBook(database, saga) };
};
const moment = (when: string) => {
  time = new Date(when);
};
const query = (given: Parameters<typeof readingStatsQuery.parse>[0] = {}) =>
  readingStatsQuery.parse(given);

describe('pages and time', () => {
  test('count what progress moves forward over, and how long that took', () => {
    const { caller, book, saga } = household();
    progress.update(caller, book.id, { current_page: 1 });
    moment('2026-01-15T10:01:00Z');
    progress.update(caller, book.id, { current_page: 4 });
    moment('2026-01-15T10:01:30Z');
    progress.update(caller, book.id, { current_page: 2 });
    moment('2026-01-15T10:02:30Z');
    progress.update(caller, book.id, { current_page: 10 });

    expect(stats.of(caller, query())).toEqual({
      books_completed: 1,
      books_started: 1,
      pages_read: 12,
      reading_seconds: 120,
      sittings: 1,
      untimed_sittings: 0,
      seconds_per_page: { comic: null, epub: null, pdf: null },
      current_streak_days: 1,
      longest_streak_days: 1,
      by_day: [{ date: '2026-01-15', pages: 12, books: 1, seconds: 120 }],
      by_series: [{ series_id: saga.id, name: 'Saga', pages: 12, books: 1, seconds: 120 }],
      by_format: [{ format: 'cbz', pages: 12, books: 1, seconds: 120 }],
    });
  });

  test('a page that was left open for the night counts as a usual one', () => {
    const { caller, book } = household();
    progress.update(caller, book.id, { current_page: 1 });
    moment('2026-01-16T09:00:00Z');
    progress.update(caller, book.id, { current_page: 2 });
    expect(stats.of(caller, query()).reading_seconds).toBe(50);
  });

  test('marking a book as read completes it without reading pages', () => {
    const { caller, book, saga } = household();
    progress.markRead(caller, book.id);
    progress.markSeriesRead(caller, saga.id);
    expect(stats.of(caller, query())).toMatchObject({
      books_completed: 1,
      pages_read: 0,
      current_streak_days: 0,
      by_day: [],
    });
  });

  test('what was read stays read when the progress is cleared', () => {
    const { caller, book } = household();
    progress.update(caller, book.id, { current_page: 2 });
    progress.markRead(caller, book.id);
    progress.clear(caller, book.id);
    expect(stats.of(caller, query())).toMatchObject({ books_completed: 1, pages_read: 2 });
  });

  test('what was read stays read when the book is deleted, with its series and library', () => {
    const { database, caller, book, saga } = household();
    const other = seedBook(database, saga, { number: 2 });
    for (const { id } of [book, other]) {
      progress.update(caller, id, { current_page: 1 });
      progress.update(caller, id, { is_completed: true });
    }
    const before = stats.of(caller, query());
    const goals = createGoalsStore(database);
    const sums = goals.between(caller.user_pk, 0, 2e9);
    expect(sums).toMatchObject([{ books: 2 }]);

    database.prepare('DELETE FROM books WHERE id = ?').run(book.id);
    expect(stats.of(caller, query())).toEqual(before);
    database.prepare('DELETE FROM libraries').run();
    expect(stats.of(caller, query())).toEqual({ ...before, by_series: [] });
    expect(goals.between(caller.user_pk, 0, 2e9)).toEqual(sums);

    createReadingsStore(database).clearAll(caller.user_pk);
    expect(stats.of(caller, query()).books_completed).toBe(0);
  });

  test('one reader’s history is not another’s', () => {
    const { caller, book, database } = household();
    progress.update(caller, book.id, { current_page: 3 });
    const other = callerOf(seedUser(database, { username: 'bob' }));
    expect(stats.of(other, query()).pages_read).toBe(0);
  });
});

describe('a jump is not reading', () => {
  test('if the reader says so, even after a long look at the page before', () => {
    const { caller, book } = household();
    progress.update(caller, book.id, { current_page: 1 });
    moment('2026-01-15T10:03:00Z');
    progress.update(caller, book.id, { current_page: 9, is_jump: true });
    expect(stats.of(caller, query())).toMatchObject({ pages_read: 1, reading_seconds: 0 });
    moment('2026-01-15T10:03:20Z');
    progress.update(caller, book.id, { current_page: 10 });
    expect(stats.of(caller, query())).toMatchObject({ pages_read: 2, reading_seconds: 20 });
  });

  test('nor is a place that an app only set; the sitting is named as one without a time', () => {
    const { caller, saga, database } = household();
    const long = seedBook(database, saga, { number: 2, page_count: 600 });
    progress.update(caller, long.id, { current_page: 557 });
    expect(stats.of(caller, query())).toMatchObject({
      books_started: 1,
      pages_read: 0,
      reading_seconds: 0,
      untimed_sittings: 1,
    });
    moment('2026-01-15T11:00:00Z');
    progress.update(caller, long.id, { current_page: 600 });
    expect(stats.of(caller, query())).toMatchObject({
      books_completed: 1,
      pages_read: 43,
      reading_seconds: 3600,
    });
  });

  test('an evening that a phone sends the day after counts its pages, without a time', () => {
    const { caller, saga, database } = household();
    const long = seedBook(database, saga, { number: 2, page_count: 600 });
    progress.update(caller, long.id, { current_page: 2 });
    moment('2026-01-16T10:00:00Z');
    progress.update(caller, long.id, { current_page: 50 });
    expect(stats.of(caller, query())).toMatchObject({
      pages_read: 50,
      reading_seconds: 0,
      untimed_sittings: 2,
    });
  });
});

test('the pace is one for each kind of book, and plausible', () => {
  const { caller, saga, database } = household();
  const read = (format: 'cbz' | 'epub' | 'pdf', secondsPerPage: number, pages: number) => {
    const { id } = seedBook(database, saga, { title: format, page_count: 600, format });
    for (let page = 1; page <= pages + 1; page += 1) {
      progress.update(caller, id, { current_page: page });
      moment(new Date(time.getTime() + secondsPerPage * 1000).toISOString());
    }
  };
  const pace = () => stats.of(caller, query()).seconds_per_page;
  read('cbz', 3, 30);
  read('epub', 60, 30);
  read('pdf', 90, 10);
  expect(pace().comic).toBe(5);
  expect(pace().epub).toBeGreaterThan(55);
  expect(pace().epub).toBeLessThan(61);
  expect(pace().pdf).toBeNull();
});

describe('days', () => {
  test.each([
    ['UTC', '2026-01-15'],
    ['Asia/Kathmandu', '2026-01-16'],
    ['America/New_York', '2026-01-15'],
  ])('begin and end as they do in %s', (tz, date) => {
    const { caller, book } = household();
    moment('2026-01-15T18:20:00Z');
    progress.update(caller, book.id, { current_page: 3 });
    expect(stats.of(caller, query({ tz })).by_day).toMatchObject([{ date, pages: 3, books: 1 }]);
    expect(stats.of(caller, query({ tz, from: date, to: date })).pages_read).toBe(3);
    expect(stats.of(caller, query({ tz, to: '2026-01-14' })).pages_read).toBe(0);
    expect(stats.of(caller, query({ tz, from: '2026-01-17' })).pages_read).toBe(0);
  });

  test('are those of the calendar when clocks change', () => {
    const dateOf = calendarOf('Europe/Berlin');
    const timeOf = (time: string) => dateOf(Date.parse(time) / 1000);
    expect(timeOf('2026-03-28T22:59:00Z')).toBe('2026-03-28');
    expect(timeOf('2026-03-28T23:00:00Z')).toBe('2026-03-29');
    expect(timeOf('2026-03-29T21:59:00Z')).toBe('2026-03-29');
    expect(timeOf('2026-03-29T22:00:00Z')).toBe('2026-03-30');
    expect(timeOf('2026-10-25T22:59:00Z')).toBe('2026-10-25');
    expect(timeOf('2026-10-25T23:00:00Z')).toBe('2026-10-26');
  });

  test('in a row make a streak, up to yesterday', () => {
    const { caller, saga, database } = household();
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-10', '2026-01-11'];
    for (const [index, day] of days.entries()) {
      moment(`${day}T20:00:00Z`);
      const book = seedBook(database, saga, { number: index + 10 });
      progress.update(caller, book.id, { current_page: 2 });
    }
    const streaks = () => {
      const { current_streak_days, longest_streak_days } = stats.of(caller, query());
      return [current_streak_days, longest_streak_days];
    };
    expect(streaks()).toEqual([2, 3]);
    moment('2026-01-12T10:00:00Z');
    expect(streaks()).toEqual([2, 3]);
    moment('2026-01-13T10:00:00Z');
    expect(streaks()).toEqual([0, 3]);
    expect(stats.of(caller, query({ from: '2026-01-03' })).longest_streak_days).toBe(2);
  });

  test('are found by an index', () => {
    const { caller, database } = household();
    const plans = queryPlans(database, () => {
      createReadingStatsService({ store: createReadingStatsStore(database) }).of(caller, query());
    });
    expect(plans.filter((step) => step.includes('SCAN') || step.includes('TEMP B-TREE'))).toEqual(
      [],
    );
  });
});

test('the endpoint returns the reading of the caller, and refuses invalid days and zones', async () => {
  const octavo = await startTestServer();
  try {
    const database = connect(`${octavo.dataDir}/octavo.db`);
    const book = seedBook(database, seedSeries(database, seedLibrary(database)));
    database.close();
    await octavo.api.call(updateProgress, { params: { id: book.id }, body: { current_page: 3 } });
    const read = await octavo.api.call(getReadingStats, { query: { tz: 'Europe/Berlin' } });
    expect(read).toMatchObject({ pages_read: 3, books_started: 1 });
    for (const bad of ['tz=Nowhere/Land', 'from=today', 'from=2026-02-01&to=2026-01-01']) {
      expect((await octavo.request(`/reading-stats?${bad}`)).status).toBe(400);
    }
  } finally {
    await octavo.stop();
  }
});
