import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';

const tag = 'Deleting files';
const access = ['system-admin'] as const;

export const deletedBookStates = ['deleting', 'deleted', 'restoring', 'failed'] as const;

export const fileDeletionSchema = z
  .object({
    id: uuid,
    username: z.string().nullable().describe('Null if the account was deleted'),
    books: z.object({ deleting: z.int(), deleted: z.int(), restoring: z.int(), failed: z.int() }),
    task_id: uuid.nullable().describe('The task that is working on it'),
    created_at: timestamp,
    undoable_until: timestamp,
  })
  .meta({ id: 'FileDeletion' });
export type FileDeletion = z.infer<typeof fileDeletionSchema>;

export const deletedBookSchema = z
  .object({
    book_id: uuid,
    title: z.string(),
    library_id: uuid,
    library_name: z.string(),
    path: z.string().describe('Relative to the library'),
    file_size: z.int(),
    state: z.enum(deletedBookStates),
    reason: z.string().nullable().describe('Why the file was not moved'),
  })
  .meta({ id: 'DeletedBook' });
export type DeletedBook = z.infer<typeof deletedBookSchema>;

export const createFileDeletion = endpoint({
  id: 'createFileDeletion',
  method: 'POST',
  path: '/file-deletions',
  access,
  tag,
  summary: 'Deletes books with their files',
  description:
    'Files, of a book of calibre those of all formats, move to the bin of their library, the folder `.octavo-bin`, for 90 days, or on to the folder of the setting `library.bin_folder`. Progress, lists and edits are kept until then. The setting `library.delete_files` allows it.',
  body: z.object({
    book_ids: z.array(uuid).max(2000).optional(),
    series_ids: z.array(uuid).max(200).optional().describe('All present books of these'),
    dry_run: z.boolean().default(false).describe('Dry run: only reports what would be deleted'),
  }),
  response: z.object({
    id: uuid.nullable().describe('Null for a dry run'),
    task_id: uuid.nullable(),
    book_count: z.int(),
    file_count: z.int().describe('With the other formats of books of calibre'),
    file_size: z.int().describe('Bytes'),
  }),
  errors: ['NotFound', 'Conflict'],
});
export type DeleteFiles = z.output<(typeof createFileDeletion)['body']>;

export const listFileDeletions = endpoint({
  id: 'listFileDeletions',
  method: 'GET',
  path: '/file-deletions',
  access,
  tag,
  summary: 'Deletions that can be undone, the newest first',
  query: listQuery(['created_at'], 'created_at,desc'),
  list: fileDeletionSchema,
});

export const listDeletedBooks = endpoint({
  id: 'listDeletedBooks',
  method: 'GET',
  path: '/file-deletions/{id}/books',
  access,
  tag,
  summary: 'Books of a deletion',
  params: byId,
  query: listQuery(['path'], 'path,asc'),
  list: deletedBookSchema,
  errors: ['NotFound'],
});

export const undoFileDeletion = endpoint({
  id: 'undoFileDeletion',
  method: 'POST',
  path: '/file-deletions/{id}/undo',
  access,
  tag,
  summary: 'Restores the files; their books return with progress, lists and edits',
  params: byId,
  body: z.object({
    book_ids: z.array(uuid).min(1).max(2000).optional().describe('Only these'),
  }),
  response: z.object({ task_id: uuid }),
  errors: ['NotFound', 'Conflict'],
});

export const fileDeletionEndpoints = [
  createFileDeletion,
  listFileDeletions,
  listDeletedBooks,
  undoFileDeletion,
] as const;
