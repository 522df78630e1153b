import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp } from '../schemas.ts';
import { bookSchema } from './book-record.ts';
import { bookFilters, readingSortFields } from './books.ts';
import { progressSchema } from './progress-record.ts';

const tag = 'Reading progress';

export const getProgress = endpoint({
  id: 'getProgress',
  method: 'GET',
  path: '/books/{id}/progress',
  access: ['progress-read'],
  tag,
  summary: 'Reading progress of the book',
  params: byId,
  response: progressSchema,
  errors: ['NotFound'],
});

export const updateProgressBody = z
  .object({
    current_page: z.int().min(1).optional().describe('1 to the number of pages'),
    is_completed: z.boolean().optional(),
    location: z.string().max(2048).optional(),
    updated_at: timestamp
      .optional()
      .describe('When it was read; 409 if older than the stored progress'),
    is_jump: z
      .boolean()
      .optional()
      .describe(
        'The reader jumped to this page: the pages before it do not count as read, and the last page does not complete the book',
      ),
    restart: z
      .boolean()
      .optional()
      .describe('The person starts over on purpose: the earlier position is not asked about'),
  })
  .refine(
    (body) =>
      body.current_page !== undefined ||
      body.is_completed !== undefined ||
      body.location !== undefined,
    { message: 'Send current_page, is_completed or location' },
  );
export type UpdateProgress = z.output<typeof updateProgressBody>;

export const updateProgress = endpoint({
  id: 'updateProgress',
  method: 'PUT',
  path: '/books/{id}/progress',
  access: ['progress-write'],
  tag,
  summary: 'Updates progress',
  description:
    'Reaching the last page completes the book unless is_completed is false or is_jump is true. A write older than the stored progress (body updated_at, or If-Unmodified-Since) is answered with 409 and the stored record in details.',
  params: byId,
  headers: { 'If-Unmodified-Since': 'When it was read, as an HTTP date' },
  body: updateProgressBody,
  response: progressSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteProgress = endpoint({
  id: 'deleteProgress',
  method: 'DELETE',
  path: '/books/{id}/progress',
  access: ['progress-write'],
  tag,
  summary: 'Clears progress',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const progressSortFields = ['updated_at', 'started_at', 'completed_at'] as const;

export const listProgress = endpoint({
  id: 'listProgress',
  method: 'GET',
  path: '/progress',
  access: ['progress-read'],
  tag,
  summary: 'All progress of the caller',
  query: listQuery(progressSortFields, 'updated_at,desc', bookFilters),
  list: progressSchema,
});

export const listCurrentlyReading = endpoint({
  id: 'listCurrentlyReading',
  method: 'GET',
  path: '/progress/currently-reading',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Books being read',
  query: listQuery(readingSortFields, 'read_at,desc', bookFilters),
  list: bookSchema,
});

export const markBookRead = endpoint({
  id: 'markBookRead',
  method: 'POST',
  path: '/books/{id}/read',
  access: ['progress-write'],
  tag,
  summary: 'Marks the book read',
  params: byId,
  response: progressSchema,
  errors: ['NotFound'],
});

export const markBookUnread = endpoint({
  id: 'markBookUnread',
  method: 'POST',
  path: '/books/{id}/unread',
  access: ['progress-write'],
  tag,
  summary: 'Marks the book unread',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});
