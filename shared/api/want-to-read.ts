import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { flag, listQuery, timestamp, uuid } from '../schemas.ts';
import { bookSchema } from './book-record.ts';
import { seriesSchema } from './series-record.ts';

/** Maximum entries of a user's list. */
export const maxWanted = 5000;

const added_at = timestamp;
export const wantedSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('series'), added_at, series: seriesSchema }),
    z.object({ kind: z.literal('book'), added_at, book: bookSchema }),
  ])
  .meta({ id: 'Wanted' });
export type Wanted = z.infer<typeof wantedSchema>;

export const wantedIdsSchema = z
  .object({ ids: z.array(uuid).describe('Of series and books, in the order of the list') })
  .meta({ id: 'WantedIds' });
export type WantedIds = z.infer<typeof wantedIdsSchema>;

const ids = z.array(uuid).max(maxWanted);
const tag = 'Want to read';

export const listWanted = endpoint({
  id: 'listWanted',
  method: 'GET',
  path: '/want-to-read',
  access: ['progress-read', 'series-read', 'books-read'],
  tag,
  summary: 'What the caller wants to read',
  description: 'Entries that are missing keep their place and are not listed.',
  query: listQuery(['position', 'added_at'], 'position,asc', {
    unread: flag.optional().describe('Without what is read to the end'),
  }),
  list: wantedSchema,
});

export const listWantedIds = endpoint({
  id: 'listWantedIds',
  method: 'GET',
  path: '/want-to-read/ids',
  access: ['progress-read'],
  tag,
  summary: 'The ids of all series and books that the caller wants to read',
  response: wantedIdsSchema,
});

export const addWanted = endpoint({
  id: 'addWanted',
  method: 'POST',
  path: '/want-to-read',
  access: ['progress-write'],
  tag,
  summary: 'Adds series and books at the end',
  description: `What is on the list already stays where it is. The list can have at most ${maxWanted}.`,
  body: z.object({ ids }),
  response: wantedIdsSchema,
  errors: ['Conflict'],
});

export const arrangeWanted = endpoint({
  id: 'arrangeWanted',
  method: 'PUT',
  path: '/want-to-read/order',
  access: ['progress-write'],
  tag,
  summary: 'Puts entries into another order',
  description:
    'The places that the named entries have now are given to them in the order of the body; all others stay where they are.',
  body: z.object({ ids }),
  response: wantedIdsSchema,
});

export const removeWanted = endpoint({
  id: 'removeWanted',
  method: 'POST',
  path: '/want-to-read/remove',
  access: ['progress-write'],
  tag,
  summary: 'Takes series and books off the list',
  description: 'What is not on it is passed over.',
  body: z.object({ ids }),
  response: wantedIdsSchema,
});
