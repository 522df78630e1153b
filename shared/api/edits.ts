import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { fullBookSchema } from './books.ts';
import { filterBooksBody, filterSeriesBody } from './filter-bodies.ts';
import {
  editableBookFields,
  bookInput,
  bookLists,
  bookValuesSchema,
  lockableSeriesFields,
  seriesInput,
  seriesLists,
  seriesValuesSchema,
} from './metadata-fields.ts';
import { fullSeriesSchema } from './series-record.ts';

const tag = 'Metadata';

/** Maximum records per bulk edit. */
export const maxBulkRecords = 10_000;

const flags = <const Field extends string>(fields: readonly Field[]) =>
  z.object(
    Object.fromEntries(fields.map((field) => [field, z.boolean()])) as Record<Field, z.ZodBoolean>,
  );

const seriesLocks = flags(lockableSeriesFields);
const bookLocks = flags(editableBookFields);
const lockInput = 'Field → whether scans leave it. What is changed is locked by that.';
const editId = uuid.nullable().describe('The id for undoing this change; null if nothing changed');

const editorOf = <Values extends z.ZodObject, Locks extends z.ZodObject>(
  values: Values,
  locks: Locks,
) =>
  z.object({
    id: uuid,
    values,
    locks,
    file_values: values
      .partial()
      .describe('The values of locked fields in the files, which unlocking restores'),
  });

export const seriesEditorSchema = editorOf(seriesValuesSchema, seriesLocks).meta({
  id: 'SeriesEditor',
});
export type SeriesEditor = z.infer<typeof seriesEditorSchema>;

export const bookEditorSchema = editorOf(bookValuesSchema, bookLocks).meta({ id: 'BookEditor' });
export type BookEditor = z.infer<typeof bookEditorSchema>;

export const getSeriesMetadata = endpoint({
  id: 'getSeriesMetadata',
  method: 'GET',
  path: '/series/{id}/metadata',
  access: ['series-write'],
  tag,
  summary: 'The metadata of a series for editing: values, locks and values in the files',
  params: byId,
  response: seriesEditorSchema,
  errors: ['NotFound'],
});

export const updateSeries = endpoint({
  id: 'updateSeries',
  method: 'PUT',
  path: '/series/{id}',
  access: ['series-write'],
  tag,
  summary: 'Changes the fields that are sent and locks them',
  description:
    'A locked field keeps its value when the files are read again. Unlocking restores the value from the files at once.',
  params: byId,
  body: seriesInput
    .partial()
    .extend({ locks: seriesLocks.partial().optional().describe(lockInput) }),
  response: fullSeriesSchema.extend({ edit_id: editId }),
  errors: ['NotFound'],
});

export const getBookMetadata = endpoint({
  id: 'getBookMetadata',
  method: 'GET',
  path: '/books/{id}/metadata',
  access: ['books-write'],
  tag,
  summary: 'The metadata of a book for editing: values, locks and values in the file',
  params: byId,
  response: bookEditorSchema,
  errors: ['NotFound'],
});

export const updateBook = endpoint({
  id: 'updateBook',
  method: 'PUT',
  path: '/books/{id}',
  access: ['books-write'],
  tag,
  summary: 'Changes the fields that are sent and locks them',
  description:
    'A locked field keeps its value when the file is read again. Unlocking restores the value from the file at once.',
  params: byId,
  body: bookInput.partial().extend({ locks: bookLocks.partial().optional().describe(lockInput) }),
  response: fullBookSchema.extend({ edit_id: editId }),
  errors: ['NotFound'],
});

const bulkBody = <
  Set extends z.ZodObject,
  Lists extends z.ZodObject,
  Locks extends z.ZodObject,
  Filter extends z.ZodType,
