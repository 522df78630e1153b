import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid } from '../schemas.ts';

const tag = 'Reading progress';

/** Maximum series and maximum books per request. */
export const maxMarked = 500;

const ids = z.array(uuid).max(maxMarked).default([]);

export const markManyBody = z
  .object({
    read: z.boolean().describe('Marks read; otherwise unread'),
    series_ids: ids.describe('All present books of these series'),
    book_ids: ids,
  })
  .refine(({ series_ids, book_ids }) => series_ids.length + book_ids.length > 0, {
    message: 'Name at least one series or book',
  });
export type MarkMany = z.output<typeof markManyBody>;

export const markedSchema = z
  .object({
    count: z.int().describe('Books that changed'),
    undo_id: uuid.nullable().describe('The id for undoing it; null if nothing changed'),
  })
  .meta({ id: 'Marked' });
export type Marked = z.infer<typeof markedSchema>;

export const markMany = endpoint({
  id: 'markMany',
  method: 'POST',
  path: '/progress/marks',
  access: ['progress-write'],
  tag,
  summary: 'Marks many series and books read or unread',
  description:
    'All or, if one id is unknown, nothing. The previous state is kept for an hour, for the last changes of each user only.',
  body: markManyBody,
  response: markedSchema,
  errors: ['NotFound'],
});

export const undoMarks = endpoint({
  id: 'undoMarks',
  method: 'DELETE',
  path: '/progress/marks/{id}',
  access: ['progress-write'],
  tag,
  summary: 'Undoes marking books read or unread',
  description:
    'Restores page, position and dates of each book. Books read since then keep their current progress.',
  params: byId,
  response: z.object({ count: z.int().describe('Books that were restored') }),
  errors: ['NotFound'],
});
