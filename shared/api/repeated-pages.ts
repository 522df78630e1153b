import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Repeated pages';
const access = ['libraries-write', 'books-write'] as const;

export const repeatedPageMarks = ['advertising', 'keep'] as const;

const markSchema = z
  .enum(repeatedPageMarks)
  .nullable()
  .describe('advertising: can be removed; keep: belongs to the books; null: not decided');

export const repeatedPageSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    file_size: z.int().describe('Bytes of the picture'),
    book_count: z.int().describe('Books that have the page'),
    front_count: z.int().describe('Of them, how many have it among their first three pages'),
    back_count: z.int().describe('How many have it among their last three pages'),
    cover_count: z.int().describe('How many have it as their first page'),
    mark: markSchema,
    found_at: timestamp,
  })
  .meta({ id: 'RepeatedPage' });
export type RepeatedPage = z.infer<typeof repeatedPageSchema>;

export const findRepeatedPages = endpoint({
  id: 'findRepeatedPages',
  method: 'POST',
  path: '/libraries/{id}/repeated-pages/scan',
  access,
  tag,
  summary: 'Searches a library for pages that many books share',
  description:
    'Compares the known checksums of the pages of archives, and reads each repeated page once. Folders, PDF and EPUB are not searched.',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound'],
});

export const listRepeatedPages = endpoint({
  id: 'listRepeatedPages',
  method: 'GET',
  path: '/libraries/{id}/repeated-pages',
  access,
  tag,
  summary: 'Repeated pages found by the last search',
  params: byId,
  query: listQuery(['book_count', 'found_at'], 'book_count,desc', {
    mark: z
      .enum([...repeatedPageMarks, 'none'])
      .optional()
      .describe('Only pages with this mark'),
  }),
  list: repeatedPageSchema,
  errors: ['NotFound'],
});

export const getRepeatedPagePicture = endpoint({
  id: 'getRepeatedPagePicture',
  method: 'GET',
  path: '/repeated-pages/{id}/picture',
  access,
  tag,
  summary: 'The page, at most 400 px wide',
  params: byId,
  produces: ['image/webp'],
  errors: ['NotFound'],
});

export const updateRepeatedPage = endpoint({
  id: 'updateRepeatedPage',
  method: 'PATCH',
  path: '/repeated-pages/{id}',
  access,
  tag,
  summary: 'Marks a page as advertising or not',
  description: 'Conversions can remove the pages that are marked as advertising.',
  params: byId,
  body: z.object({ mark: markSchema }),
  response: repeatedPageSchema,
  errors: ['NotFound'],
});

export const repeatedPageEndpoints = [
  findRepeatedPages,
  listRepeatedPages,
  getRepeatedPagePicture,
  updateRepeatedPage,
] as const;
