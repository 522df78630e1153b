import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid, whole } from '../schemas.ts';

/** Largest part of a file in one request, bytes; a proxy in front may allow less. */
export const maxPartBytes = 32 * 1024 * 1024;

export const uploadSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    path: z.string().describe('Where the file will be, relative to the library'),
    name: z.string().describe('Its name as it was made safe for every system'),
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
  summary: 'Begins to add a book file to a folder of a library',
  description:
    'The parts follow, then its end. Nothing is overwritten: a name that is taken is a 409 whose details have a free one as suggested_name. An upload without a part for an hour is dropped.',
  params: byId,
  body: z.object({
    folder: z
      .string()
      .max(1000)
      .regex(/^[^\0]*$/, 'The path contains a character that is not allowed in paths')
      .default('')
      .describe('Relative to the library, "/" between folders; made where it is not there'),
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
  summary: 'How far a file has arrived',
  params: byId,
  response: uploadSchema,
});

export const sendUploadPart = endpoint({
  id: 'sendUploadPart',
  method: 'PUT',
  path: '/uploads/{id}/parts/{offset}',
  access,
  tag,
  summary: 'The next bytes of a file that is uploaded',
  description: `At most ${maxPartBytes} bytes. A part that broke off is sent again, from the same byte.`,
  params: byId.extend({ offset: whole(0).describe('Where the part begins; as much as received') }),
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
  summary: 'Checks a file that has arrived, and puts it into its library',
  description:
    'The file is opened as a scan does; one that is no book is a 422 and is dropped. After a 409 it can be finished under another name. The file is scanned at once.',
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
  summary: 'Drops a file that is uploaded',
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
