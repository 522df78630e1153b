import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { bookSchema } from './book-record.ts';

const tag = 'Trash';
const library_id = uuid.optional().describe('Only the books of this library');

export const trashedBookSchema = bookSchema
  .extend({
    due_at: timestamp
      .nullable()
      .describe(
        'When its data is deleted at the earliest: a year after it went missing at least if people have used the book; null if it is kept forever',
      ),
  })
  .meta({ id: 'TrashedBook' });
export type TrashedBook = z.infer<typeof trashedBookSchema>;

export const listTrash = endpoint({
  id: 'listTrash',
  method: 'GET',
  path: '/trash',
  access: ['books-read', 'libraries-write'],
  tag,
  summary: 'Lists missing books',
  description:
    'Books whose file is no longer found. They return with progress and edits when a scan finds their file, unless they were removed from the trash.',
  query: listQuery(['missing_since', 'title'], 'missing_since,desc', { library_id }),
  list: trashedBookSchema,
});

export const emptyTrash = endpoint({
  id: 'emptyTrash',
  method: 'DELETE',
  path: '/trash',
  access: ['books-delete'],
  tag,
  summary: 'Removes missing books of one or all libraries from the trash',
  query: z.object({ library_id }),
  status: 204,
  errors: ['NotFound'],
});

export const removeFromTrash = endpoint({
  id: 'removeFromTrash',
  method: 'DELETE',
  path: '/trash/{id}',
  access: ['books-delete'],
  tag,
  summary: 'Removes a missing book from the trash',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const trashEndpoints = [listTrash, emptyTrash, removeFromTrash] as const;
