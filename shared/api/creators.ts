import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, lettersSchema, line, listQuery, uuid } from '../schemas.ts';
import { bookSchema, bookSortFields } from './book-record.ts';
import { seriesSchema, seriesSortFields } from './series-record.ts';

const tag = 'Creators';
const access = ['series-read', 'books-read'] as const;

const role = z.string().describe('For example writer, penciller, colorist, cover or translator');
const series_count = z.int().describe('Series that credit them');
const book_count = z.int().describe('Books that credit them');

export const creatorSchema = z
  .object({
    id: uuid.describe('The same on every server, because it is made from the name'),
    name: z.string(),
    name_sort: z.string().describe('Family name first: "Melville, Herman"'),
    roles: z.array(role).describe('The most frequent first'),
    series_count,
    book_count,
  })
  .meta({ id: 'Creator' });
export type Creator = z.infer<typeof creatorSchema>;

const creditsSchema = z.object({ role, series_count, book_count });

export const fullCreatorSchema = creatorSchema
  .extend({ credits: z.array(creditsSchema).describe('By role, the most frequent first') })
  .meta({ id: 'FullCreator' });
export type FullCreator = z.infer<typeof fullCreatorSchema>;

export const creatorSortFields = ['name', 'book_count'] as const;
export type CreatorSort = (typeof creatorSortFields)[number];

const narrowing = {
  name: line(255)
    .optional()
    .describe('Exactly this name, whatever its case, accents and punctuation'),
  search: line(200, 0).optional().describe('Words of the name, or beginnings of words'),
  role: line(50).optional().describe('With a credit in this role'),
  library_id: uuid.optional().describe('With a credit in this library'),
};

export const listCreators = endpoint({
  id: 'listCreators',
  method: 'GET',
  path: '/creators',
  access,
  tag,
  summary: 'Lists the creators of the series and books of all libraries',
  query: listQuery(creatorSortFields, 'name,asc', {
    ...narrowing,
    initial: z
      .string()
      .max(1)
      .regex(/^[a-z#]$/)
      .optional()
      .describe('First letter of the name for sorting; # for everything else'),
  }),
  list: creatorSchema,
});

export const listCreatorLetters = endpoint({
  id: 'listCreatorLetters',
  method: 'GET',
  path: '/creators/letters',
  access,
  tag,
  summary: 'How many names of creators begin with each letter',
  query: z.object(narrowing),
  response: lettersSchema,
});

export const listCreatorRoles = endpoint({
  id: 'listCreatorRoles',
  method: 'GET',
  path: '/creators/roles',
  access,
  tag,
  summary: 'The roles of all creators, the most frequent first',
  response: z.object({
    roles: z.array(z.object({ role, creator_count: z.int().describe('Creators in this role') })),
  }),
});

export const getCreator = endpoint({
  id: 'getCreator',
  method: 'GET',
  path: '/creators/{id}',
  access,
  tag,
  summary: 'A creator with the number of works in each role',
  params: byId,
  response: fullCreatorSchema,
  errors: ['NotFound'],
});

const worksQuery = { role: narrowing.role, library_id: uuid.optional() };

export const listSeriesOfCreator = endpoint({
  id: 'listSeriesOfCreator',
  method: 'GET',
  path: '/creators/{id}/series',
  access,
  tag,
  summary: 'Series of a creator, of all libraries',
  params: byId,
  query: listQuery(seriesSortFields, 'name,asc', worksQuery),
  list: seriesSchema,
  errors: ['NotFound'],
});

export const listBooksOfCreator = endpoint({
  id: 'listBooksOfCreator',
  method: 'GET',
  path: '/creators/{id}/books',
  access,
  tag,
  summary: 'Books of a creator, of all libraries',
  params: byId,
  query: listQuery(bookSortFields, 'title,asc', worksQuery),
  list: bookSchema,
  errors: ['NotFound'],
});

export const renameCreator = endpoint({
  id: 'renameCreator',
  method: 'POST',
  path: '/creators/{id}/rename',
  access: ['series-write', 'books-write'],
  tag,
  summary: 'Renames a creator in all series and books',
  description:
    'The name of another creator merges the two. Each edit can be undone. 400 for more than 10,000 series or books.',
  params: byId,
  body: z.object({ name: line(255) }),
  response: z.object({
    id: uuid.describe('The creator with the new name'),
    edit_ids: z.array(uuid).describe('Undo the change, one for series and one for books'),
    task_ids: z.array(uuid).describe('The task that does the work if there is a lot'),
  }),
  errors: ['NotFound'],
});

/** In the order of the documentation. */
export const creatorEndpoints = [
  listCreators,
  listCreatorLetters,
  listCreatorRoles,
  getCreator,
  listSeriesOfCreator,
  listBooksOfCreator,
  renameCreator,
] as const;
