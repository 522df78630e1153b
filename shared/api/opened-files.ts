import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid } from '../schemas.ts';
import { bookFormats } from './book-record.ts';
import { readingDirections } from './libraries.ts';

export const openedFileSchema = z
  .object({
    id: uuid.describe(
      'Also that of its book: pages, manifest, file and progress are asked for by it',
    ),
    path: z.string().describe('Absolute'),
    filename: z.string(),
    format: z.enum(bookFormats),
    file_size: z.int(),
    reading_direction: z
      .enum(readingDirections)
      .nullable()
      .describe('As the file says; null where it says nothing'),
    suggested_folder: z
      .string()
      .describe('A folder named like its series; empty where none is known'),
    library: z
      .object({ id: uuid, name: z.string() })
      .nullable()
      .describe('The library in whose folder the file lies'),
    book_id: uuid
      .nullable()
      .describe('The book of a library that this file is by now, with the place that was read'),
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
  summary: 'A file that is read without being in a library',
  description:
    'The desktop app opens such files; no request can. Only who opened it sees it, and only on the machine itself. Its id also answers where that of a book does: the book, its pages, manifest, file and progress.',
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
    .describe('Relative to the library, "/" between folders; made where it is not there'),
  move: z.boolean().default(false).describe('Whether the file leaves its old place'),
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
    'Nothing is ever overwritten. A file that lies in the library already stays where it is. As soon as the scan has found it, the place goes over to the new book.',
  params: byId,
  body: addOpenedFileBody,
  response: openedFileSchema,
  errors: ['NotFound', 'Conflict', 'UnprocessableContent'],
});
