import type { Series, SeriesSort } from '../../../shared/api/series.ts';
import type { ReadStatus } from '../../../shared/schemas.ts';
import {
  authorsField,
  filedUnder,
  type FilterTable,
  numberField,
} from '../../database/condition-sql.ts';
import type { Database } from '../../database/database.ts';
import { createFilteredRows } from '../../database/filtered-rows.ts';
import type { PreparedValues } from '../../database/page-sql.ts';
import { seriesSearch } from '../../database/search-sql.ts';
import { fields, joins, readBy, reader, sortKeys } from './record-sql.ts';

/** Series that a filter and a search leave, with what the user of a key has read of each; null leaves that out. */
export const createFilteredSeries = (database: Database, value: PreparedValues) =>
  createFilteredRows<Series, number | null, SeriesSort>(
    { database, value },
    {
      name: 's',
      filtered,
      search: seriesSearch,
      counter: 'series_count',
      nameKey: sortKeys.name,
      sorted: (field) => ({
        keys: [field === 'date_read' ? 'u.read_at' : sortKeys[field], 's.pk'],
        nullsLast: true,
        joins: field === 'date_read' ? readBy : '',
      }),
      record: `json_object(${fields})`,
      joins,
      parametersOf: (userPk) => ({ user_pk: userPk }),
    },
  );

const begun = `SELECT series_pk FROM user_series WHERE user_pk = ${reader}
  AND (completed_count > 0 OR in_progress_count > 0)`;
const finished = `SELECT u.series_pk FROM user_series u CROSS JOIN series r ON r.pk = u.series_pk
  WHERE u.user_pk = ${reader} AND r.book_count > 0 AND u.completed_count >= r.book_count`;
/** What `read_status` says of a series, as sets of what the user has read: the unread need no look at each. */
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
    hasError: (_, value) =>
      `(s.pk ${value === 'true' ? 'IN' : 'NOT IN'} (${presentBooks} AND error IS NOT NULL))`,
  },
};
