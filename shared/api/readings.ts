import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, wholeNumber } from '../schemas.ts';
import { readingGoalEndpoints } from './reading-goals.ts';
import { getReadingStats } from './reading-stats.ts';

const tag = 'Reading progress';

export const readingSchema = z
  .object({
    id: z.int().describe('Of this reading among those of the book'),
    started_at: timestamp.describe('When its first pages were read, to a quarter of an hour'),
    finished_at: timestamp.nullable().describe('Null while it goes on'),
    pages: z.int().describe('0 if the book was only marked as read'),
    seconds: z.int().describe('Estimated from the time between two pages'),
  })
  .meta({ id: 'Reading' });
export type Reading = z.infer<typeof readingSchema>;

export const listReadings = endpoint({
  id: 'listReadings',
  method: 'GET',
  path: '/books/{id}/readings',
  access: ['progress-read'],
  tag,
  summary: 'The caller’s readings of the book',
  description: 'A reading ends when the book is completed; the last one can be unfinished.',
  params: byId,
  query: listQuery(['started_at'], 'started_at,desc'),
  list: readingSchema,
});

export const deleteReading = endpoint({
  id: 'deleteReading',
  method: 'DELETE',
  path: '/books/{id}/readings/{reading_id}',
  access: ['progress-write'],
  tag,
  summary: 'Deletes one reading from the history and the statistics of the caller',
  description: 'The progress of the book stays as it is.',
  params: byId.extend({ reading_id: wholeNumber(0).describe('As in the list of readings') }),
  status: 204,
});

export const clearReadings = endpoint({
  id: 'clearReadings',
  method: 'DELETE',
  path: '/books/{id}/readings',
  access: ['progress-write'],
  tag,
  summary: 'Deletes all readings of the book and the caller’s earlier positions',
  description: 'The progress of the book stays as it is.',
  params: byId,
  status: 204,
});

export const clearReadingHistory = endpoint({
  id: 'clearReadingHistory',
  method: 'DELETE',
  path: '/reading-history',
  access: ['progress-write'],
  tag,
  summary: 'Deletes all readings, statistics and earlier positions of the caller',
  description: 'Progress, ratings and annotations stay as they are.',
  status: 204,
});

/** All endpoints about what was read when. */
export const readingEndpoints = [
  getReadingStats,
  ...readingGoalEndpoints,
  listReadings,
  clearReadings,
  deleteReading,
  clearReadingHistory,
] as const;
