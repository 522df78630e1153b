import { userParameter } from '../../database/planner-hints.ts';
import type { Book } from '../../../shared/api/book-record.ts';
import type { BookSearchSort } from '../../../shared/api/books.ts';
import type { ReadStatus } from '../../../shared/read-status.ts';
import {
  booleanField,
  choiceField,
  daysSince,
  filedUnder,
  foldedField,
  nullableFoldedField,
  nameField,
  numberField,
  rowField,
} from '../../database/condition-sql.ts';
import { bookCreditFields } from '../../database/credit-field.ts';
import type { Database } from '../../database/types.ts';
import { createFilteredRows } from '../../database/filtered-rows.ts';
import { oneShotBook } from '../../database/one-shot.ts';
import { ownRatingField } from '../../database/own-rating.ts';
import type { PreparedValues } from '../../database/page-sql.ts';
import { seesBook } from '../../database/restricted-reads.ts';
import { bookSearch } from '../../database/search-sql.ts';
import { type BookView, bookPageJoins, bookRecord, bookSortKeys } from './record-sql.ts';
import type { bookFilterFields } from '../../../shared/api/filter-fields.ts';
import type { FilterTable, SpecialFields } from '../../database/condition-types.ts';

/** Books that match a filter and a search. */
export const createFilteredBooks = (database: Database, value: PreparedValues) =>
  createFilteredRows<Book, BookView, Exclude<BookSearchSort, 'relevance'>>(
    { database, value },
    {
      name: 'b',
      filtered: bookFilterTable,
      search: bookSearch,
      counter: 'book_count',
      nameKey: 'b.title_key',
      sorted: (field) => ({
        keys: bookSortKeys[field],
        nullsLast: field === 'own_rating' || field === 'release_date',
      }),
      isSeen: seesBook,
      record: bookRecord,
      joins: bookPageJoins,
      parametersOf: (view) => ({ ...view }),
    },
  );

const ofReader = `SELECT book_pk FROM progress WHERE user_pk = ${userParameter}`;
const readStatus: Record<ReadStatus, string> = {
  unread: `(b.pk NOT IN (${ofReader}))`,
  in_progress: `(b.pk IN (${ofReader} AND is_completed = 0))`,
  read: `(b.pk IN (${ofReader} AND is_completed = 1))`,
};

export const bookFilterTable: FilterTable = {
  pk: 'b.pk',
  values: 'book_values',
  named: { field: 'title', substrings: 'books_substrings' },
  special: {
    libraryId: rowField('b.library_pk', 'libraries'),
    seriesId: rowField('b.series_pk', 'series'),
    volumeId: rowField('b.volume_pk', 'volumes'),
    readStatus: choiceField(readStatus),
    initial: filedUnder('b.title_key'),
    ...bookCreditFields,
    publisher: nameField("b.metadata ->> 'publisher'"),
    language: nameField('b.language'),
    ageRating: numberField("b.metadata ->> 'age_rating'"),
    year: numberField('CAST(substr(b.release_date, 1, 4) AS INTEGER)'),
    pageCount: numberField('b.page_count'),
    ownRating: ownRatingField({ column: 'book_pk', pk: 'b.pk' }),
    addedDays: daysSince('b.created_at'),
    path: foldedField('b.path'),
    summary: nullableFoldedField('b.summary'),
    format: (format) => `(b.format = ${format})`,
    oneShot: booleanField(`(${oneShotBook})`),
    hasError: booleanField('(b.error IS NOT NULL)'),
  } satisfies SpecialFields<
    Exclude<keyof typeof bookFilterFields, 'title' | 'genre' | 'tag'> | 'initial'
  >,
};
