import type { Database } from '../../../database/database.ts';
import type { Filter, Filtered } from '../../../database/filter-sql.ts';
import type { PreparedValues } from '../../../database/page-sql.ts';
import { bookSearch } from '../../../database/search-sql.ts';
import { createListedRows } from '../listed-rows.ts';
import type { CompatListQuery } from '../lists.ts';
import type { SortKeys } from '../sorting.ts';
import { reader } from '../values-sql.ts';
import { inSeries, joins, readBy, record } from './record-sql.ts';

/** The lists of books: what clients may filter and sort them by. */
export const createListedBooks = (database: Database, value: PreparedValues) => {
  const rows = createListedRows(
    { database, value },
    {
      name: 'b',
      search: bookSearch,
      counter: 'book_count',
      filteredBy,
      sortKeys,
      indexed,
      byTitle,
      fallback: (filter) => ({
        property: namesSeries(filter) ? 'number' : 'title',
        direction: 'asc',
      }),
      joined: { 's.pk': inSeries, 'p.updated_at': readBy },
      record,
      joins,
    },
  );
  return {
    ...rows,
    rowsToLookAt: (userPk: number | null, query: CompatListQuery): number =>
      namesSeries(query.filter) ? 0 : rows.rowsToLookAt(userPk, query),
  };
};

const byTitle = ['b.title_key'];
/** The order in which the books of a series are read. */
const byNumber = ['b.number_key', 'b.title_key'];
const byAge = ['b.created_at'];
const byChange = ['b.modified_at'];
const bySize = ['b.file_size'];
const byPages = ['b.page_count'];
const byRead = ['p.updated_at'];
const bySeries = ['s.name_key', 's.pk'];
/** In lower case; clients name the same thing in several ways. */
const sortKeys: SortKeys = {
  'metadata.title': byTitle,
  title: byTitle,
  name: byTitle,
  'metadata.numbersort': byNumber,
  'metadata.number': byNumber,
  number: byNumber,
  created: byAge,
  createddate: byAge,
  lastmodified: byChange,
  lastmodifieddate: byChange,
  filelastmodified: ['b.file_modified_at'],
  filesize: bySize,
  sizebytes: bySize,
  'media.pagescount': byPages,
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

/** Those that an index gives in order. */
const indexed: readonly (readonly string[])[] = [
  byTitle,
  byNumber,
  byAge,
  byChange,
  bySize,
  byPages,
];

const ofReader = `SELECT book_pk FROM progress WHERE user_pk = ${reader}`;
/** `libraryColumn` is the column of the library, or an expression of it that no index is looked for. */
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
    // Lists hold what is present.
    deleted: { choices: {} },
    oneShot: { choices: {} },
    title: { values: 'title' },
    releaseDate: { column: 'b.release_date', is: 'date' },
    numberSort: { column: 'b.number_key', is: 'number' },
    tag: { values: 'tag' },
    readStatus: {
      choices: {
        UNREAD: `(b.pk NOT IN (${ofReader}))`,
        IN_PROGRESS: `(b.pk IN (${ofReader} AND is_completed = 0))`,
        READ: `(b.pk IN (${ofReader} AND is_completed = 1))`,
      },
    },
    mediaStatus: {
      choices: {
        READY: '(b.analyzed = 1 AND b.error IS NULL)',
        UNKNOWN: '(b.analyzed = 0 AND b.error IS NULL)',
        ERROR: '(b.error IS NOT NULL)',
      },
    },
    mediaProfile: {
      choices: {
        DIVINA: `(b.format NOT IN ('epub', 'pdf'))`,
        EPUB: `(b.format = 'epub')`,
        PDF: `(b.format = 'pdf')`,
      },
    },
    author: { authors: `b.metadata -> 'authors'` },
    poster: { choices: { TRUE: 'true' } },
  },
});

/** Whether all rows are of one series, and found by its index. */
const namesSeries = (filter: Filter): boolean =>
  'all' in filter
    ? filter.all.some(namesSeries)
    : 'field' in filter && filter.field === 'seriesId' && filter.operator === 'is';
