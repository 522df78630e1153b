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
  .object({ ids: z.array(uuid).describe('Series and books, in the order of the list') })
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
  summary: 'The caller’s Want to Read list',
  description: 'Missing entries keep their position but are not listed.',
  query: listQuery(['position', 'added_at'], 'position,asc', {
    unread: flag.optional().describe('Only unfinished series and books'),
  }),
  list: wantedSchema,
});

export const listWantedIds = endpoint({
  id: 'listWantedIds',
  method: 'GET',
  path: '/want-to-read/ids',
  access: ['progress-read'],
  tag,
  summary: 'The ids of all entries of Want to Read',
  response: wantedIdsSchema,
});

export const addWanted = endpoint({
  id: 'addWanted',
  method: 'POST',
  path: '/want-to-read',
  access: ['progress-write'],
  tag,
  summary: 'Adds series and books at the end',
  description: `Entries that are already on the list keep their position. At most ${maxWanted} entries.`,
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
  summary: 'Reorders entries',
  description:
    'The given entries exchange their positions in the order of the body; all others stay where they are.',
  body: z.object({ ids }),
  response: wantedIdsSchema,
});

export const removeWanted = endpoint({
  id: 'removeWanted',
  method: 'POST',
  path: '/want-to-read/remove',
  access: ['progress-write'],
  tag,
  summary: 'Removes series and books from the list',
  description: 'Ids that are not on the list are ignored.',
  body: z.object({ ids }),
  response: wantedIdsSchema,
});
