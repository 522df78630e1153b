import type { Database } from '../../../database/types.ts';
import { booleanField, choiceField, dateField } from '../../../database/condition-sql.ts';
import { seriesCreditFields } from '../../../database/credit-field.ts';
import type { PreparedValues } from '../../../database/page-sql.ts';
import { seriesSearch } from '../../../database/search-sql.ts';
import { seriesFilterTable } from '../../series/filtered-series.ts';
import { userParameter } from '../../../database/planner-hints.ts';
import { wantToReadId } from '../want-to-read.ts';
import { createListedRows } from '../listed-rows.ts';
import type { SortKeys } from '../sorting.ts';
import { komgaSeriesPageJoins, joinKomgaSeriesReading, komgaSeriesRecord } from './record-sql.ts';
import type { Equals, FilterTable, SpecialField } from '../../../database/condition-types.ts';

/** Lists of series with their filters and sort fields. */
export const createListedSeries = (database: Database, value: PreparedValues) =>
  createListedRows(
    { database, value },
    {
      name: 's',
      search: seriesSearch,
      counter: 'series_count',
      filtered,
      sortKeys: () => sortKeys,
      indexed,
      byTitle,
      fallback: () => ({ property: 'name', direction: 'asc' }),
      joined: { 'u.read_at': joinKomgaSeriesReading },
      membership: {
        listField: 'collectionId',
        property: 'collection.number',
        key: 'e.position',
        join: `LEFT JOIN collection_series e ON e.series_pk = s.pk
          AND e.collection_pk = (SELECT pk FROM collections WHERE id = :list)`,
        joinWanted: `LEFT JOIN wanted e ON e.user_pk = ${userParameter} AND e.series_pk = s.pk`,
      },
      record: komgaSeriesRecord,
      joins: komgaSeriesPageJoins,
    },
  );

const byTitle = ['s.name_key'];
const byAge = ['s.date_added'];
const byChange = ['s.date_updated'];
const byRelease = ['s.release_date'];
const byCount = ['s.book_count'];
const byRead = ['u.read_at'];
/** Lower case; clients use several names for one field. */
const sortKeys: SortKeys = {
  'metadata.titlesort': byTitle,
  'metadata.title': byTitle,
  titlesort: byTitle,
  title: byTitle,
  name: byTitle,
  created: byAge,
  createddate: byAge,
  lastmodified: byChange,
  lastmodifieddate: byChange,
  'booksmetadata.releasedate': byRelease,
  releasedate: byRelease,
  bookscount: byCount,
  'readprogress.readdate': byRead,
  readdate: byRead,
  random: ['random()'],
};

/** Orders that an index provides. */
const indexed: readonly (readonly string[])[] = [byTitle, byAge, byChange, byRelease, byCount];

const withLabel = `SELECT pk FROM series_values WHERE field = 'label'`;
const labelThat =
  (test: (folded: string) => string): Equals =>
  (parameter) =>
    `(s.pk IN (${withLabel} AND ${test(`search_fold(${parameter})`)}))`;
/** The operators of other texts, in a field of its own so that `hiddenLabel` can take its place. */
const labelField: SpecialField = {
  is: labelThat((text) => `value = ${text}`),
  contains: labelThat((text) => `instr(value, ${text}) > 0`),
  beginsWith: labelThat((text) => `substr(value, 1, length(${text})) = ${text}`),
  endsWith: labelThat((text) => `substr(value, length(value) - length(${text}) + 1) = ${text}`),
  greaterThan: labelThat((text) => `value > ${text}`),
};

const filtered: FilterTable = {
  ...seriesFilterTable,
  special: {
    ...seriesFilterTable.special,
    collectionId: (id, value) =>
      value === wantToReadId
        ? `(s.pk IN (SELECT series_pk FROM wanted
            WHERE user_pk = ${userParameter} AND series_pk IS NOT NULL))`
        : `(s.pk IN (SELECT series_pk FROM collection_series
            WHERE collection_pk = (SELECT pk FROM collections WHERE id = ${id})))`,
    // A series of unknown length is neither complete nor incomplete.
    complete: booleanField(
      '(s.total_volumes IS NOT NULL AND s.book_count = s.total_volumes)',
      '(s.total_volumes IS NOT NULL AND s.book_count <> s.total_volumes)',
    ),
    changed: booleanField('(s.date_updated <> s.date_added)'),
    releaseDate: dateField('s.release_date'),
    sharingLabel: labelField,
    hiddenLabel: () => 'false',
    seriesStatus: choiceField({
      ended: `(s.status IS 'ended')`,
      ongoing: `(coalesce(s.status, 'ongoing') = 'ongoing')`,
      hiatus: `(s.status IS 'hiatus')`,
      abandoned: `(s.status IS 'abandoned')`,
    }),
    author: seriesCreditFields.credit,
  },
};
