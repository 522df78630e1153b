import { z } from 'zod';

import { dayMs } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { maxIds } from '../limits.ts';
import {
  authorSchema,
  byId,
  calendarDate,
  lettersSchema,
  linkSchema,
  listQuery,
  timestamp,
  uuid,
} from '../schemas.ts';
import { bookSchema, bookSortFields, neighbourIds } from './book-record.ts';
import { filterBooksBody } from './filter-bodies.ts';
import { timeZone } from './reading-stats.ts';
import { startedTaskSchema } from './task-record.ts';

export const bookMetadataSchema = z
  .object({
    summary: z.string().nullable(),
    authors: z.array(authorSchema),
    publisher: z.string().nullable(),
    imprint: z.string().nullable(),
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    isbn: z.string().nullable(),
    age_rating: z.int().nullable(),
    story_arcs: z.array(z.object({ name: z.string(), number: z.number().nullable() })),
    characters: z.array(z.string()),
    teams: z.array(z.string()),
    locations: z.array(z.string()),
    web_links: z.array(linkSchema),
    layout: z.enum(['reflowable', 'fixed']).nullable(),
    community_rating: z
      .number()
      .nullable()
      .describe('Stars in the metadata, 0 to 5; people’s own ratings are separate'),
    identifiers: z
      .array(z.object({ type: z.string(), value: z.string() }))
      .describe('Identifiers in catalogues and shops, such as `goodreads` or `amazon`'),
  })
  .meta({ id: 'BookMetadata' });
export type BookMetadata = z.infer<typeof bookMetadataSchema>;

export const bookFormatSchema = z
  .object({
    format: z.string().describe('The file extension, in lower case'),
    file_size: z.int(),
    readable: z.boolean().describe('Whether it can be read here; others can be downloaded'),
  })
  .meta({ id: 'BookFormat' });
export type OtherFormat = z.infer<typeof bookFormatSchema>;

export const fullBookSchema = bookSchema
  .extend({
    metadata: bookMetadataSchema,
    note: z
      .string()
      .nullable()
      .describe('Warning about a file that can still be read, for example a wrong extension'),
    other_formats: z
      .array(bookFormatSchema)
      .describe('Files of the same book in other formats than the one that is read'),
    checked_at: timestamp.nullable().describe('When the whole file was last read'),
    good_at: timestamp.nullable().describe('When the whole file was last found intact'),
    ...neighbourIds,
  })
  .meta({ id: 'FullBook' });
export type FullBook = z.infer<typeof fullBookSchema>;

/** Filters common to all lists of books. */
export const bookFilters = { library_id: uuid.optional(), series_id: uuid.optional() };

/** Lists about the caller's reading can also be sorted by its time. */
export const readingSortFields = [...bookSortFields, 'read_at'] as const;
export type ReadingSort = (typeof readingSortFields)[number];

/** Search results can also be sorted by relevance; without a search that means by title. */
export const bookSearchSortFields = [...bookSortFields, 'relevance'] as const;
export type BookSearchSort = (typeof bookSearchSortFields)[number];

const tag = 'Books';

export const listBooks = endpoint({
  id: 'listBooks',
  method: 'GET',
  path: '/books',
  access: ['books-read'],
  tag,
  summary: 'Lists books',
  query: listQuery(bookSortFields, 'title,asc', bookFilters),
  list: bookSchema,
});

export const filterBooks = endpoint({
  id: 'filterBooks',
  method: 'POST',
  path: '/books/list',
  access: ['books-read'],
  tag,
  summary: 'Lists books that match a filter and a search',
  description: 'Filtering by readStatus needs progress-read as well.',
  query: listQuery(bookSearchSortFields, 'relevance,desc', {}, { olderForms: false }),
  body: filterBooksBody,
  list: bookSchema,
});

export const listBookIds = endpoint({
  id: 'listBookIds',
  method: 'POST',
  path: '/books/ids',
  access: ['books-read'],
  tag,
  summary: 'The ids of all books that match a filter and a search',
  description: 'To select all of them. Filtering by readStatus needs progress-read as well.',
  query: listQuery(
    bookSearchSortFields,
    'relevance,desc',
    {},
    {
      olderForms: false,
      maxSize: maxIds,
    },
  ),
  body: filterBooksBody,
  list: uuid,
});

