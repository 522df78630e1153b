import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { uuid } from '../schemas.ts';
import { editEntities, maxBulkRecords } from './edits.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Metadata';

/** Maximum series that one request names. */
export const maxReprocessedSeries = 2000;

export const reprocessActions = ['analyze', 'metadata', 'covers', 'check'] as const;
export type ReprocessAction = (typeof reprocessActions)[number];

const scopeFields = {
  library_id: uuid.optional().describe('Every book of this library'),
  series_ids: z
    .array(uuid)
    .min(1)
    .max(maxReprocessedSeries, `Name at most ${maxReprocessedSeries} series`)
    .optional()
    .describe('Every book of these series'),
  book_ids: z
    .array(uuid)
    .min(1)
    .max(maxBulkRecords, `Name at most ${maxBulkRecords} books`)
    .optional(),
};

interface ScopeFields {
  library_id?: string | undefined;
  series_ids?: string[] | undefined;
  book_ids?: string[] | undefined;
}

const namesOne = ({ library_id, series_ids, book_ids }: ScopeFields) =>
  [library_id, series_ids, book_ids].filter((part) => part !== undefined).length === 1;
const oneScope = {
  message: 'Send exactly one of library_id, series_ids and book_ids',
  path: ['library_id'],
};

export const reprocessBooks = endpoint({
  id: 'reprocessBooks',
  method: 'POST',
  path: '/reprocess',
  access: ['series-write', 'books-write'],
  tag,
  summary: 'Rereads books: pages, metadata, covers, or whole files',
  description:
    'Starts a task of the type reprocess_books, which can be cancelled and continues after a restart. analyze lists the pages with their sizes; metadata rereads the metadata of the files, except for locked fields; covers recreates the covers; check reads the files in full and compares them with the last good check. Unknown ids are ignored; 404 if none is left.',
  body: z
    .object({ action: z.enum(reprocessActions), ...scopeFields })
    .refine((body) => namesOne(body), oneScope),
  response: startedTaskSchema.extend({ book_count: z.int().describe('Books that are read again') }),
  errors: ['NotFound'],
});

export const resetEdits = endpoint({
  id: 'resetEdits',
  method: 'POST',
  path: '/edits/reset',
  access: ['series-write', 'books-write'],
  tag,
  summary: 'Unlocks every field, which restores the values from the files',
  description:
    'For a library or series with their books, or for books. Creates at most one change of series and one of books, each of which can be undone; none if nothing was edited.',
  body: z.object(scopeFields).refine((body) => namesOne(body), oneScope),
  response: z.object({
    edits: z.array(
      z.object({
        edit_id: uuid,
        entity: z.enum(editEntities),
        task_id: uuid
          .nullable()
          .describe('The task that does the work if there is a lot; null if it is done'),
        record_count: z.int().describe('Records with edited fields'),
        changed_count: z.int().describe('Records changed so far'),
      }),
    ),
  }),
  errors: ['NotFound'],
});

/** In the order of the documentation. */
export const reprocessEndpoints = [reprocessBooks, resetEdits] as const;
