import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { calendarDate, uuid } from '../schemas.ts';
import { bookFormats } from './book-record.ts';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The time zone of a request's days. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { message: 'Use a time zone such as Europe/Berlin' })
  .default('UTC')
  .describe('IANA time zone in which days begin and end');

export const readingStatsQuery = z
  .object({
    from: calendarDate.optional().describe('First day; default: the first one with data'),
    to: calendarDate.optional().describe('Last day; default: today'),
    tz: timeZone,
  })
  .refine(
    ({ from: first, to: last }) => first === undefined || last === undefined || first <= last,
    {
      message: 'from lies behind to',
      path: ['from'],
    },
  );
export type ReadingStatsQuery = z.output<typeof readingStatsQuery>;

const read = {
  pages: z.int(),
  books: z.int().describe('Books of which pages were read'),
  seconds: z.int().describe('Estimated; 0 if no time is known'),
};

const pace = z.number().nullable().describe('5 to 240; null while fewer than 20 pages have a time');

export const readingStatsSchema = z
  .object({
    books_completed: z.int(),
    books_started: z.int(),
    pages_read: z.int(),
    reading_seconds: z.int().describe('Estimated from the time between two pages'),
    sittings: z.int().describe('Quarter hours in which pages of a book were read'),
    untimed_sittings: z
      .int()
      .describe('Quarter hours with unknown reading time, because an app only set a position'),
    seconds_per_page: z.object({ comic: pace, epub: pace, pdf: pace }).describe('By kind of book'),
    current_streak_days: z
      .int()
      .describe('Days in a row with pages read, up to today or yesterday'),
    longest_streak_days: z.int().describe('Within the requested days'),
    by_day: z.array(z.object({ date: calendarDate, ...read })),
    by_series: z.array(z.object({ series_id: uuid, name: z.string(), ...read })),
    by_format: z.array(z.object({ format: z.enum(bookFormats), ...read })),
  })
  .meta({ id: 'ReadingStats' });
export type ReadingStats = z.infer<typeof readingStatsSchema>;

export const getReadingStats = endpoint({
  id: 'getReadingStats',
  method: 'GET',
  path: '/reading-stats',
  access: ['progress-read'],
  tag: 'Reading progress',
  summary: 'Reading statistics of the caller',
  description:
    'Pages count when progress moves forward over them at a reading pace; jumps and marking a book as read do not count. by_day omits days without pages; series and formats are sorted by pages, the most first.',
  query: readingStatsQuery,
  response: readingStatsSchema,
});
