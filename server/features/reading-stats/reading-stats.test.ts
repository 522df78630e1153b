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
import { calendarOf } from './days.ts';
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
    moment('2026-01-15T10:02:00Z');
    progress.update(caller, book.id, { current_page: 10 });

    expect(stats.of(caller, query())).toEqual({
      books_completed: 1,
      books_started: 1,
      pages_read: 12,
      reading_seconds: 90,
      current_streak_days: 1,
      longest_streak_days: 1,
      by_day: [{ date: '2026-01-15', pages: 12, books: 1 }],
      by_series: [{ series_id: saga.id, name: 'Saga', pages: 12, books: 1 }],
      by_format: [{ format: 'cbz', pages: 12, books: 1 }],
    });
  });

  test('a page that was left open for the night counts five minutes', () => {
    const { caller, book } = household();
    progress.update(caller, book.id, { current_page: 1 });
    moment('2026-01-16T09:00:00Z');
    progress.update(caller, book.id, { current_page: 2 });
    expect(stats.of(caller, query()).reading_seconds).toBe(300);
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
    progress.update(caller, book.id, { current_page: 10 });
    progress.clear(caller, book.id);
    expect(stats.of(caller, query())).toMatchObject({ books_completed: 1, pages_read: 10 });
  });

  test('one reader’s history is not another’s', () => {
    const { caller, book, database } = household();
    progress.update(caller, book.id, { current_page: 5 });
    const other = callerOf(seedUser(database, { username: 'bob' }));
    expect(stats.of(other, query()).pages_read).toBe(0);
  });
});

describe('days', () => {
  test.each([
    ['UTC', '2026-01-15'],
    ['Asia/Kathmandu', '2026-01-16'],
    ['America/New_York', '2026-01-15'],
  ])('begin and end as they do in %s', (tz, date) => {
    const { caller, book } = household();
    moment('2026-01-15T18:20:00Z');
    progress.update(caller, book.id, { current_page: 5 });
    expect(stats.of(caller, query({ tz })).by_day).toEqual([{ date, pages: 5, books: 1 }]);
    expect(stats.of(caller, query({ tz, from: date, to: date })).pages_read).toBe(5);
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

test('the endpoint answers with the reading of the caller, and refuses what is no day or zone', async () => {
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
