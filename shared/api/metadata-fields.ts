import { z } from 'zod';

import { authorSchema, calendarDate, line, linkSchema } from '../schemas.ts';
import { bookSchema } from './book-record.ts';
import { bookMetadataSchema } from './books.ts';
import { readingDirections } from './libraries.ts';
import { fullSeriesSchema, seriesStatuses } from './series-record.ts';

/**
 * Limits for edited fields, which no real book reaches. They do not apply to records, which show
 * embedded metadata as it is.
 */

const maxEntries = 200;
const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(maxEntries, `Write at most ${maxEntries} entries`);

const maxParagraphs = 20_000;
const paragraphs = z
  .string()
  .max(maxParagraphs, `Write at most ${maxParagraphs} characters`)
  .regex(/^[\P{Cc}\t\r\n]*$/u, 'Use no control characters but line breaks')
  .trim()
  .min(1);

const words = list(line(255));
const age = z.int().min(0).max(99).nullable();
const language = z
  .string()
  .max(50)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'Write a language tag, for example en or pt-BR')
  .nullable();
const position = z.number().min(-1000).max(1_000_000).nullable();
const authors = list(z.object({ name: line(255), role: line(50) }));
const links = list(
  z.object({
    label: line(255),
    url: line(2048).regex(/^https?:\/\/\S+$/i, 'Write an address that begins with http or https'),
  }),
);

/** Editable fields of a series, by their names in the records. */
export const seriesInput = z.object({
  name: line(500),
  name_sort: line(500).describe('Follows the name while it is neither sent nor locked'),
  original_title: line(500).nullable(),
  alternate_titles: list(z.object({ label: line(50), title: line(500) })),
  summary: paragraphs.nullable(),
  status: z.enum(seriesStatuses).nullable(),
  language,
  year: z.int().min(1).max(9999).nullable(),
  release_date: calendarDate.nullable(),
  age_rating: age,
  reading_direction: z.enum(readingDirections).nullable(),
  publisher: line(255).nullable(),
  imprint: line(255).nullable(),
  total_volumes: z.int().min(0).max(100_000).nullable(),
  total_chapters: z.number().min(0).max(100_000).nullable(),
  authors,
  genres: words,
  tags: words,
  labels: words.describe('Control who can see the series; never read from files'),
  external_links: links,
});
export type SeriesField = keyof typeof seriesInput.shape;
export const editableSeriesFields = Object.keys(seriesInput.shape) as SeriesField[];

/** Fields that scans never write, so that they need no lock. */
export const unlockedFields: ReadonlySet<string> = new Set<SeriesField>(['labels']);
export const lockableSeriesFields = editableSeriesFields.filter(
  (name): name is Exclude<SeriesField, 'labels'> => !unlockedFields.has(name),
);

/** Editable fields of a book, by their names in the records. */
export const bookInput = z.object({
  title: line(500),
  title_sort: line(500).describe('Follows the title while it is neither sent nor locked'),
  number: position,
  volume: position,
  chapter: position,
  release_date: calendarDate.nullable(),
  language,
  summary: paragraphs.nullable(),
  authors,
  publisher: line(255).nullable(),
  imprint: line(255).nullable(),
  genres: words,
  tags: words,
  isbn: line(32).nullable(),
  age_rating: age,
  story_arcs: list(z.object({ name: line(255), number: position })),
  characters: words,
  teams: words,
  locations: words,
  web_links: links,
});
export type BookField = keyof typeof bookInput.shape;
export const editableBookFields = Object.keys(bookInput.shape) as BookField[];

/** The current values of these fields, whether edited or not. */
export const seriesValuesSchema = fullSeriesSchema.shape.metadata
  .omit({ title: true, updated_at: true })
  .extend({
    name: fullSeriesSchema.shape.name,
    name_sort: z.string(),
    release_date: fullSeriesSchema.shape.release_date,
    genres: fullSeriesSchema.shape.genres,
    tags: fullSeriesSchema.shape.tags,
    labels: z.array(z.string()),
    external_links: z.array(linkSchema),
  });
export type SeriesValues = z.infer<typeof seriesValuesSchema>;

export const bookValuesSchema = bookMetadataSchema
  .omit({ layout: true, community_rating: true, identifiers: true })
  .extend({
    title: bookSchema.shape.title,
    title_sort: z.string(),
    number: bookSchema.shape.number,
    volume: bookSchema.shape.volume,
    chapter: bookSchema.shape.chapter,
    release_date: bookSchema.shape.release_date,
    language: bookSchema.shape.language,
    authors: z.array(authorSchema),
  });
export type BookValues = z.infer<typeof bookValuesSchema>;

/** List fields that support adding and removing single entries. */
export const seriesLists = seriesInput
  .pick({
    authors: true,
    genres: true,
    tags: true,
    labels: true,
    external_links: true,
    alternate_titles: true,
  })
  .partial();
export const bookLists = bookInput
  .pick({
    authors: true,
    genres: true,
    tags: true,
    story_arcs: true,
    characters: true,
    teams: true,
    locations: true,
    web_links: true,
  })
  .partial();
