import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid } from '../schemas.ts';

const tag = 'Covers';

export const coverSources = ['automatic', 'page', 'book', 'upload'] as const;

export const coverUploadId = z
  .string()
  .regex(/^[0-9a-f]{16}$/u)
  .max(16)
  .describe('Changes with the image');

/** Maximum number of images kept for one series, book or list. */
export const maxCoverUploads = 12;

export const chosenCoverSchema = z
  .object({
    source: z.enum(coverSources),
    book_id: uuid.nullable().describe('The book whose page or cover it is'),
    page: z.int().nullable().describe('1-indexed'),
    upload_id: coverUploadId.nullable().describe('The uploaded image that it is'),
  })
  .meta({ id: 'ChosenCover' });
export type ChosenCover = z.infer<typeof chosenCoverSchema>;

/** Maximum size of an uploaded cover, bytes. */
export const maxCoverBytes = 20 * 1024 * 1024;

/** The body of an upload. */
export const coverBytes = z
  .unknown()
  .meta({ type: 'string', format: 'binary', description: 'The bytes of the image' })
  .transform((bytes) => bytes as Uint8Array<ArrayBuffer>) as unknown as z.ZodType<
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>
>;

const pageNumber = z.int().min(1).max(100_000).describe('1-indexed');
const reference = { tag, errors: ['NotFound'] } as const;
/** The rules for an uploaded image; its body is `coverBytes`. */
export const coverImage = {
  description: `PNG, JPEG, WebP or AVIF, at most 20 MiB; stored in the data directory of the server, beside earlier ones. 409 beyond ${maxCoverUploads}.`,
} as const;
const upload = { tag, ...coverImage, errors: ['NotFound', 'Conflict'] } as const;

export const getBookCover = endpoint({
  id: 'getBookCover',
  method: 'GET',
  path: '/books/{id}/cover',
  access: ['books-read'],
  summary: 'The source of a book’s cover',
  params: byId,
  response: chosenCoverSchema,
  ...reference,
});

export const chooseBookCover = endpoint({
  id: 'chooseBookCover',
  method: 'PUT',
  path: '/books/{id}/cover',
  access: ['books-write'],
  summary: 'Uses a page as the cover of its book',
  body: z.object({ page: pageNumber }),
  params: byId,
  response: chosenCoverSchema,
  ...reference,
});

export const uploadBookCover = endpoint({
  id: 'uploadBookCover',
  method: 'POST',
  path: '/books/{id}/cover',
  access: ['books-write'],
  summary: 'Uploads a cover for a book',
  params: byId,
  bodyType: 'image/*',
  body: coverBytes,
  response: chosenCoverSchema,
  ...upload,
});

export const resetBookCover = endpoint({
  id: 'resetBookCover',
  method: 'DELETE',
  path: '/books/{id}/cover',
  access: ['books-write'],
  tag,
  summary: 'Resets the cover of a book to that of its file',
  params: byId,
  status: 204,
});

export const getSeriesCover = endpoint({
  id: 'getSeriesCover',
  method: 'GET',
  path: '/series/{id}/cover',
  access: ['series-read'],
  summary: 'The source of a series’ cover',
  params: byId,
  response: chosenCoverSchema,
  ...reference,
});

export const chooseSeriesCover = endpoint({
  id: 'chooseSeriesCover',
  method: 'PUT',
  path: '/series/{id}/cover',
  access: ['series-write'],
  summary: 'Uses one of its books, or a page of one, as the cover of a series',
  body: z.object({
    book_id: uuid.describe('A book of the series'),
    page: pageNumber.optional().describe('Default: the cover of the book'),
  }),
  params: byId,
  response: chosenCoverSchema,
  ...reference,
});

export const uploadSeriesCover = endpoint({
  id: 'uploadSeriesCover',
  method: 'POST',
  path: '/series/{id}/cover',
  access: ['series-write'],
  summary: 'Uploads a cover for a series',
  params: byId,
  bodyType: 'image/*',
  body: coverBytes,
  response: chosenCoverSchema,
  ...upload,
});

export const resetSeriesCover = endpoint({
  id: 'resetSeriesCover',
  method: 'DELETE',
  path: '/series/{id}/cover',
  access: ['series-write'],
  tag,
  summary: 'Resets the cover of a series to that of its first book',
  params: byId,
  status: 204,
});
