import type { Database } from '../../../database/types.ts';
import type { Filter, Filtered } from '../../../database/filter-sql.ts';
import { numberSort, unnumbered } from '../../../database/number-sort.ts';
import type { PreparedValues } from '../../../database/page-sql.ts';
import { bookSearch } from '../../../database/search-sql.ts';
import { mediaStatuses } from '../choices.ts';
import { createListedRows } from '../listed-rows.ts';
import { asks, recordCost, valueNamed, type KomgaListQuery } from '../lists.ts';
import type { SortKeys } from '../sorting.ts';
import { komgaUserParameter } from '../values-sql.ts';
import {
  inSeries,
  komgaBookPageJoins,
  mediaStatus,
  mediaType,
  komgaBookName,
  joinKomgaBookReading,
  komgaBookRecord,
} from './record-sql.ts';
import { oneShotBook } from '../../../database/one-shot.ts';

/** Lists of books with their filters and sort fields. */
export const createListedBooks = (database: Database, value: PreparedValues) => {
  const rows = createListedRows(
    { database, value },
    {
      name: 'b',
      search: bookSearch,
      counter: 'book_count',
      filteredBy,
      sortKeys: (filter) => (namesSeries(filter) ? sortKeysOfSeries : sortKeys),
      indexed,
      byTitle,
      fallback: (filter) => ({
        property: namesSeries(filter) ? 'number' : 'title',
        direction: 'asc',
      }),
      joined: {
        's.pk': inSeries,
        'p.updated_at': joinKomgaBookReading,
        [shownNumber]: `LEFT JOIN ${unnumbered} u ON u.pk = b.pk`,
      },
      place: {
        listField: 'readListId',
        property: 'readlist.number',
        key: 'e.position',
        join: `LEFT JOIN read_list_books e ON e.book_pk = b.pk
          AND e.read_list_pk = (SELECT pk FROM read_lists WHERE id = :list)`,
      },
      record: komgaBookRecord,
      joins: komgaBookPageJoins,
    },
  );
  const ofSeries = 'SELECT coalesce(sum(book_count), 0) FROM series WHERE id = :id';
  return {
    ...rows,
    estimateRows(userPk: number | null, query: KomgaListQuery): number {
      // The index by series finds these books already in order.
      const id = namesSeries(query.filter) ? valueNamed(query.filter, 'seriesId') : undefined;
      return id === undefined || asks(query.filter, ({ field }) => field === 'numberSort')
        ? rows.estimateRows(userPk, query)
        : Math.min(query.size, value<number>(ofSeries, { id })) * recordCost;
    },
  };
};

const byTitle = ['b.title_key'];
/** The number as shown in the record. */
const shownNumber = `coalesce(b.number, u.number_sort, ${numberSort})`;
const byNumber = [shownNumber, 'b.title_key'];
/** The same order within one series, supported by its index. */
const byNumberOfSeries = ['b.number_key', 'b.title_key'];
/** Sorts by file name; no index supports it. */
const byName = [`natural_key(${komgaBookName})`, 'b.path'];
const byAge = ['b.created_at'];
const byChange = ['b.modified_at'];
const bySize = ['b.file_size'];
const byPages = ['b.page_count'];
const byRead = ['p.updated_at'];
const bySeries = ['s.name_key', 's.pk'];
/** Lower case; clients use several names for one field. */
const sortKeys: SortKeys = {
  'metadata.title': byTitle,
  title: byTitle,
  name: byName,
  url: ['b.path COLLATE NOCASE'],
  'metadata.numbersort': byNumber,
  'metadata.number': byNumber,
  number: byNumber,
  created: byAge,
  createddate: byAge,
  lastmodified: byChange,
  lastmodifieddate: byChange,
  filelastmodified: ['b.file_modified_at'],
  filesize: bySize,
  size: bySize,
  sizebytes: bySize,
  filehash: ['b.file_hash'],
  'media.status': [mediaStatus],
  'media.comment': ['b.error'],
  'media.mediatype': [mediaType],
  'media.pagescount': byPages,
  'metadata.pagescount': byPages,
  pagescount: byPages,
  'metadata.releasedate': ['b.release_date'],
  releasedate: ['b.release_date'],
  'readprogress.readdate': byRead,
  'readprogress.lastmodified': byRead,
  readdate: byRead,
  series: bySeries,
  seriestitle: bySeries,
  random: ['random()'],
};

const sortKeysOfSeries: SortKeys = {
  ...sortKeys,
  'metadata.numbersort': byNumberOfSeries,
  'metadata.number': byNumberOfSeries,
  number: byNumberOfSeries,
};

/** Orders that an index provides. */
const indexed: readonly (readonly string[])[] = [byTitle, byAge, byChange, bySize, byPages];

/** True if another present book has the same file content. */
const duplicate = `b.file_hash IS NOT NULL AND b.file_hash IN (SELECT file_hash FROM books
  WHERE missing_since IS NULL AND file_hash IS NOT NULL GROUP BY file_hash HAVING count(*) > 1)`;

const ofReader = `SELECT book_pk FROM progress WHERE user_pk = ${komgaUserParameter}`;
/** `libraryColumn` is the library column, or an expression that hides it from the index. */
const filteredBy = (libraryColumn: string): Filtered => ({
  pk: 'b.pk',
  values: 'book_values',
  columns: {
    libraryId: {
      has: (id) => `(${libraryColumn} IS (SELECT pk FROM libraries WHERE id = ${id}))`,
    },
    seriesId: { has: (id) => `(b.series_pk IS (SELECT pk FROM series WHERE id = ${id}))` },
    readListId: {
      has: (id) => `(b.pk IN (SELECT book_pk FROM read_list_books
        WHERE read_list_pk = (SELECT pk FROM read_lists WHERE id = ${id})))`,
    },
    oneShot: { yes: oneShotBook, no: `(NOT ${oneShotBook})` },
    duplicate: { yes: `(${duplicate})`, no: `(NOT (${duplicate}))` },
    title: { values: 'title' },
    releaseDate: { date: 'b.release_date' },
    numberSort: {
      number: (test) => `(CASE WHEN b.number IS NOT NULL THEN ${test('b.number')}
        WHEN b.missing_since IS NULL
          THEN b.pk IN (SELECT u.pk FROM ${unnumbered} u WHERE ${test('u.number_sort')})
        ELSE ${test(numberSort)} END)`,
      known: 'true',
    },
    tag: { values: 'tag' },
    readStatus: {
      choices: {
        UNREAD: `(b.pk NOT IN (${ofReader}))`,
        IN_PROGRESS: `(b.pk IN (${ofReader} AND is_completed = 0))`,
        READ: `(b.pk IN (${ofReader} AND is_completed = 1))`,
      },
    },
    mediaStatus: {
      choices: Object.fromEntries(
        mediaStatuses.map((status) => [status, `(${mediaStatus} = '${status}')`]),
      ),
    },
    mediaProfile: {
      choices: {
        DIVINA: `(b.format NOT IN ('epub', 'pdf'))`,
        EPUB: `(b.format = 'epub')`,
        PDF: `(b.format = 'pdf')`,
      },
    },
    author: { authors: `b.metadata -> 'authors'` },
    poster: { choices: { true: 'true' } },
  },
});

/** Whether the filter selects a single series, whose index can be used. */
const namesSeries = (filter: Filter): boolean =>
  'all' in filter
    ? filter.all.some(namesSeries)
    : 'field' in filter && filter.field === 'seriesId' && filter.operator === 'is';
