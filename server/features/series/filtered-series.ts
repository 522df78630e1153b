import type { Series, SeriesSort } from '../../../shared/api/series-record.ts';
import type { ReadStatus } from '../../../shared/schemas.ts';
import {
  authorsField,
  filedUnder,
  type FilterTable,
  numberField,
} from '../../database/condition-sql.ts';
import type { Database } from '../../database/types.ts';
import { createFilteredRows } from '../../database/filtered-rows.ts';
import { oneShotSeries } from '../../database/one-shot.ts';
import type { PreparedValues } from '../../database/page-sql.ts';
import { seriesSearch } from '../../database/search-sql.ts';
import {
  seriesFields,
  seriesPageJoins,
  joinSeriesReading,
  seriesUserParameter,
  seriesSortKeys,
} from './record-sql.ts';

/** Series that match a filter and a search, with the user's progress; `user_pk` null omits it. */
export const createFilteredSeries = (database: Database, value: PreparedValues) =>
  createFilteredRows<Series, number | null, SeriesSort>(
    { database, value },
    {
      name: 's',
      filtered,
      search: seriesSearch,
      counter: 'series_count',
      nameKey: seriesSortKeys.name,
      sorted: (field) => ({
        keys: [field === 'date_read' ? 'u.read_at' : seriesSortKeys[field], 's.pk'],
        nullsLast: true,
        joins: field === 'date_read' ? joinSeriesReading : '',
      }),
      record: `json_object(${seriesFields})`,
      joins: seriesPageJoins,
      parametersOf: (userPk) => ({ user_pk: userPk }),
    },
  );

const begun = `SELECT series_pk FROM user_series WHERE user_pk = ${seriesUserParameter}
  AND (completed_count > 0 OR in_progress_count > 0)`;
const finished = `SELECT u.series_pk FROM user_series u CROSS JOIN series r ON r.pk = u.series_pk
  WHERE u.user_pk = ${seriesUserParameter} AND r.book_count > 0 AND u.completed_count >= r.book_count`;
/**
 * SQL for `read_status`, as sets of what the user has read: unread series need not be checked one
 * by one.
 */
const hasStatus: Record<ReadStatus, string> = {
  unread: `(s.pk NOT IN (${begun}))`,
  in_progress: `(s.pk IN (${begun}) AND s.pk NOT IN (${finished}))`,
  read: `(s.pk IN (${finished}))`,
};

const presentBooks = 'SELECT series_pk FROM books WHERE missing_since IS NULL';

const filtered: FilterTable = {
  pk: 's.pk',
  values: 'series_values',
  named: { field: 'name', trigrams: 'series_trigrams' },
  special: {
    libraryId: (id) => `(s.library_pk IS (SELECT pk FROM libraries WHERE id = ${id}))`,
    readStatus: (_, status) => hasStatus[status as ReadStatus],
    initial: filedUnder('s.name_key'),
    author: authorsField('s.authors'),
    ageRating: numberField('s.age_rating'),
    year: numberField('s.year'),
    bookCount: numberField('s.book_count'),
    format: (format) => `(s.pk IN (${presentBooks} AND format = ${format}))`,
    oneShot: (_, value) => (value === 'true' ? oneShotSeries : `(NOT ${oneShotSeries})`),
    hasError: (_, value) =>
      `(s.pk ${value === 'true' ? 'IN' : 'NOT IN'} (${presentBooks} AND error IS NOT NULL))`,
  },
};