>(
  set: Set,
  lists: Lists,
  locks: Locks,
  filter: Filter,
) =>
  z
    .object({
      ids: z
        .array(uuid)
        .min(1)
        .max(maxBulkRecords, `Name at most ${maxBulkRecords} records`)
        .optional(),
      filter: filter.optional().describe('All that match, instead of ids'),
      set: set.optional().describe('Replaces the current values'),
      add: lists.optional().describe('Added to lists that do not contain it'),
      remove: lists.optional().describe('Removed from lists'),
      locks: locks.optional().describe(lockInput),
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
      message: 'Send either ids or a filter',
      path: ['ids'],
    });

const bulkResultSchema = z.object({
  edit_id: uuid,
  task_id: uuid
    .nullable()
    .describe('The task that does the work if there is a lot; null if it is done'),
  record_count: z.int().describe('Records that were given or matched'),
  changed_count: z.int().describe('Records changed so far'),
});

export const bulkEditSeries = endpoint({
  id: 'bulkEditSeries',
  method: 'POST',
  path: '/series/bulk-edit',
  access: ['series-write'],
  tag,
  summary: 'Changes the given fields of many series',
  description:
    'Unknown ids are ignored. 400 for a filter that matches more than 10,000 series. A task of the type edit_metadata changes large numbers of series.',
  body: bulkBody(
    seriesInput
      .omit({ name: true, name_sort: true, original_title: true, alternate_titles: true })
      .partial(),
    seriesLists,
    seriesLocks.partial(),
    filterSeriesBody,
  ),
  response: bulkResultSchema,
});

export const bulkEditBooks = endpoint({
  id: 'bulkEditBooks',
  method: 'POST',
  path: '/books/bulk-edit',
  access: ['books-write'],
  tag,
  summary: 'Changes the given fields of many books',
  description:
    'Unknown ids are ignored. 400 for a filter that matches more than 10,000 books. A task of the type edit_metadata changes large numbers of books.',
  body: bulkBody(
    bookInput.omit({ title: true, title_sort: true, number: true, isbn: true }).partial(),
    bookLists,
    bookLocks.partial(),
    filterBooksBody,
  ),
  response: bulkResultSchema,
});

export const editEntities = ['series', 'book'] as const;
export type EditEntity = (typeof editEntities)[number];

export const editSchema = z
  .object({
    id: uuid,
    entity: z.enum(editEntities),
    user: z
      .object({ id: uuid, username: z.string() })
      .nullable()
      .describe('Null if the account was deleted'),
    fields: z.array(z.string()).describe('Fields that it sets, extends, reduces or locks'),
    title: z.string().nullable().describe('The record’s name, if it is about one record'),
    record_count: z.int(),
    changed_count: z.int(),
    created_at: timestamp,
    undone_at: timestamp.nullable(),
  })
  .meta({ id: 'Edit' });
export type Edit = z.infer<typeof editSchema>;

const bothWrites = ['series-write', 'books-write'] as const;

export const listEdits = endpoint({
  id: 'listEdits',
  method: 'GET',
  path: '/edits',
  access: bothWrites,
  tag,
  summary: 'History of metadata edits, the newest first',
  description: 'The last 1,000 changes, fewer if they contain much text.',
  query: listQuery(['created_at'], 'created_at,desc', {
    entity: z.enum(editEntities).optional().describe('Only changes of these'),
  }),
  list: editSchema,
});

export const undoEdit = endpoint({
  id: 'undoEdit',
  method: 'POST',
  path: '/edits/{id}/undo',
  access: bothWrites,
  tag,
  summary: 'Undoes a change for the fields that were not changed since',
  params: byId,
  response: z.object({
    restored_count: z.int().describe('Records with a restored field'),
    skipped_count: z.int().describe('Records that were changed since, or no longer exist'),
    skipped: z
      .array(
        z.object({
          id: uuid,
          title: z.string().nullable(),
          fields: z
            .array(z.string())
            .describe('Fields left unchanged; empty if the record no longer exists'),
        }),
      )
      .describe('The first 100'),
  }),
  errors: ['NotFound', 'Conflict'],
});
