import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, putBackId, timestamp, uuid } from '../schemas.ts';
import { bookSchema, bookSortFields } from './book-record.ts';
import { filterBooksBody, filterSeriesBody } from './filter-bodies.ts';

import { listSortFields } from './collections.ts';
import { seriesSchema, seriesSortFields } from './series-record.ts';

export const smartListTargets = ['series', 'books'] as const;
export type SmartListTarget = (typeof smartListTargets)[number];

/** Maximum smart lists per user. */
export const maxSmartLists = 200;

const directions = ['asc', 'desc'] as const;

export const smartListSchema = z
  .object({
    id: uuid,
    name: z.string(),
    target: z.enum(smartListTargets),
    condition: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('A filter as for /series/list or /books/list; null: everything'),
    full_text_search: z.string().nullable(),
    sort: z.object({
      field: z.enum([...new Set([...seriesSortFields, ...bookSortFields])]),
      direction: z.enum(directions),
    }),
    shared: z.boolean().describe('Whether everybody sees it'),
    own: z.boolean().describe('Whether it is the caller’s'),
    owner: z.string().describe('Name of its owner'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SmartList' });
export type SmartList = z.infer<typeof smartListSchema>;

const named = { name: line(255), shared: z.boolean().default(false) };
const sortOf = <const Field extends string>(fields: readonly Field[]) =>
  z.object({ field: z.enum(fields), direction: z.enum(directions) });

const bodyWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion('target', [
    z.object({
      ...named,
      ...extra,
      target: z.literal('series'),
      condition: filterSeriesBody.shape.condition,
      full_text_search: filterSeriesBody.shape.fullTextSearch,
      sort: sortOf(seriesSortFields).default({ field: 'name', direction: 'asc' }),
    }),
    z.object({
      ...named,
      ...extra,
      target: z.literal('books'),
      condition: filterBooksBody.shape.condition,
      full_text_search: filterBooksBody.shape.fullTextSearch,
      sort: sortOf(bookSortFields).default({ field: 'title', direction: 'asc' }),
    }),
  ]);
export const smartListBody = bodyWith({});
export type SmartListBody = z.output<typeof smartListBody>;

const tag = 'Smart lists';
const sharing = 'Sharing it with everybody needs collections-write as well.';
const savedOrder = '`saved` is the order of the list itself.';

export const listSmartLists = endpoint({
  id: 'listSmartLists',
  method: 'GET',
  path: '/smart-lists',
  access: ['progress-read'],
  tag,
  summary: 'The smart lists of the caller, and those shared with everybody',
  query: listQuery(listSortFields, 'name,asc', {
    target: z.enum(smartListTargets).optional().describe('Only lists of these'),
  }),
  list: smartListSchema,
});

export const createSmartList = endpoint({
  id: 'createSmartList',
  method: 'POST',
  path: '/smart-lists',
  access: ['progress-write'],
  tag,
  summary: 'Saves a filter as a smart list',
  description: `At most ${maxSmartLists} for each person. ${sharing}`,
  body: bodyWith({ id: putBackId }),
  response: smartListSchema,
  status: 201,
  errors: ['Conflict'],
});

export const getSmartList = endpoint({
  id: 'getSmartList',
  method: 'GET',
  path: '/smart-lists/{id}',
  access: ['progress-read'],
  tag,
  summary: 'Smart list details',
  params: byId,
  response: smartListSchema,
});

export const replaceSmartList = endpoint({
  id: 'replaceSmartList',
  method: 'PUT',
  path: '/smart-lists/{id}',
  access: ['progress-write'],
  tag,
  summary: 'Replaces the name, the filter and the order of an own list',
  description: `Its type, series or books, cannot change. ${sharing}`,
  params: byId,
  body: smartListBody,
  response: smartListSchema,
});

export const deleteSmartList = endpoint({
  id: 'deleteSmartList',
  method: 'DELETE',
  path: '/smart-lists/{id}',
  access: ['progress-write'],
  tag,
  summary: 'Deletes a smart list of the caller',
  params: byId,
  status: 204,
});

export const listSeriesOfSmartList = endpoint({
  id: 'listSeriesOfSmartList',
  method: 'GET',
  path: '/smart-lists/{id}/series',
  access: ['series-read', 'progress-read'],
  tag,
  summary: 'The series that a smart list matches now',
  description: `${savedOrder} 400 for a list of books.`,
  params: byId,
  query: listQuery(['saved', ...seriesSortFields], 'saved,asc'),
  list: seriesSchema,
});

export const listBooksOfSmartList = endpoint({
  id: 'listBooksOfSmartList',
  method: 'GET',
  path: '/smart-lists/{id}/books',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'The books that a smart list matches now',
  description: `${savedOrder} 400 for a list of series.`,
  params: byId,
  query: listQuery(['saved', ...bookSortFields], 'saved,asc'),
  list: bookSchema,
});
