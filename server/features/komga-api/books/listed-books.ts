import { ebookFormatsSql } from '../../../database/ebook-formats.ts';
import type { Database } from '../../../database/types.ts';
import { uses } from '../../../../shared/condition.ts';
import {
  booleanField,
  choiceField,
  dateField,
  orderedField,
} from '../../../database/condition-sql.ts';
import { numberSort, ownNumberSort, unnumbered } from '../../../database/number-sort.ts';
import { bookCreditFields } from '../../../database/credit-field.ts';
import type { PreparedValues } from '../../../database/page-sql.ts';
import { bookSearch } from '../../../database/search-sql.ts';
import { bookFilterTable } from '../../books/filtered-books.ts';
import { userParameter } from '../../../database/planner-hints.ts';
import { mediaStatuses } from '../choices.ts';
import { wantToReadId } from '../want-to-read.ts';
import { createListedRows } from '../listed-rows.ts';
import { recordCost, valueNamed, type KomgaListQuery } from '../lists.ts';
import type { SortKeys } from '../sorting.ts';
import {
  inSeries,
  komgaBookPageJoins,
  mediaStatus,
  mediaType,
  komgaBookName,
  joinKomgaBookReading,
  komgaBookRecord,
} from './record-sql.ts';
import type { FilterTable, RowCondition } from '../../../database/condition-types.ts';

/** Lists of books with their filters and sort fields. */
export const createListedBooks = (database: Database, value: PreparedValues) => {
  const rows = createListedRows(
    { database, value },
    {
      name: 'b',
      search: bookSearch,
      counter: 'book_count',
      filtered,
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
      membership: {
        listField: 'readListId',
        property: 'readlist.number',
        key: 'e.position',
        join: `LEFT JOIN read_list_books e ON e.book_pk = b.pk
          AND e.read_list_pk = (SELECT pk FROM read_lists WHERE id = :list)`,
        joinWanted: `LEFT JOIN wanted e ON e.user_pk = ${userParameter} AND e.book_pk = b.pk`,
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
      return id === undefined || uses(query.filter, 'numberSort')
        ? rows.estimateRows(userPk, query)
        : Math.min(query.size, value<number>(ofSeries, { id })) * recordCost;
    },
  };
};

const byTitle = ['b.title_key'];
/** The sort number as shown in the record. */
const shownNumber = `coalesce(${ownNumberSort}, u.number_sort, ${numberSort})`;
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

const filtered: FilterTable = {
  ...bookFilterTable,
  special: {
    ...bookFilterTable.special,
    readListId: (id, value) =>
      value === wantToReadId
        ? `(b.pk IN (SELECT book_pk FROM wanted
            WHERE user_pk = ${userParameter} AND book_pk IS NOT NULL))`
        : `(b.pk IN (SELECT book_pk FROM read_list_books
            WHERE read_list_pk = (SELECT pk FROM read_lists WHERE id = ${id})))`,
    duplicate: booleanField(`(${duplicate})`),
    releaseDate: dateField('b.release_date'),
    numberSort: orderedField('true', (comparison, parameter) => {
      const test = (number: string) => `${number} ${comparison} CAST(${parameter} AS REAL)`;
      return `(CASE WHEN ${ownNumberSort} IS NOT NULL THEN ${test(ownNumberSort)}
        WHEN b.missing_since IS NULL
          THEN b.pk IN (SELECT u.pk FROM ${unnumbered} u WHERE ${test('u.number_sort')})
        ELSE ${test(numberSort)} END)`;
    }),
    mediaStatus: choiceField(
      Object.fromEntries(
        mediaStatuses.map((status) => [status.toLowerCase(), `(${mediaStatus} = '${status}')`]),
      ),
    ),
    mediaProfile: choiceField({
      divina: `(b.format NOT IN ${ebookFormatsSql} AND b.format <> 'pdf')`,
      epub: `(b.format IN ${ebookFormatsSql})`,
      pdf: `(b.format = 'pdf')`,
    }),
    author: bookCreditFields.credit,
    poster: booleanField('true', 'false'),
  },
};

/** Whether the filter selects a single series, whose index can be used. */
const namesSeries = (filter: RowCondition): boolean =>
  'allOf' in filter
    ? filter.allOf.some(namesSeries)
    : 'field' in filter && filter.field === 'seriesId' && filter.operator === 'is';
