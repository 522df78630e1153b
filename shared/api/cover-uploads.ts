import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import type { Permission } from '../permissions.ts';
import { uuid } from '../schemas.ts';
import { coverBytes, coverImage, coverUploadId, maxCoverUploads } from './covers.ts';

/** Bytes of the images kept for one series, book or list. */
export const maxCoverUploadBytes = 32 * 1024 * 1024;

export const coverUploadSchema = z
  .object({
    id: coverUploadId,
    media_type: z.string(),
    width: z.int().describe('Pixels'),
    height: z.int().describe('Pixels'),
    file_size: z.int().describe('Bytes'),
    is_chosen: z.boolean().describe('Whether it is the cover'),
  })
  .meta({ id: 'CoverUpload' });
export type CoverUpload = z.infer<typeof coverUploadSchema>;

interface Subject<Noun extends string> {
  noun: Noun;
  /** `a book` */
  name: string;
  /** `/books` */
  path: string;
  writes: Permission;
}

/** The images uploaded for one kind of record: all are kept, one can be the cover. */
const coverUploadsOf = <const Noun extends string>({ noun, name, path, writes }: Subject<Noun>) => {
  const single = `${path}/{id}/cover/uploads/{upload_id}` as const;
  const shared = { access: [writes], tag: 'Covers' } as const;
  return {
    list: endpoint({
      id: `list${noun}CoverUploads`,
      method: 'GET',
      path: `${path}/{id}/cover/uploads`,
      ...shared,
      summary: `The images uploaded as the cover of ${name}`,
      description: `At most ${maxCoverUploads}, the oldest first.`,
      params: z.object({ id: uuid }),
      response: z.object({ uploads: z.array(coverUploadSchema) }),
    }),
    add: endpoint({
      id: `add${noun}CoverUpload`,
      method: 'POST',
      path: `${path}/{id}/cover/uploads`,
      ...shared,
      summary: `Uploads an image as a possible cover of ${name}`,
      bodyType: 'image/*',
      ...coverImage,
      body: coverBytes,
      params: z.object({ id: uuid }),
      response: coverUploadSchema,
      status: 201,
      errors: ['Conflict'],
    }),
    image: endpoint({
      params: z.object({ id: uuid, upload_id: coverUploadId }),
      id: `get${noun}CoverUpload`,
      method: 'GET',
      path: single,
      ...shared,
      summary: `An image uploaded as the cover of ${name}`,
      produces: ['image/webp'],
    }),
    choose: endpoint({
      params: z.object({ id: uuid, upload_id: coverUploadId }),
      id: `choose${noun}CoverUpload`,
      method: 'PUT',
      path: single,
      ...shared,
      summary: `Uses an uploaded image as the cover of ${name}`,
      status: 204,
    }),
    remove: endpoint({
      params: z.object({ id: uuid, upload_id: coverUploadId }),
      id: `delete${noun}CoverUpload`,
      method: 'DELETE',
      path: single,
      ...shared,
      summary: `Deletes an image uploaded as the cover of ${name}`,
      description: 'If it is the current cover, the cover becomes automatic again.',
      status: 204,
    }),
  } as const;
};

export const coverUploads = {
  books: coverUploadsOf({
    ...{ noun: 'Book', name: 'a book', path: '/books', writes: 'books-write' },
  }),
  series: coverUploadsOf({
    ...{ noun: 'Series', name: 'a series', path: '/series', writes: 'series-write' },
  }),
  collections: coverUploadsOf({
    ...{ noun: 'Collection', name: 'a collection', path: '/collections' },
    writes: 'collections-write',
  }),
  readLists: coverUploadsOf({
    ...{ noun: 'ReadList', name: 'a read list', path: '/read-lists', writes: 'read-lists-write' },
  }),
} as const;
export type CoverSubject = keyof typeof coverUploads;

/** All endpoints of this file. */
export const coverUploadEndpoints = Object.values(coverUploads).flatMap(
  ({ list, add, image, choose, remove }) => [list, add, image, choose, remove],
);
