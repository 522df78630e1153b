import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { readStatuses } from '../read-status.ts';
import { line, listQuery, uuid } from '../schemas.ts';
import { bookSchema, bookSortFields } from './book-record.ts';
import { markedSchema } from './progress-marks.ts';

const tag = 'Volumes';

/** Maximum books that one change moves. */
export const maxMovedBooks = 2000;

const ofSeries = z.object({ id: uuid });
const ofVolume = z.object({ id: uuid, volume_id: uuid });

export const volumeSchema = z
  .object({
    id: uuid,
    series_id: uuid,
    number: z.number(),
    title: z.string().nullable().describe('As a person named it, otherwise the name of its folder'),
    book_count: z.int(),
    page_count: z.int(),
    file_size: z.int(),
    first_chapter: z.number().nullable(),
    last_chapter: z.number().nullable(),
    restarts: z.boolean().describe('Whether chapter numbers restart in this volume'),
    cover_book_id: uuid.describe('The book with its cover: the first one, unless it was chosen'),
    unread_count: z.int().nullable(),
    in_progress_count: z.int().nullable(),
    read_status: z.enum(readStatuses).nullable(),
  })
  .meta({ id: 'Volume' });
export type Volume = z.infer<typeof volumeSchema>;

export const volumeSortFields = ['number', 'title', 'book_count', 'page_count'] as const;
export type VolumeSort = (typeof volumeSortFields)[number];

/** Greater ones are years, in which runs of comics began. */
const number = z.number().min(0).max(999);
const title = line(255).nullable();
const bookIds = z.array(uuid).min(1).max(maxMovedBooks);

const changedSchema = z
  .object({
    change_id: uuid.nullable().describe('Undoes it: /organise/changes/{id}/undo'),
    volume: volumeSchema.nullable().describe('Its current state; null if it no longer exists'),
  })
  .meta({ id: 'VolumeChange' });
export type VolumeChange = z.infer<typeof changedSchema>;

const read = ['series-read', 'books-read'] as const;
const write = ['series-write', 'books-write'] as const;
const reference = { tag, errors: ['NotFound'] } as const;
const changing = { tag, access: write, errors: ['NotFound', 'Conflict'] } as const;

export const listVolumes = endpoint({
  ...reference,
  id: 'listVolumes',
  method: 'GET',
  path: '/series/{id}/volumes',
  access: read,
  summary: 'Volumes of a series with their chapters',
  description:
    'None if the books of the series are volumes themselves. Created from names and metadata: a book with both a volume and a chapter number belongs to one.',
  params: ofSeries,
  query: listQuery(volumeSortFields, 'number,asc'),
  list: volumeSchema,
});

export const createVolume = endpoint({
  ...changing,
  id: 'createVolume',
  method: 'POST',
  path: '/series/{id}/volumes',
  summary: 'Creates a volume from books of the series',
  description: 'Without a number it follows the last one. Scans keep the change.',
  params: ofSeries,
  body: z.object({ number: number.optional(), title: title.optional(), book_ids: bookIds }),
  response: changedSchema,
  status: 201,
});

export const takeOutOfVolumes = endpoint({
  ...changing,
  id: 'takeOutOfVolumes',
  method: 'POST',
  path: '/series/{id}/volumes/remove',
  summary: 'Removes books of the series from their volumes',
  params: ofSeries,
  body: z.object({ book_ids: bookIds }),
  response: changedSchema,
});

export const getVolume = endpoint({
  ...reference,
  id: 'getVolume',
  method: 'GET',
  path: '/series/{id}/volumes/{volume_id}',
  access: read,
  summary: 'Volume details',
  params: ofVolume,
  response: volumeSchema,
});

export const updateVolume = endpoint({
  ...changing,
  id: 'updateVolume',
  method: 'PUT',
  path: '/series/{id}/volumes/{volume_id}',
  summary: 'Renames or renumbers a volume, or chooses its cover',
  description:
    'A number changes its position. A title or cover of null is derived from its books again.',
  params: ofVolume,
  body: z.object({
    number: number.optional(),
    title: title.optional(),
    cover_book_id: uuid.nullable().optional(),
  }),
  response: changedSchema,
});

export const dissolveVolume = endpoint({
  ...changing,
  id: 'dissolveVolume',
  method: 'POST',
  path: '/series/{id}/volumes/{volume_id}/dissolve',
  summary: 'Dissolves a volume; its books, also later ones, are chapters without a volume',
  params: ofVolume,
  response: changedSchema,
});

export const listBooksOfVolume = endpoint({
  ...reference,
  id: 'listBooksOfVolume',
  method: 'GET',
  path: '/series/{id}/volumes/{volume_id}/books',
  access: read,
  summary: 'Books of a volume',
  params: ofVolume,
  query: listQuery(bookSortFields, 'number,asc'),
  list: bookSchema,
});

export const moveToVolume = endpoint({
  ...changing,
  id: 'moveToVolume',
  method: 'POST',
  path: '/series/{id}/volumes/{volume_id}/books',
  summary: 'Moves books of the series to a volume',
  params: ofVolume,
  body: z.object({ book_ids: bookIds }),
  response: changedSchema,
});

const marks = { ...reference, access: ['progress-write'], params: ofVolume } as const;

export const markVolumeRead = endpoint({
  ...marks,
  id: 'markVolumeRead',
  method: 'POST',
  path: '/series/{id}/volumes/{volume_id}/read',
  summary: 'Marks every book of the volume read',
  response: markedSchema,
});

export const markVolumeUnread = endpoint({
  ...marks,
  id: 'markVolumeUnread',
  method: 'POST',
  path: '/series/{id}/volumes/{volume_id}/unread',
  summary: 'Marks every book of the volume unread',
  response: markedSchema,
});

/** In the order of the documentation; `remove` comes before the paths with an id. */
export const volumeEndpoints = [
  listVolumes,
  createVolume,
  takeOutOfVolumes,
  getVolume,
  updateVolume,
  dissolveVolume,
  listBooksOfVolume,
  moveToVolume,
  markVolumeRead,
  markVolumeUnread,
];
