import { z } from 'zod';

import { calendarDate, timestamp, uuid } from '../schemas.ts';
import { progressSchema } from './progress-record.ts';

/** Formats of texts. Those other than EPUB are read through an EPUB that is made from the file. */
export const ebookFormats = ['epub', 'mobi', 'fb2'] as const;

export const bookFormats = ['cbz', 'cbr', 'cb7', 'cbt', ...ebookFormats, 'pdf', 'folder'] as const;
export type BookFormat = (typeof bookFormats)[number];

export const isEbook = (format: BookFormat): boolean =>
  (ebookFormats as readonly BookFormat[]).includes(format);
export const isDerived = (format: BookFormat): boolean => isEbook(format) && format !== 'epub';

export const bookSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    library_name: z.string(),
    series_id: uuid,
    series_name: z.string(),
    title: z.string(),
    title_sort: z.string(),
    number: z.number().nullable(),
    volume: z.number().nullable(),
    volume_id: uuid.nullable().describe('The volume that holds it as a chapter; see /volumes'),
    chapter: z.number().nullable(),
    number_end: z
      .number()
      .nullable()
      .describe('The last volume or chapter of a file that holds several, such as "Vol 1 - 6"'),
    path: z.string().describe('Relative to the library for callers without libraries-write'),
    filename: z.string(),
    format: z.enum(bookFormats),
    file_size: z.int(),
    file_hash: z
      .string()
      .nullable()
      .describe('SHA-256 of the file; null unless it has been read in full to compare it'),
    page_count: z.int(),
    analyzed: z.boolean(),
    error: z.string().nullable().describe('Why the file cannot be read'),
    missing_since: timestamp.nullable(),
    release_date: calendarDate.nullable(),
    language: z.string().nullable(),
    summary: z.string().nullable(),
    writers: z.array(z.string()).describe('Their names, in order'),
    cover_ratio: z
      .number()
      .nullable()
      .describe('Width of the cover divided by its height; null until it was made'),
    has_cover: z.boolean().describe('False if it is known that there is none'),
    created_at: timestamp,
    modified_at: timestamp,
    file_modified_at: timestamp,
    progress: progressSchema.nullable(),
  })
  .meta({ id: 'Book' });
export type Book = z.infer<typeof bookSchema>;

/** A book as one of many: place, name, cover and state, without texts and paths. */
export const compactBookSchema = bookSchema
  .pick({
    id: true,
    title: true,
    number: true,
    volume: true,
    volume_id: true,
    chapter: true,
    number_end: true,
    format: true,
    file_size: true,
    page_count: true,
    error: true,
    missing_since: true,
    writers: true,
    cover_ratio: true,
    has_cover: true,
    created_at: true,
  })
  .extend({
    progress: progressSchema
      .pick({
        current_page: true,
        is_completed: true,
        percentage: true,
        updated_at: true,
        completed_at: true,
      })
      .nullable(),
  })
  .meta({ id: 'CompactBook' });
export type CompactBook = z.infer<typeof compactBookSchema>;

/** Books before and after a book, in the order of its series or of a list. */
export const neighbourIds = {
  previous_id: uuid.nullable(),
  next_id: uuid.nullable(),
  previous_readable_id: uuid
    .nullable()
    .describe('As `previous_id`, without books whose files cannot be read'),
  next_readable_id: uuid
    .nullable()
    .describe('As `next_id`, without books whose files cannot be read'),
};

export const bookSortFields = [
  'title',
  'number',
  'file_size',
  'page_count',
  'created_at',
  'modified_at',
  'release_date',
  'own_rating',
  'random',
] as const;
export type BookSort = (typeof bookSortFields)[number];
