import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, uuid, wholeNumber } from '../schemas.ts';

export const pageSchema = z
  .object({
    page_number: z.int().describe('1-indexed'),
    filename: z.string(),
    media_type: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    file_size: z.int(),
    is_cut_off: z
      .boolean()
      .describe('The image lacks its end, so that only a part of it, or nothing, can be shown'),
  })
  .meta({ id: 'Page' });
export type Page = z.infer<typeof pageSchema>;

const textBlockSchema = z
  .object({
    x: z.number().describe('Pixels from the left'),
    y: z.number().describe('Pixels from the top'),
    width: z.number(),
    height: z.number(),
    vertical: z.boolean().describe('The lines are columns, from right to left'),
    font_size: z.number().describe('Pixels'),
    lines: z.array(z.string()),
  })
  .meta({ id: 'TextBlock' });
export type TextBlock = z.infer<typeof textBlockSchema>;

const pageTextSchema = z
  .object({
    language: z.string().describe('BCP 47'),
    width: z.number().describe('Width of the image in whose pixels the blocks are placed'),
    height: z.number(),
    blocks: z.array(textBlockSchema),
  })
  .meta({ id: 'PageText' });
export type PageText = z.infer<typeof pageTextSchema>;

export const pageFormats = ['jpeg', 'png', 'webp'] as const;
export type PageFormat = (typeof pageFormats)[number];

const side = wholeNumber(1, 10_000).optional();
const tag = 'Pages';

export const listPages = endpoint({
  id: 'listPages',
  method: 'GET',
  path: '/books/{id}/pages',
  access: ['pages-read'],
  tag,
  summary: 'Lists the pages of a book',
  params: byId,
  query: listQuery(['page_number', 'filename', 'file_size'], 'page_number,asc'),
  list: pageSchema,
  errors: ['NotFound', 'UnprocessableContent'],
});

export const getPage = endpoint({
  id: 'getPage',
  method: 'GET',
  path: '/books/{book_id}/pages/{page_number}',
  access: ['pages-read'],
  tag,
  summary: 'The image of a page',
  description:
    'Without parameters: the stored bytes. With any: decoded, rotated upright, converted to sRGB and fitted inside width × height without enlarging. A PDF page is rendered: as JPEG without parameters, otherwise fitted inside width × height.',
  params: z.object({
    book_id: uuid,
    page_number: wholeNumber(1).describe('1-indexed'),
  }),
  query: z.object({
    width: side.describe('Maximum width for resizing'),
    height: side.describe('Maximum height for resizing'),
    format: z.enum(pageFormats).optional().describe('Output format'),
  }),
  produces: ['image/jpeg', 'image/png', 'image/webp', 'image/*'],
  errors: ['NotFound', 'UnprocessableContent'],
});

export const getPageText = endpoint({
  id: 'getPageText',
  method: 'GET',
  path: '/books/{book_id}/pages/{page_number}/text',
  access: ['pages-read'],
  tag,
  summary: 'The text that was recognised on a page',
  description:
    'From the file that mokuro writes beside the book, with its name and the extension .mokuro.',
  params: z.object({
    book_id: uuid,
    page_number: wholeNumber(1).describe('1-indexed'),
  }),
  response: z.object({
    text: pageTextSchema.nullable().describe('Null if there is no such file'),
  }),
  errors: ['NotFound', 'UnprocessableContent'],
});
