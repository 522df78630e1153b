import type { z } from 'zod';

import { filterBody, type FilterFields } from '../condition.ts';

/** Filterable fields of books, with their types. */
export const bookFields = {
  libraryId: 'id',
  seriesId: 'id',
  volumeId: 'id',
  genre: 'text',
  tag: 'text',
  title: 'text',
  readStatus: 'readStatus',
  hasError: 'boolean',
  oneShot: 'boolean',
  author: 'name',
  publisher: 'name',
  language: 'name',
  ageRating: 'number',
  year: 'number',
  pageCount: 'number',
  ownRating: 'number',
  addedDays: 'number',
  path: 'text',
  summary: 'text',
  format: 'format',
} as const satisfies FilterFields;

export const filterBooksBody = filterBody(bookFields, 'BookCondition');
export type BookFilter = z.output<typeof filterBooksBody>;

/** Filterable fields of series, with their types. */
export const seriesFields = {
  libraryId: 'id',
  genre: 'text',
  tag: 'text',
  label: 'text',
  status: 'text',
  publisher: 'text',
  language: 'text',
  name: 'text',
  readStatus: 'readStatus',
  author: 'name',
  ageRating: 'number',
  year: 'number',
  bookCount: 'number',
  ownRating: 'number',
  addedDays: 'number',
  path: 'text',
  summary: 'text',
  complete: 'boolean',
  format: 'format',
  hasError: 'boolean',
  oneShot: 'boolean',
} as const satisfies FilterFields;

export const filterSeriesBody = filterBody(seriesFields, 'SeriesCondition');
export type SeriesFilter = z.output<typeof filterSeriesBody>;
