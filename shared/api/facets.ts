import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { line, listQuery, uuid } from '../schemas.ts';

const tag = 'Facets';

/** Fields whose distinct values can be listed for use in filters. */
export const seriesFacets = [
  'genre',
  'tag',
  'label',
  'publisher',
  'language',
  'status',
  'author',
  'ageRating',
  'year',
  'format',
] as const;
export type SeriesFacet = (typeof seriesFacets)[number];

export const bookFacets = [
  'genre',
  'tag',
  'publisher',
  'language',
  'author',
  'ageRating',
  'year',
  'format',
] as const;
export type BookFacet = (typeof bookFacets)[number];

export const facetSchema = z
  .object({
    value: z.string().describe('The value as used in a filter'),
    count: z.int().describe('Records that have it'),
  })
  .meta({ id: 'Facet' });
export type Facet = z.infer<typeof facetSchema>;

export const facetSorts = ['count', 'value'] as const;
export type FacetSort = (typeof facetSorts)[number];

const narrowing = {
  library_id: uuid.optional(),
  search: line(200).optional().describe('Part of the value, ignoring case'),
};

export const listSeriesFacets = endpoint({
  id: 'listSeriesFacets',
  method: 'GET',
  path: '/series-facets/{field}',
  access: ['series-read'],
  tag,
  summary: 'The values of a field in all series, the most frequent first',
  description: 'Labels need series-write as well.',
  params: z.object({ field: z.enum(seriesFacets).describe('The field') }),
  query: listQuery(facetSorts, 'count,desc', narrowing),
  list: facetSchema,
});

export const listBookFacets = endpoint({
  id: 'listBookFacets',
  method: 'GET',
  path: '/book-facets/{field}',
  access: ['books-read'],
  tag,
  summary: 'The values of a field in all books, the most frequent first',
  params: z.object({ field: z.enum(bookFacets).describe('The field') }),
  query: listQuery(facetSorts, 'count,desc', {
    ...narrowing,
    series_id: uuid.optional().describe('Only books of this series'),
  }),
  list: facetSchema,
});
