import { clamp } from '../../../shared/clamp.ts';
import { isEbook } from '../../../shared/api/book-record.ts';
import type { ReadingStats, ReadingStatsQuery } from '../../../shared/api/reading-stats.ts';
import { readingPace } from '../../../shared/reading-pace.ts';
import type { Caller } from '../../http/api/caller.ts';
import { calendarOf, currentStreak, longestStreak, utcMidnight } from './days.ts';
import type { ReadingStatsStore, ReadQuarter } from './store.ts';

export interface ReadingStatsService {
  /** The caller's reading from `from` to `to`, with days in time zone `tz`. */
  of(caller: Caller, query: ReadingStatsQuery): ReadingStats;
}

export const createReadingStatsService = ({
  store,
  clock = () => new Date(),
}: {
  store: ReadingStatsStore;
  clock?: () => Date;
}): ReadingStatsService => ({
  of({ user_pk }, { from: firstDay, to: lastDay, tz }) {
    const dateOf = calendarOf(tz);
    const today = dateOf(clock().getTime() / 1000);
    const last = lastDay ?? today;
    // Local days start and end within a day of the UTC day.
    const quarters = store
      .between(
        user_pk,
        firstDay === undefined ? 0 : utcMidnight(firstDay, -1),
        utcMidnight(last, 2),
      )
      .map((quarter) => ({ ...quarter, date: dateOf(quarter.quarter) }))
      .filter(({ date }) => (firstDay === undefined || date >= firstDay) && date <= last);
    const read = quarters.filter(({ pages }) => pages > 0);
    const by_day = tally(read, ({ date }) => date).map(([{ date }, sums]) => ({ date, ...sums }));

    return {
      books_completed: booksOf(quarters.filter(({ completed }) => completed > 0)),
      books_started: booksOf(quarters.filter(({ started }) => started > 0)),
      pages_read: sum(read, ({ pages }) => pages),
      reading_seconds: sum(read, ({ seconds }) => seconds),
      sittings: read.length,
      untimed_sittings: quarters.filter(({ seconds, untimed }) => untimed > 0 && seconds === 0)
        .length,
      seconds_per_page: {
        comic: paceOf(read, (format) => !isEbook(format) && format !== 'pdf'),
        epub: paceOf(read, isEbook),
        pdf: paceOf(read, (format) => format === 'pdf'),
      },
      current_streak_days: currentStreak(mapped(store.newestFirst(user_pk), dateOf), today),
      longest_streak_days: longestStreak(by_day.map(({ date }) => date)),
      by_day,
      by_series: tally(read, ({ series_id }) => series_id ?? '')
        .flatMap(([{ series_id, series_name }, sums]) =>
          series_id === null ? [] : [{ series_id, name: series_name ?? '', ...sums }],
        )
        .sort(mostPages),
      by_format: tally(read, ({ format }) => format)
        .map(([{ format }, sums]) => ({ format, ...sums }))
        .sort(mostPages),
    };
  },
});

/** Fewer pages are too few for a pace. */
const enoughPages = 20;

/** Seconds for a page of some formats; null while too little was read. */
const paceOf = (
  read: readonly ReadQuarter[],
  isOfKind: (format: ReadQuarter['format']) => boolean,
): number | null => {
  const timed = read.filter(({ format, seconds }) => seconds > 0 && isOfKind(format));
  const pages = sum(timed, (quarter) => quarter.pages);
  if (pages < enoughPages) return null;
  const seconds = sum(timed, (quarter) => quarter.seconds) / pages;
  return clamp(seconds, readingPace.least, readingPace.most);
};

interface Sums {
  pages: number;
  books: number;
  seconds: number;
}

/** Groups quarter-hours by key: the first of each with the total pages and seconds, and distinct books. */
const tally = <Q extends ReadQuarter>(
  quarters: readonly Q[],
  keyOf: (quarter: Q) => string,
): [Q, Sums][] =>
  [...Map.groupBy(quarters, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const pages = sum(group, (quarter) => quarter.pages);
    const seconds = sum(group, (quarter) => quarter.seconds);
    return [[first, { pages, books: booksOf(group), seconds }]];
  });

const booksOf = (quarters: readonly ReadQuarter[]): number =>
  new Set(quarters.map(({ book_id }) => book_id)).size;

const sum = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0);

const mostPages = (a: Sums, b: Sums): number => b.pages - a.pages;

function* mapped<T, R>(items: Iterable<T>, change: (item: T) => R): Generator<R> {
  for (const item of items) yield change(item);
}
