import { z } from 'zod';

import { readStatuses } from '../read-status.ts';
import { authorSchema, calendarDate, linkSchema, timestamp, uuid } from '../schemas.ts';
import { readingDirections } from './libraries.ts';

export const seriesStatuses = ['ongoing', 'ended', 'hiatus', 'abandoned'] as const;
export type SeriesStatus = (typeof seriesStatuses)[number];

export const seriesSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    library_name: z.string(),
    name: z.string(),
    name_sort: z.string().describe('Leading articles moved behind: "Sandman, The"'),
    filename: z.string().describe('The name of the folder'),
    path: z.string(),
    book_count: z.int(),
    unread_count: z.int().nullable(),
    in_progress_count: z.int().nullable(),
    read_status: z.enum(readStatuses).nullable(),
    file_size: z.int(),
    page_count: z.int(),
    publisher: z.string().nullable(),
    status: z.enum(seriesStatuses).nullable(),
    language: z.string().nullable(),
    summary: z.string().nullable(),
    year: z.int().nullable(),
    release_date: calendarDate.nullable(),
    reading_direction: z.enum(readingDirections).nullable(),
    age_rating: z.int().nullable().describe('Minimum age in years'),
    cover_ratio: z
      .number()
      .nullable()
      .describe('Width of the cover divided by its height; null until it was made'),
    has_cover: z.boolean().describe('False if it is known that there is none'),
    writers: z.array(z.string()).describe('Their names, in order'),
    date_added: timestamp,
    date_updated: timestamp,
    date_read: timestamp.nullable().describe('When the caller last read in the series'),
  })
  .meta({ id: 'Series' });
export type Series = z.infer<typeof seriesSchema>;

export const fullSeriesSchema = seriesSchema
  .extend({
    metadata: z.object({
      title: z.string(),
      original_title: z.string().nullable(),
      summary: z.string().nullable(),
      publisher: z.string().nullable(),
      imprint: z.string().nullable(),
      status: z.enum(seriesStatuses).nullable(),
      language: z.string().nullable(),
      year: z.int().nullable(),
      age_rating: z.int().nullable(),
      reading_direction: z.enum(readingDirections).nullable(),
      total_volumes: z.int().nullable(),
      total_chapters: z.number().nullable(),
      authors: z.array(authorSchema),
      alternate_titles: z.array(z.object({ label: z.string(), title: z.string() })),
      updated_at: timestamp,
    }),
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    labels: z
      .array(z.string())
      .nullable()
      .describe(
        'Control who can see the series; null without series-write, because the names can reveal it',
      ),
    external_links: z.array(linkSchema),
  })
  .meta({ id: 'FullSeries' });
export type FullSeries = z.infer<typeof fullSeriesSchema>;

export const seriesSortFields = [
  'name',
  'date_added',
  'date_updated',
  'release_date',
  'date_read',
  'book_count',
  'file_size',
  'filename',
  'page_count',
  'unread_count',
  'own_rating',
  'random',
] as const;
export type SeriesSort = (typeof seriesSortFields)[number];

/** Filters common to all lists of series. */
export const seriesFilters = { library_id: uuid.optional(), series_id: uuid.optional() };

/** Search results can also be sorted by relevance; without a search that means by name. */
export const seriesSearchSortFields = [...seriesSortFields, 'relevance'] as const;
export type SeriesSearchSort = (typeof seriesSearchSortFields)[number];
