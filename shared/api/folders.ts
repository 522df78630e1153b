import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, uuid } from '../schemas.ts';
import { bookSchema, bookSortFields } from './book-record.ts';

const tag = 'Libraries';

/** A location in a library: folder names separated by `/`, empty for its root. */
const location = {
  folder: z
    .string()
    .max(4000)
    .regex(/^(?!\/)[^\0]*(?<!\/)$/, 'Write it without NUL, and without a slash at either end')
    .default('')
    .describe('Relative to the library, "/" between folders; empty for the library itself'),
};

export const folderSchema = z
  .object({
    name: z.string(),
    path: z.string().describe('Relative to the library'),
    book_count: z.int().describe('Books in it and in the folders below'),
    cover_book_id: uuid.describe('One of these books'),
  })
  .meta({ id: 'Folder' });
export type Folder = z.infer<typeof folderSchema>;

export const listFolders = endpoint({
  id: 'listFolders',
  method: 'GET',
  path: '/libraries/{id}/folders',
  access: ['libraries-read', 'books-read'],
  tag,
  summary: 'Folders of a library that hold books, as they lie on the disk',
  description: 'As of the last scan; nothing is read from the disk.',
  params: byId,
  query: listQuery(['name'], 'name,asc', location),
  list: folderSchema,
  errors: ['NotFound'],
});

export const listBooksInFolder = endpoint({
  id: 'listBooksInFolder',
  method: 'GET',
  path: '/libraries/{id}/folders/books',
  access: ['libraries-read', 'books-read'],
  tag,
  summary: 'Books that lie in one folder, without those in the folders below',
  params: byId,
  query: listQuery(bookSortFields, 'title,asc', location),
  list: bookSchema,
  errors: ['NotFound'],
});
