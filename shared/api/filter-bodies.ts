import type { z } from 'zod';

import { filterBody } from '../condition-schema.ts';
import { bookFields, seriesFields } from './filter-fields.ts';

export const filterBooksBody = filterBody(bookFields, 'BookCondition');
export type BookFilter = z.output<typeof filterBooksBody>;

export const filterSeriesBody = filterBody(seriesFields, 'SeriesCondition');
export type SeriesFilter = z.output<typeof filterSeriesBody>;
