import { userParameter } from '../../database/planner-hints.ts';
import type { Series, SeriesSort } from '../../../shared/api/series-record.ts';
import type { ReadStatus } from '../../../shared/read-status.ts';
import {
  booleanField,
  choiceField,
  daysSince,
  filedUnder,
  foldedField,
  nullableFoldedField,
  numberField,
  rowField,
} from '../../database/condition-sql.ts';
import { seriesCreditFields } from '../../database/credit-field.ts';
import type { Database } from '../../database/types.ts';
import { createFilteredRows } from '../../database/filtered-rows.ts';
import { oneShotSeries } from '../../database/one-shot.ts';
import { ownRatingField } from '../../database/own-rating.ts';
import type { PreparedValues } from '../../database/page-sql.ts';
import { seesSeries } from '../../database/restricted-reads.ts';
import { seriesSearch } from '../../database/search-sql.ts';
import { seriesFields, seriesPageJoins, joinSeriesReading, seriesSortKeys } from './record-sql.ts';
import type { seriesFilterFields } from '../../../shared/api/filter-fields.ts';
import type { FilterTable, SpecialFields } from '../../database/condition-types.ts';

/** Series that match a filter and a search, with the user's progress; `user_pk` null omits it. */
export const createFilteredSeries = (database: Database, value: PreparedValues) =>
  createFilteredRows<Series, number | null, SeriesSort>(
    { database, value },
    {
      name: 's',
      filtered: seriesFilterTable,
      search: seriesSearch,
      counter: 'series_count',
      nameKey: seriesSortKeys.name,
      sorted: (field) => ({
        keys: [field === 'date_read' ? 'u.read_at' : seriesSortKeys[field], 's.pk'],
        nullsLast: true,
        joins: field === 'date_read' ? joinSeriesReading : '',
      }),
      isSeen: seesSeries,
      record: `json_object(${seriesFields})`,
      joins: seriesPageJoins,
      parametersOf: (userPk) => ({ user_pk: userPk }),
    },
  );

const begun = `SELECT series_pk FROM user_series WHERE user_pk = ${userParameter}
  AND (completed_count > 0 OR in_progress_count > 0)`;
const finished = `SELECT u.series_pk FROM user_series u CROSS JOIN series r ON r.pk = u.series_pk
  WHERE u.user_pk = ${userParameter} AND r.book_count > 0 AND u.completed_count >= r.book_count`;
/**
 * SQL for `read_status`, as sets of what the user has read: unread series need not be checked one
 * by one.
 */
const readStatus: Record<ReadStatus, string> = {
  unread: `(s.pk NOT IN (${begun}))`,
  in_progress: `(s.pk IN (${begun}) AND s.pk NOT IN (${finished}))`,
  read: `(s.pk IN (${finished}))`,
};

const presentBooks = 'SELECT series_pk FROM books WHERE missing_since IS NULL';

export const seriesFilterTable: FilterTable = {
  pk: 's.pk',
  values: 'series_values',
  named: { field: 'name', substrings: 'series_substrings' },
  special: {
    libraryId: rowField('s.library_pk', 'libraries'),
    readStatus: choiceField(readStatus),
    initial: filedUnder('s.name_key'),
    ...seriesCreditFields,
    ageRating: numberField('s.age_rating'),
    year: numberField('s.year'),
    bookCount: numberField('s.book_count'),
    ownRating: ownRatingField({ column: 'series_pk', pk: 's.pk' }),
    addedDays: daysSince('s.date_added'),
    path: foldedField('path', (test) => `(s.pk IN (${presentBooks} AND ${test}))`),
    summary: nullableFoldedField('s.summary'),
    complete: booleanField(
      "(s.status IS 'ended' AND s.book_count >= coalesce(s.total_volumes, s.book_count))",
    ),
    format: (format) => `(s.pk IN (${presentBooks} AND format = ${format}))`,
    oneShot: booleanField(oneShotSeries),
    hasError: booleanField(`(s.pk IN (${presentBooks} AND error IS NOT NULL))`),
  } satisfies SpecialFields<
    | Exclude<
        keyof typeof seriesFilterFields,
        'name' | 'genre' | 'tag' | 'label' | 'status' | 'publisher' | 'language'
      >
    | 'initial'
  >,
};
