import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { maxIds } from '../limits.ts';
import { byId, flag, lettersSchema, listQuery, uuid } from '../schemas.ts';
import { bookSchema, bookSortFields, compactBookSchema } from './book-record.ts';
import { filterSeriesBody } from './filter-bodies.ts';
import {
  fullSeriesSchema,
  seriesFilters,
  seriesSchema,
  seriesSearchSortFields,
  seriesSortFields,
} from './series-record.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Series';

export const listSeries = endpoint({
  id: 'listSeries',
  method: 'GET',
  path: '/series',
  access: ['series-read'],
  tag,
  summary: 'Lists series',
  query: listQuery(seriesSortFields, 'name,asc', {
    ...seriesFilters,
    full: flag.optional().describe('Deprecated: use /series/full'),
  }),
  list: z.union([fullSeriesSchema, seriesSchema]),
});

export const listFullSeries = endpoint({
  id: 'listFullSeries',
  method: 'GET',
  path: '/series/full',
  access: ['series-read'],
  tag,
  summary: 'Lists series with metadata, genres, tags and external links',
  query: listQuery(seriesSortFields, 'name,asc', seriesFilters),
  list: fullSeriesSchema,
});

export const filterSeries = endpoint({
  id: 'filterSeries',
  method: 'POST',
  path: '/series/list',
  access: ['series-read'],
  tag,
  summary: 'Lists series that match a filter and a search',
  description: 'Filtering by readStatus needs progress-read as well.',
  query: listQuery(seriesSearchSortFields, 'relevance,desc', {}, { olderForms: false }),
  body: filterSeriesBody,
  list: seriesSchema,
});

export const listSeriesIds = endpoint({
  id: 'listSeriesIds',
  method: 'POST',
  path: '/series/ids',
  access: ['series-read'],
  tag,
  summary: 'The ids of all series that match a filter and a search',
  description: 'To select all of them. Filtering by readStatus needs progress-read as well.',
  query: listQuery(
    seriesSearchSortFields,
    'relevance,desc',
    {},
    {
      olderForms: false,
      maxSize: maxIds,
    },
  ),
  body: filterSeriesBody,
  list: uuid,
});

export const listSeriesLetters = endpoint({
  id: 'listSeriesLetters',
  method: 'POST',
  path: '/series/letters',
  access: ['series-read'],
  tag,
  summary: 'How many names of series begin with each letter',
  description:
    'Matches a filter and a search, in the order of names. Filtering by readStatus needs progress-read as well.',
  body: filterSeriesBody,
  response: lettersSchema,
});

export const searchSeries = endpoint({
  id: 'searchSeries',
  method: 'POST',
  path: '/series/search',
  access: ['series-read'],
  tag,
  summary: 'Searches names, titles, authors, summaries and file names',
  query: listQuery(seriesSearchSortFields, 'relevance,desc', {}, { olderForms: false }),
  body: z.object({
    query: z
      .string()
      .max(1000)
      .refine((text) => text.trim() !== '', 'Expected some text to search for'),
    library_id: uuid.optional(),
  }),
  list: seriesSchema,
});

export const listSeriesInProgress = endpoint({
  id: 'listSeriesInProgress',
  method: 'GET',
  path: '/series/in-progress',
  access: ['series-read', 'progress-read'],
  tag,
  summary: 'Series with books being read',
  query: listQuery(seriesSortFields, 'date_read,desc', seriesFilters),
  list: seriesSchema,
});

export const listRecentlyAddedSeries = endpoint({
  id: 'listRecentlyAddedSeries',
  method: 'GET',
  path: '/series/recently-added',
  access: ['series-read'],
  tag,
  summary: 'Recently added series',
  query: listQuery(seriesSortFields, 'date_added,desc', seriesFilters),
  list: seriesSchema,
});

export const listRecentlyUpdatedSeries = endpoint({
  id: 'listRecentlyUpdatedSeries',
  method: 'GET',
  path: '/series/recently-updated',
  access: ['series-read'],
  tag,
  summary: 'Recently updated series',
  query: listQuery(seriesSortFields, 'date_updated,desc', seriesFilters),
  list: seriesSchema,
});

export const getSeries = endpoint({
  id: 'getSeries',
  method: 'GET',
  path: '/series/{id}',
  access: ['series-read'],
  tag,
  summary: 'Series details',
  params: byId,
  response: fullSeriesSchema,
  errors: ['NotFound'],
});

export const listBooksOfSeries = endpoint({
  id: 'listBooksOfSeries',
  method: 'GET',
  path: '/series/{id}/books',
  access: ['books-read'],
  tag,
  summary: 'Books of a series',
  params: byId,
  query: listQuery(bookSortFields, 'number,asc'),
  list: bookSchema,
  errors: ['NotFound'],
});

export const listCompactBooks = endpoint({
  id: 'listCompactBooks',
  method: 'GET',
  path: '/series/{id}/books/compact',
  access: ['books-read'],
  tag,
  summary: 'Compact records of the books of a series',
  description:
    'In reading order, without texts and paths: cheap enough to request thousands of books at once.',
  params: byId,
  query: listQuery(['number'], 'number,asc', {}, { maxSize: maxIds }),
  list: compactBookSchema,
  errors: ['NotFound'],
});

export const getSeriesThumbnail = endpoint({
  id: 'getSeriesThumbnail',
  method: 'GET',
  path: '/series/{id}/thumbnail',
  access: ['series-read'],
  tag,
  summary: 'Series cover, at most 400 px wide',
  params: byId,
  produces: ['image/webp', 'image/jpeg'],
  errors: ['NotFound'],
});

export const analyzeSeries = endpoint({
  id: 'analyzeSeries',
  method: 'POST',
  path: '/series/{id}/analyze',
  access: ['series-write'],
  tag,
  summary: 'Rereads all books of the series',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound'],
});

const countSchema = z.object({ count: z.int().describe('Books that changed') });

export const markSeriesRead = endpoint({
  id: 'markSeriesRead',
  method: 'POST',
  path: '/series/{id}/read',
  access: ['progress-write'],
  tag,
  summary: 'Marks every book of the series read',
  params: byId,
  response: countSchema,
  errors: ['NotFound'],
});

export const markSeriesUnread = endpoint({
  id: 'markSeriesUnread',
  method: 'POST',
  path: '/series/{id}/unread',
  access: ['progress-write'],
  tag,
  summary: 'Marks every book of the series unread',
  params: byId,
  response: countSchema,
  errors: ['NotFound'],
});
