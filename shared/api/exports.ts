import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { flag, uuid } from '../schemas.ts';
import { filterBooksBody, filterSeriesBody } from './filter-bodies.ts';

const tag = 'Exports';

export const exportFormats = ['csv', 'json'] as const;

const form = {
  format: z.enum(exportFormats).default('csv').describe('csv or json'),
  bom: flag
    .optional()
    .describe('Begins a CSV with the mark by which Excel knows UTF-8; true or false'),
};
const ofLibrary = z.object({
  ...form,
  library_id: uuid.optional().describe('Only of this library'),
});
const produces = ['text/csv', 'application/json'] as const;
const description =
  'Sent row by row, sorted by name. Lists in a cell are parted by semicolons; a cell that a spreadsheet would take for a formula begins with an apostrophe.';
const ids = z.array(uuid).max(10_000).optional().describe('Only these');

export const exportSeries = endpoint({
  id: 'exportSeries',
  method: 'GET',
  path: '/series/export',
  access: ['series-read'],
  tag,
  summary: 'All series as a table or as JSON',
  description,
  query: ofLibrary,
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
  query: z.object(form),
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
  query: ofLibrary,
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
  query: z.object(form),
  body: filterBooksBody.extend({ ids }),
  produces,
});
