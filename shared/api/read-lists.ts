import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, flag, line, listQuery, putBackId, timestamp, uuid } from '../schemas.ts';
import { bookSchema, neighbourIds } from './book-record.ts';
import { listCover, listSortFields, memberIds, memberSortFields } from './collections.ts';
import { coverBytes, coverImage } from './covers.ts';

export const readListSchema = z
  .object({
    id: uuid,
    name: z.string(),
    summary: z.string().nullable(),
    ordered: z.boolean().describe('Whether the books are ordered manually; otherwise by name'),
    book_count: z.int().describe('Of the present books'),
    ...listCover,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ReadList' });
export type ReadList = z.infer<typeof readListSchema>;

const fields = z.object({
  name: line(255),
  summary: z.string().max(10_000).nullable(),
  ordered: z.boolean(),
});
const createBody = fields
  .partial()
  .required({ name: true })
  .extend({ id: putBackId, book_ids: memberIds.optional() });
const membersBody = z.object({ book_ids: memberIds });

/** The fields of a book for choosing among candidates. */
export const entryBookSchema = z.object({
  id: uuid,
  title: z.string(),
  series_name: z.string(),
  number: z.number().nullable(),
});
export type EntryBook = z.infer<typeof entryBookSchema>;

export const importedEntrySchema = z.object({
  series: z.string(),
  number: z.string(),
  volume: z.int().nullable(),
  year: z.int().nullable(),
  status: z.enum(['matched', 'ambiguous', 'missing']),
  book_ids: z.array(uuid).describe('The book, or the candidates, at most 20'),
  books: z.array(entryBookSchema).describe('The same candidates with their names'),
});
export type ImportedEntry = z.infer<typeof importedEntrySchema>;

export const readListImportSchema = z
  .object({
    name: z.string(),
    summary: z.string().nullable(),
    read_list: readListSchema
      .nullable()
      .describe('Null if none was created: no book was found, or it was a dry run'),
    matched: z.int(),
    ambiguous: z.int(),
    missing: z.int(),
    entries: z.array(importedEntrySchema),
  })
  .meta({ id: 'ReadListImport' });
export type ReadListImport = z.infer<typeof readListImportSchema>;

const tag = 'Read lists';

export const listReadLists = endpoint({
  id: 'listReadLists',
  method: 'GET',
  path: '/read-lists',
  access: ['read-lists-read'],
  tag,
  summary: 'Lists the read lists',
  query: listQuery(listSortFields, 'name,asc', {
    search: z.string().max(255).optional().describe('Part of the name'),
    library_id: uuid.optional().describe('With a book of this library'),
    book_id: uuid.optional().describe('With this book'),
  }),
  list: readListSchema,
});

export const createReadList = endpoint({
  id: 'createReadList',
  method: 'POST',
  path: '/read-lists',
  access: ['read-lists-write'],
  tag,
  summary: 'Creates a read list',
  body: createBody,
  response: readListSchema,
  status: 201,
  errors: ['Conflict'],
});

/** Maximum characters of a CBL file: some 40,000 books. */
const maxCblLength = 8_000_000;

export const importReadList = endpoint({
  id: 'importReadList',
  method: 'POST',
  path: '/read-lists/import',
  access: ['read-lists-write', 'books-read'],
  tag,
  summary: 'Creates a read list from a CBL file',
  description:
    'The body is the file, as written by ComicRack and others. Books are matched by the name of their series, their number, and volume or year; the report lists those that were not found. To choose the books yourself, use dry_run and then create a read list.',
  query: z.object({
    dry_run: flag.optional().describe('Dry run: only reports which books would be found'),
  }),
  body: z.string().max(maxCblLength),
  bodyType: 'application/xml',
  response: readListImportSchema,
  status: 201,
  alsoStatus: [200],
  errors: ['Conflict'],
});

export const getReadList = endpoint({
  id: 'getReadList',
  method: 'GET',
  path: '/read-lists/{id}',
  access: ['read-lists-read'],
  tag,
  summary: 'Read list details',
  params: byId,
  response: readListSchema,
});

export const updateReadList = endpoint({
  id: 'updateReadList',
  method: 'PUT',
  path: '/read-lists/{id}',
  access: ['read-lists-write'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: fields.partial(),
  response: readListSchema,
  errors: ['Conflict'],
});

export const deleteReadList = endpoint({
  id: 'deleteReadList',
  method: 'DELETE',
  path: '/read-lists/{id}',
  access: ['read-lists-delete'],
  tag,
  summary: 'Deletes the read list, not its books',
  params: byId,
  status: 204,
});

export const getReadListThumbnail = endpoint({
  id: 'getReadListThumbnail',
  method: 'GET',
  path: '/read-lists/{id}/thumbnail',
  access: ['read-lists-read'],
  tag,
  summary: 'The chosen cover, or that of the first book, at most 400 px wide',
  params: byId,
  produces: ['image/webp', 'image/jpeg'],
});

export const chooseReadListCover = endpoint({
  id: 'chooseReadListCover',
  method: 'PUT',
  path: '/read-lists/{id}/cover',
  access: ['read-lists-write'],
  tag,
  summary: 'Uses the cover of one of its books',
  params: byId,
  body: z.object({ book_id: uuid }),
  response: readListSchema,
});

export const uploadReadListCover = endpoint({
  id: 'uploadReadListCover',
  method: 'POST',
  path: '/read-lists/{id}/cover',
  access: ['read-lists-write'],
  tag,
  summary: 'Uploads a cover',
  params: byId,
  bodyType: 'image/*',
  ...coverImage,
  body: coverBytes,
  response: readListSchema,
  errors: ['Conflict'],
});

export const resetReadListCover = endpoint({
  id: 'resetReadListCover',
  method: 'DELETE',
  path: '/read-lists/{id}/cover',
  access: ['read-lists-write'],
  tag,
  summary: 'Resets the cover to that of the first book',
  params: byId,
  status: 204,
});

export const exportReadList = endpoint({
  id: 'exportReadList',
  method: 'GET',
  path: '/read-lists/{id}/cbl',
  access: ['read-lists-read', 'books-read'],
  tag,
  summary: 'The read list as a CBL file',
  params: byId,
  produces: ['application/xml'],
});

export const listBooksOfReadList = endpoint({
  id: 'listBooksOfReadList',
  method: 'GET',
  path: '/read-lists/{id}/books',
  access: ['read-lists-read', 'books-read'],
  tag,
  summary: 'The books of the read list, in its order',
  description: 'Missing books keep their position but are not listed.',
  params: byId,
  query: listQuery(memberSortFields, 'position,asc'),
  list: bookSchema,
});

export const getReadListPlace = endpoint({
  id: 'getReadListPlace',
  method: 'GET',
  path: '/read-lists/{id}/books/{book_id}',
  access: ['read-lists-read', 'books-read'],
  tag,
  summary: 'The books before and after a book of the read list',
  description: 'In the order of the list, without missing books.',
  params: z.object({ id: uuid, book_id: uuid }),
  response: z
    .object({
      name: z.string().describe('Of the read list'),
      ...neighbourIds,
    })
    .meta({ id: 'ReadListPlace' }),
});

export const addToReadList = endpoint({
  id: 'addToReadList',
  method: 'POST',
  path: '/read-lists/{id}/books',
  access: ['read-lists-write'],
  tag,
  summary: 'Adds books at the end',
  description: 'Books that are already on the list keep their position.',
  params: byId,
  body: membersBody,
  response: readListSchema,
});

export const arrangeReadList = endpoint({
  id: 'arrangeReadList',
  method: 'PUT',
  path: '/read-lists/{id}/books',
  access: ['read-lists-write'],
  tag,
  summary: 'Replaces the books of the list and their order',
  description: 'Missing books stay without being listed.',
  params: byId,
  body: membersBody,
  response: readListSchema,
});

export const removeFromReadList = endpoint({
  id: 'removeFromReadList',
  method: 'DELETE',
  path: '/read-lists/{id}/books/{book_id}',
  access: ['read-lists-write'],
  tag,
  summary: 'Removes a book from the list',
  params: z.object({ id: uuid, book_id: uuid }),
  status: 204,
});