export const listBookLetters = endpoint({
  id: 'listBookLetters',
  method: 'POST',
  path: '/books/letters',
  access: ['books-read'],
  tag,
  summary: 'How many titles of books begin with each letter',
  description:
    'Matches a filter and a search, in the order of names. Filtering by readStatus needs progress-read as well.',
  body: filterBooksBody,
  response: lettersSchema,
});

export const listBooksInProgress = endpoint({
  id: 'listBooksInProgress',
  method: 'GET',
  path: '/books/in-progress',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Books in progress, the most recently read first',
  query: listQuery(readingSortFields, 'read_at,desc', bookFilters),
  list: bookSchema,
});

export const listBooksOnDeck = endpoint({
  id: 'listBooksOnDeck',
  method: 'GET',
  path: '/books/on-deck',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'On deck: the next unread book of each started series',
  description:
    'For each series with at least one completed book and none in progress; the most recently read series comes first.',
  query: listQuery(readingSortFields, 'read_at,desc', bookFilters),
  list: bookSchema,
});

export const listRecentlyAddedBooks = endpoint({
  id: 'listRecentlyAddedBooks',
  method: 'GET',
  path: '/books/recently-added',
  access: ['books-read'],
  tag,
  summary: 'Recently added books',
  query: listQuery(bookSortFields, 'created_at,desc', {
    ...bookFilters,
    added_from: timestamp.optional(),
    added_before: timestamp.optional(),
  }),
  list: bookSchema,
});

export const addedDaySchema = z
  .object({
    date: calendarDate,
    books: z.int().describe('Books added on this day'),
    book_ids: z.array(uuid).describe('Up to three of them'),
  })
  .meta({ id: 'AddedDay' });
export type AddedDay = z.infer<typeof addedDaySchema>;

/** Longest range of a calendar, days. */
const maxAddedDays = 400;

const addedDaysQuery = z
  .object({ from: timestamp, before: timestamp, tz: timeZone, library_id: uuid.optional() })
  .refine(({ from, before }) => Date.parse(before) - Date.parse(from) <= maxAddedDays * dayMs, {
    path: ['before'],
    message: `Ask for at most ${maxAddedDays} days`,
  });
export type AddedDaysQuery = z.output<typeof addedDaysQuery>;

export const listAddedDays = endpoint({
  id: 'listAddedDays',
  method: 'GET',
  path: '/books/added-days',
  access: ['books-read'],
  tag,
  summary: 'The days on which books were added, the newest first',
  query: addedDaysQuery,
  response: z.object({ days: z.array(addedDaySchema) }),
});

export const listRecentlyReadBooks = endpoint({
  id: 'listRecentlyReadBooks',
  method: 'GET',
  path: '/books/recently-read',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Recently read books',
  query: listQuery(readingSortFields, 'read_at,desc', bookFilters),
  list: bookSchema,
});

export const getBook = endpoint({
  id: 'getBook',
  method: 'GET',
  path: '/books/{id}',
  access: ['books-read'],
  tag,
  summary: 'Book details with metadata and neighbours',
  params: byId,
  response: fullBookSchema,
  errors: ['NotFound'],
});

export const getBookThumbnail = endpoint({
  id: 'getBookThumbnail',
  method: 'GET',
  path: '/books/{id}/thumbnail',
  access: ['books-read'],
  tag,
  summary: 'Book cover, at most 400 px wide',
  params: byId,
  produces: ['image/webp', 'image/jpeg'],
  errors: ['NotFound'],
});

export const getBookFile = endpoint({
  id: 'getBookFile',
  method: 'GET',
  path: '/books/{id}/file',
  access: ['books-read', 'books-download'],
  tag,
  summary: 'Downloads the file; supports ranges',
  params: byId,
  produces: [
    'application/vnd.comicbook+zip',
    'application/vnd.comicbook-rar',
    'application/x-cb7',
    'application/x-cbt',
    'application/epub+zip',
    'application/x-mobipocket-ebook',
    'application/vnd.amazon.ebook',
    'application/x-mobi8-ebook',
    'application/x-fictionbook+xml',
    'application/x-zip-compressed-fb2',
    'application/pdf',
  ],
  errors: ['NotFound', 'UnprocessableContent'],
});

export const analyzeBook = endpoint({
  id: 'analyzeBook',
  method: 'POST',
  path: '/books/{id}/analyze',
  access: ['books-write'],
  tag,
  summary: 'Rereads the file',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound'],
});
