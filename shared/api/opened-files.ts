import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid } from '../schemas.ts';
import { bookFormats } from './book-record.ts';
import { readingDirections } from './libraries.ts';

export const openedFileSchema = z
  .object({
    id: uuid.describe('Also the id of its book, for pages, manifest, file and progress'),
    path: z.string().describe('Absolute'),
    filename: z.string(),
    format: z.enum(bookFormats),
    file_size: z.int(),
    reading_direction: z
      .enum(readingDirections)
      .nullable()
      .describe('From the metadata of the file; null if it has none'),
    suggested_folder: z.string().describe('A folder with the name of its series; empty if unknown'),
    library: z
      .object({ id: uuid, name: z.string() })
      .nullable()
      .describe('The library in whose folder the file lies'),
    book_id: uuid
      .nullable()
      .describe('The book that this file has become in a library; has its progress'),
  })
  .meta({ id: 'OpenedFile' });
export type OpenedFile = z.infer<typeof openedFileSchema>;

const tag = 'Opened files';

export const getOpenedFile = endpoint({
  id: 'getOpenedFile',
  method: 'GET',
  path: '/opened-files/{id}',
  access: ['system-admin'],
  tag,
  summary: 'A file opened without a library',
  description:
    'Only the desktop app opens such files, not a request. Only the person who opened it can see it, and only on this machine. Its id works like that of a book: for the book, its pages, manifest, file and progress.',
  params: byId,
  response: openedFileSchema,
  errors: ['NotFound'],
});

export const addOpenedFileBody = z.object({
  library_id: uuid,
  folder: z
    .string()
    .max(1000)
    .regex(/^[^\0]*$/, 'The path contains a character that is not allowed in paths')
    .default('')
    .describe('Relative to the library, "/" between folders; created if missing'),
  move: z.boolean().default(false).describe('Whether the file is moved rather than copied'),
});
export type AddOpenedFile = z.output<typeof addOpenedFileBody>;

export const addOpenedFile = endpoint({
  id: 'addOpenedFile',
  method: 'POST',
  path: '/opened-files/{id}/add',
  access: ['system-admin'],
  tag,
  summary: 'Copies or moves an opened file into a library, and scans that',
  description:
    'Nothing is overwritten. A file that is already in the library stays there. Its progress moves to the new book when the scan has found it.',
  params: byId,
  body: addOpenedFileBody,
  response: openedFileSchema,
  errors: ['NotFound', 'Conflict', 'UnprocessableContent'],
});
