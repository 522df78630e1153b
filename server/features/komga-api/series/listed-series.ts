import type { Database } from '../../../database/types.ts';
import { numberColumn, type Filtered } from '../../../database/filter-sql.ts';
import type { PreparedValues } from '../../../database/page-sql.ts';
import { seriesSearch } from '../../../database/search-sql.ts';
import { createListedRows } from '../listed-rows.ts';
import type { SortKeys } from '../sorting.ts';
import { komgaUserParameter } from '../values-sql.ts';
import { komgaSeriesPageJoins, joinKomgaSeriesReading, komgaSeriesRecord } from './record-sql.ts';
import { oneShotSeries } from '../../../database/one-shot.ts';

/** Lists of series with their filters and sort fields. */
export const createListedSeries = (database: Database, value: PreparedValues) =>
  createListedRows(
    { database, value },
    {
      name: 's',
      search: seriesSearch,
      counter: 'series_count',
      filteredBy,
      sortKeys: () => sortKeys,
      indexed,
      byTitle,
      fallback: () => ({ property: 'name', direction: 'asc' }),
      joined: { 'u.read_at': joinKomgaSeriesReading },
      place: {
        listField: 'collectionId',
        property: 'collection.number',
        key: 'e.position',
        join: `LEFT JOIN collection_series e ON e.series_pk = s.pk
          AND e.collection_pk = (SELECT pk FROM collections WHERE id = :list)`,
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

const begun = `SELECT series_pk FROM user_series WHERE user_pk = ${komgaUserParameter}
  AND (completed_count > 0 OR in_progress_count > 0)`;
const finished = `SELECT u.series_pk FROM user_series u CROSS JOIN series r ON r.pk = u.series_pk
  WHERE u.user_pk = ${komgaUserParameter} AND r.book_count > 0 AND u.completed_count >= r.book_count`;

/** `libraryColumn` is the library column, or an expression that hides it from the index. */
const filteredBy = (libraryColumn: string): Filtered => ({
  pk: 's.pk',
  values: 'series_values',
  columns: {
    libraryId: {
      has: (id) => `(${libraryColumn} IS (SELECT pk FROM libraries WHERE id = ${id}))`,
    },
    collectionId: {
      has: (id) => `(s.pk IN (SELECT series_pk FROM collection_series
        WHERE collection_pk = (SELECT pk FROM collections WHERE id = ${id})))`,
    },
    oneShot: { yes: oneShotSeries, no: `(NOT ${oneShotSeries})` },
    // A series of unknown length is neither complete nor incomplete.
    complete: {
      yes: '(s.total_volumes IS NOT NULL AND s.book_count = s.total_volumes)',
      no: '(s.total_volumes IS NOT NULL AND s.book_count <> s.total_volumes)',
    },
    changed: { yes: '(s.date_updated <> s.date_added)', no: '(s.date_updated = s.date_added)' },
    title: { values: 'name' },
    titleSort: { values: 'name_sort' },
    releaseDate: { date: 's.release_date' },
    tag: { values: 'tag' },
    sharingLabel: { choices: {} },
    publisher: { values: 'publisher', orEmpty: true },
    language: { values: 'language', orEmpty: true },
    genre: { values: 'genre' },
    ageRating: numberColumn('s.age_rating'),
    readStatus: {
      choices: {
        UNREAD: `(s.pk NOT IN (${begun}))`,
        IN_PROGRESS: `(s.pk IN (${begun}) AND s.pk NOT IN (${finished}))`,
        READ: `(s.pk IN (${finished}))`,
      },
    },
    seriesStatus: {
      choices: {
        ENDED: `(s.status IS 'ended')`,
        ONGOING: `(coalesce(s.status, 'ongoing') = 'ongoing')`,
        HIATUS: `(s.status IS 'hiatus')`,
        ABANDONED: `(s.status IS 'abandoned')`,
      },
    },
    author: { authors: 's.authors' },
  },
});
