import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid, wholeNumber } from '../schemas.ts';

/** Largest part of a file in one request, bytes; a proxy in front may allow less. */
export const maxPartBytes = 32 * 1024 * 1024;

export const uploadSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    path: z.string().describe('Where the file will be, relative to the library'),
    name: z.string().describe('Its file name, made safe for every system'),
    file_size: z.int(),
    received: z.int().describe('Bytes that have arrived; the next part begins here'),
  })
  .meta({ id: 'Upload' });
export type Upload = z.infer<typeof uploadSchema>;

const access = ['books-upload'] as const;
const tag = 'Uploads';

const fileName = z
  .string()
  .min(1)
  .max(1000)
  .describe('A plain name; characters that Windows does not allow become spaces');

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/libraries/{id}/uploads',
  access,
  tag,
  summary: 'Starts uploading a book file to a folder of a library',
  description:
    'Then send the parts and finish it. Nothing is overwritten: 409 for an existing name, with a free one as details.suggested_name. An upload that receives no part for an hour is dropped.',
  params: byId,
  body: z.object({
    folder: z
      .string()
      .max(1000)
      .regex(/^[^\0]*$/, 'The path contains a character that is not allowed in paths')
      .default('')
      .describe('Relative to the library, "/" between folders; created if missing'),
    name: fileName,
    file_size: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  }),
  response: uploadSchema,
  status: 201,
  errors: ['Conflict', 'PayloadTooLarge', 'UnprocessableContent'],
});
export type CreateUpload = z.output<(typeof createUpload)['body']>;

export const getUpload = endpoint({
  id: 'getUpload',
  method: 'GET',
  path: '/uploads/{id}',
  access,
  tag,
  summary: 'Progress of an upload',
  params: byId,
  response: uploadSchema,
});

export const sendUploadPart = endpoint({
  id: 'sendUploadPart',
  method: 'PUT',
  path: '/uploads/{id}/parts/{offset}',
  access,
  tag,
  summary: 'Uploads the next part of a file',
  description: `At most ${maxPartBytes} bytes. Send an interrupted part again from the same byte.`,
  params: byId.extend({
    offset: wholeNumber(0).describe('Offset of the part; must equal received'),
  }),
  body: z
    .unknown()
    .meta({ type: 'string', format: 'binary', description: 'The bytes of the part' })
    .transform((bytes) => bytes as AsyncIterable<Uint8Array>) as unknown as z.ZodType<
    AsyncIterable<Uint8Array>,
    Blob
  >,
  bodyType: 'application/octet-stream',
  response: uploadSchema,
  errors: ['Conflict', 'UnprocessableContent'],
});

export const finishUpload = endpoint({
  id: 'finishUpload',
  method: 'POST',
  path: '/uploads/{id}/finish',
  access,
  tag,
  summary: 'Finishes an upload: checks the file and adds it to its library',
  description:
    'The file is checked as in a scan; 422 if it is not a book, 404 if its library is gone, and 409 if the library has another folder now, which drop it. After a 409 for an existing name it can be finished under another one. The file is scanned at once.',
  params: byId,
  body: z.object({ name: fileName.optional().describe('Another name than before') }),
  response: uploadSchema,
  errors: ['Conflict', 'UnprocessableContent'],
});

export const cancelUpload = endpoint({
  id: 'cancelUpload',
  method: 'DELETE',
  path: '/uploads/{id}',
  access,
  tag,
  summary: 'Cancels an upload',
  params: byId,
  status: 204,
});

/** All endpoints of this file. */
export const uploadEndpoints = [
  createUpload,
  getUpload,
  sendUploadPart,
  finishUpload,
  cancelUpload,
] as const;
