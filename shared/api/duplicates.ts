import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { bookSchema } from './book-record.ts';
import { startedTaskSchema } from './task-record.ts';

const matches = ['file', 'content'] as const;
const match = z
  .enum(matches)
  .describe('file: the same bytes; content: the same pages, packed differently');

export const duplicateGroupSchema = z
  .object({
    id: uuid,
    match,
    hash: z.string(),
    book_count: z.int(),
    wasted_bytes: z.int().describe('What deleting all but the largest would free'),
    books: z.array(bookSchema),
    created_at: timestamp,
  })
  .meta({ id: 'DuplicateGroup' });
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;

const tag = 'Duplicates';

export const listDuplicates = endpoint({
  id: 'listDuplicates',
  method: 'GET',
  path: '/duplicates',
  access: ['books-read'],
  tag,
  summary: 'Lists duplicate book groups',
  query: listQuery(['wasted_bytes', 'book_count', 'created_at'], 'wasted_bytes,desc', {
    match: match.optional(),
  }),
  list: duplicateGroupSchema,
});

export const findDuplicates = endpoint({
  id: 'findDuplicates',
  method: 'POST',
  path: '/duplicates/scan',
  access: ['books-write'],
  tag,
  summary: 'Scans for duplicates',
  description:
    'Samples the pages of every new book, and reads only files in full that may equal another one.',
  response: startedTaskSchema,
});

export const dismissDuplicates = endpoint({
  id: 'dismissDuplicates',
  method: 'DELETE',
  path: '/duplicates/{id}',
  access: ['books-delete'],
  tag,
  summary: 'Dismisses a group until its members change',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const restoreDuplicates = endpoint({
  id: 'restoreDuplicates',
  method: 'POST',
  path: '/duplicates/{id}/restore',
  access: ['books-delete'],
  tag,
  summary: 'Shows a dismissed group again',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});
