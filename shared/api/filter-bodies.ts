import type { z } from 'zod';

import { filterBody } from '../condition-schema.ts';
import { bookFilterFields, seriesFilterFields } from './filter-fields.ts';

export const filterBooksBody = filterBody(bookFilterFields, 'BookCondition');
export type BookFilter = z.output<typeof filterBooksBody>;

export const filterSeriesBody = filterBody(seriesFilterFields, 'SeriesCondition');
export type SeriesFilter = z.output<typeof filterSeriesBody>;
