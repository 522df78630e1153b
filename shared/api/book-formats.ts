import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId } from '../schemas.ts';
import { startedTaskSchema } from './task-record.ts';

/** The ending of a file. */
const formatName = z
  .string()
  .regex(/^[a-z0-9_]{1,20}$/, 'Name a format, such as pdf')
  .max(20)
  .describe('The file extension, in lower case');

const tag = 'Books';

export const getBookFormatFile = endpoint({
  id: 'getBookFormatFile',
  method: 'GET',
  path: '/books/{id}/formats/{format}',
  access: ['books-read', 'books-download'],
  tag,
  summary: 'Downloads the file of another format; supports ranges',
  params: byId.extend({ format: formatName }),
  produces: ['application/octet-stream'],
  errors: ['NotFound', 'UnprocessableContent'],
});

export const chooseBookFormat = endpoint({
  id: 'chooseBookFormat',
  method: 'POST',
  path: '/books/{id}/formats/{format}/read',
  access: ['books-write'],
  tag,
  summary: 'Chooses the format in which a book is read, for everyone',
  description:
    'A scan reads the file. The book keeps its id, annotations and lists; reading positions keep their percentage.',
  params: byId.extend({ format: formatName }),
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict', 'UnprocessableContent'],
});

export const bookFormatEndpoints = [getBookFormatFile, chooseBookFormat];
