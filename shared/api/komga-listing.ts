import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { uuid } from '../schemas.ts';

const count = z.int();

const seriesSchema = z
  .looseObject({
    id: uuid,
    libraryId: uuid,
    name: z.string(),
    url: z.string().describe('The path of the series in its library'),
    created: z.string(),
    lastModified: z.string(),
    fileLastModified: z.string(),
    booksCount: count,
    booksReadCount: count,
    booksUnreadCount: count,
    booksInProgressCount: count,
    deleted: z.boolean(),
    oneshot: z.boolean(),
    metadata: z.looseObject({ title: z.string(), titleSort: z.string(), status: z.string() }),
    booksMetadata: z.looseObject({}),
  })
  .meta({ id: 'CompatSeries' });

/**
 * The documented endpoint of the compatibility API. Its path is below that API's prefix; the route
 * and the OpenAPI document are both derived from this.
 */
export const komgaListing = endpoint({
  id: 'listCompatSeries',
  method: 'GET',
  path: '/api/v1/series',
  access: ['series-read'],
  tag: 'Compatibility',
  summary: 'Lists series in the format of the compatibility API',
  description:
    'For reader apps that use the Komga API. Invalid values are ignored. The other routes that such apps need are served beside it.',
  query: z.object({
    page: z.int().min(0).max(2_147_483_647).default(0).describe('0-indexed'),
    size: z.int().min(0).max(10_000).default(20).describe('Records of a page'),
    library_id: uuid.optional().describe('Only series of this library; may be repeated'),
    search: z.string().max(1000).optional().describe('Words of the name'),
  }),
  response: z
    .looseObject({
      content: z.array(seriesSchema),
      totalElements: count,
      totalPages: count,
      number: count.describe('Of this page, 0-indexed'),
      size: count,
      numberOfElements: count,
      first: z.boolean(),
      last: z.boolean(),
      empty: z.boolean(),
    })
    .meta({ id: 'CompatSeriesPage' }),
});
