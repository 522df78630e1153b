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
    wasted_bytes: z.int().describe('Bytes that deleting all but the largest would free'),
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
    'Samples the pages of every new book, and reads a file in full only if it can equal another one.',
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

export const copyPlaces = ['hidden', 'bin'] as const;

export const setAsideCopySchema = z
  .object({
    id: uuid.describe('The id of the book'),
    title: z.string(),
    library_id: uuid,
    library_name: z.string(),
    path: z.string().describe('Where its file was, relative to the library'),
    file_size: z.int(),
    place: z
      .enum(copyPlaces)
      .describe('hidden: the file was not touched; bin: it is in the bin of its library'),
    set_aside_at: timestamp,
    deleted_at: timestamp.nullable().describe('When the file is deleted; null: not automatically'),
  })
  .meta({ id: 'SetAsideCopy' });
export type SetAsideCopy = z.infer<typeof setAsideCopySchema>;

export const listSetAsideCopies = endpoint({
  id: 'listSetAsideCopies',
  method: 'GET',
  path: '/duplicates/copies',
  access: ['books-delete'],
  tag,
  summary: 'Lists copies that were hidden or moved to the bin',
  query: listQuery(['set_aside_at'], 'set_aside_at,desc'),
  list: setAsideCopySchema,
});

export const hideCopy = endpoint({
  id: 'hideCopy',
  method: 'POST',
  path: '/duplicates/copies/{id}/hide',
  access: ['books-delete'],
  tag,
  summary: 'Hides a book that has another copy',
  description:
    'Lists, searches and scans ignore it; its file is not touched. Progress and edits are kept until it is restored.',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const moveCopyToBin = endpoint({
  id: 'moveCopyToBin',
  method: 'POST',
  path: '/duplicates/copies/{id}/bin',
  access: ['system-admin'],
  tag,
  summary: 'Moves the file of a copy to the bin of its library',
  description:
    'The bin is the folder `.octavo-bin` in the folder of the library. The setting `duplicates.move_files` allows it; `duplicates.bin_retention_days` says when the file is deleted.',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const restoreCopy = endpoint({
  id: 'restoreCopy',
  method: 'POST',
  path: '/duplicates/copies/{id}/restore',
  access: ['books-delete'],
  tag,
  summary: 'Shows a hidden copy again, or puts its file back',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const sameNameSchema = z
  .object({
    name: z.string(),
    series: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        library_id: uuid,
        library_name: z.string(),
        path: z.string().describe('Relative to the library'),
        book_count: z.int(),
      }),
    ),
  })
  .meta({ id: 'SameNameSeries' });
export type SameNameSeries = z.infer<typeof sameNameSchema>;

export const listSameNameSeries = endpoint({
  id: 'listSameNameSeries',
  method: 'GET',
  path: '/duplicates/series',
  access: ['series-read'],
  tag,
  summary: 'Lists series of the same title',
  description: 'Ignores case and diacritics. At most 100 series for each title.',
  query: listQuery(['name'], 'name,asc'),
  list: sameNameSchema,
});

/** All of them, for the list of endpoints. */
export const duplicatesEndpoints = [
  listDuplicates,
  findDuplicates,
  dismissDuplicates,
  restoreDuplicates,
  listSameNameSeries,
  listSetAsideCopies,
  hideCopy,
  moveCopyToBin,
  restoreCopy,
] as const;
