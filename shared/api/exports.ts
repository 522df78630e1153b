import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { flag, uuid } from '../schemas.ts';
import { filterBooksBody, filterSeriesBody } from './filter-bodies.ts';

export { dataExportEndpoints } from './data-export.ts';

const tag = 'Exports';

export const exportFormats = ['csv', 'json', 'markdown'] as const;

/** Columns of a table, in order. */
export const seriesColumnNames = [
  'id',
  'library',
  'name',
  'name_sort',
  'original_title',
  'alternate_titles',
  'publisher',
  'imprint',
  'status',
  'language',
  'year',
  'release_date',
  'age_rating',
  'reading_direction',
  'total_volumes',
  'total_chapters',
  'book_count',
  'page_count',
  'file_size',
  'read_status',
  'authors',
  'genres',
  'tags',
  'labels',
  'links',
  'summary',
  'path',
] as const;
export const bookColumnNames = [
  'id',
  'library',
  'series',
  'title',
  'number',
  'volume',
  'chapter',
  'release_date',
  'language',
  'publisher',
  'imprint',
  'isbn',
  'age_rating',
  'format',
  'page_count',
  'file_size',
  'file_hash',
  'current_page',
  'is_completed',
  'authors',
  'genres',
  'tags',
  'characters',
  'teams',
  'locations',
  'story_arcs',
  'links',
  'summary',
  'path',
] as const;

/** Comma-separated names; all without it. */
const columnsOf = (names: readonly string[]) =>
  z
    .string()
    .max(1000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names as [string, ...string[]])))
    .optional()
    .describe(`Columns of a table, separated by commas: ${names.join(', ')}`);

const form = {
  format: z.enum(exportFormats).default('csv').describe('csv, json or markdown, a table'),
  bom: flag
    .optional()
    .describe(
      'Begins a CSV with a byte order mark, by which Excel recognises UTF-8; true or false',
    ),
};
const ofLibrary = {
  ...form,
  library_id: uuid.optional().describe('Only of this library'),
};
const produces = ['text/csv', 'application/json', 'text/markdown'] as const;
const description =
  'Sent row by row, sorted by name. Lists in a cell are parted by semicolons; a cell that a spreadsheet would take for a formula begins with an apostrophe. JSON has all fields.';
const ids = z.array(uuid).max(10_000).optional().describe('Only these');

export const exportSeries = endpoint({
  id: 'exportSeries',
  method: 'GET',
  path: '/series/export',
  access: ['series-read'],
  tag,
  summary: 'All series as a table or as JSON',
  description,
  query: z.object({ ...ofLibrary, columns: columnsOf(seriesColumnNames) }),
  produces,
});

export const exportFoundSeries = endpoint({
  id: 'exportFoundSeries',
  method: 'POST',
  path: '/series/export',
  access: ['series-read'],
  tag,
  summary: 'The series that match a filter, as a table or as JSON',
  description: `${description} Filtering by readStatus needs progress-read as well.`,
  query: z.object({ ...form, columns: columnsOf(seriesColumnNames) }),
  body: filterSeriesBody.extend({ ids }),
  produces,
});

export const exportBooks = endpoint({
  id: 'exportBooks',
  method: 'GET',
  path: '/books/export',
  access: ['books-read'],
  tag,
  summary: 'All books as a table or as JSON',
  description,
  query: z.object({ ...ofLibrary, columns: columnsOf(bookColumnNames) }),
  produces,
});

export const exportFoundBooks = endpoint({
  id: 'exportFoundBooks',
  method: 'POST',
  path: '/books/export',
  access: ['books-read'],
  tag,
  summary: 'The books that match a filter, as a table or as JSON',
  description: `${description} Filtering by readStatus needs progress-read as well.`,
  query: z.object({ ...form, columns: columnsOf(bookColumnNames) }),
  body: filterBooksBody.extend({ ids }),
  produces,
});
