import type { Book } from '../../../shared/api/book-record.ts';
import type { BookSearchSort, ReadingSort } from '../../../shared/api/books.ts';
import type { Letters, PageRequest, ReadStatus, Sort } from '../../../shared/schemas.ts';
import {
  authorsField,
  createConditionSql,
  filedUnder,
  type FilterTable,
  nameField,
  numberField,
  type RowFilter,
  rowsToLookAt,
} from '../../database/condition-sql.ts';
import type { Database } from '../../database/database.ts';
import { folderRange } from '../../database/folder-range.ts';
import { jsonText, type JsonText, type Listing } from '../../database/json.ts';
import { lettersSql } from '../../database/letters-sql.ts';
import { nextOnDeck } from '../../database/on-deck.ts';
import { opaqueNumber, opaqueText } from '../../database/opaque.ts';
import {
  byRelevance,
  limits,
  type Order,
  type PageSql,
  pageSql,
  preparedValues,
} from '../../database/page-sql.ts';
import { progressJson } from '../../database/progress-json.ts';
import { bookSearch, createSearch } from '../../database/search-sql.ts';
import type { BookQuery } from './service.ts';

/** What of a record depends on who asks. */
export interface BookView {
  /** Whose progress is shown; null shows none. */
  user_pk: number | null;
  /** Between the folders of an absolute path; null leaves paths relative to the library. */
  separator: string | null;
}

export interface BookFile {
  library_path: string;
  path: string;
  filename: string;
  format: Book['format'];
}

export type BooksStore = ReturnType<typeof createBooksStore>;

const record = `json_object(
  'id', b.id,
  'library_id', l.id,
  'library_name', l.name,
  'series_id', s.id,
  'series_name', s.name,
  'title', b.title,
  'title_sort', b.title_sort,
  'number', b.number,
  'volume', b.volume,
  'chapter', b.chapter,
  'path', iif(:separator IS NULL, b.path,
    rtrim(l.path, '/\\') || :separator || replace(b.path, '/', :separator)),
  'filename', b.filename,
  'format', b.format,
  'file_size', b.file_size,
  'file_hash', b.file_hash,
  'page_count', b.page_count,
  'analyzed', json(iif(b.analyzed, 'true', 'false')),
  'error', b.error,
  'missing_since', b.missing_since,
  'release_date', b.release_date,
  'language', b.language,
  'summary', b.summary,
  'created_at', b.created_at,
  'modified_at', b.modified_at,
  'file_modified_at', b.file_modified_at,
  'progress', ${progressJson})`;

/** The user's key, as the planner may see it. */
const reader = opaqueNumber(':user_pk');
const surroundings = `
  CROSS JOIN series s ON s.pk = b.series_pk
  CROSS JOIN libraries l ON l.pk = b.library_pk
  LEFT JOIN progress p ON p.user_pk = ${reader} AND p.book_pk = b.pk`;
const joins = `CROSS JOIN books b ON b.pk = page.pk ${surroundings}`;

/** Keys of an index each (`books_by_…`). `read_at` has its own in every list that knows it. */
const sortKeys: Record<Exclude<ReadingSort, 'read_at'>, string[]> = {
  title: ['b.title_key', 'b.pk'],
  number: ['b.number_key', 'b.pk'],
  file_size: ['b.file_size', 'b.pk'],
  page_count: ['b.page_count', 'b.pk'],
  created_at: ['b.created_at', 'b.pk'],
  modified_at: ['b.modified_at', 'b.pk'],
};

/** The order in which the books of a series are read. */
const readingOrder = ['b.number_key', 'b.title_key', 'b.pk'];

const order = ({ sort }: BookQuery, readAt: string[] = []): Order => ({
  keys: sort.field === 'read_at' ? readAt : sortKeys[sort.field],
  direction: sort.direction,
});

const theLibrary = '(SELECT pk FROM libraries WHERE id = :library_id)';

const filters = ({ library_id, series_id }: BookQuery, libraryColumn = 'b.library_pk'): string =>
  (library_id ? ` AND ${libraryColumn} = ${theLibrary}` : '') +
  (series_id ? ' AND b.series_pk = (SELECT pk FROM series WHERE id = :series_id)' : '');

const present = 'b.missing_since IS NULL';
const missing = 'SELECT pk FROM books WHERE missing_since IS NOT NULL';

/**
 * The series that the user has read in; `u` may be restricted further, and `s` where it is asked for or
 * filtered.
 */
const begunSeries = ({ library_id, series_id }: BookQuery, asksForSeries = false): string =>
  `FROM user_series u
   ${asksForSeries || library_id || series_id ? 'CROSS JOIN series s ON s.pk = u.series_pk' : ''}
   WHERE u.user_pk = ${reader}
   ${library_id ? `AND s.library_pk = ${theLibrary}` : ''} ${series_id ? `AND s.id = ${opaqueText(':series_id')}` : ''}`;

const ofReader = `SELECT book_pk FROM progress WHERE user_pk = ${reader}`;
const hasStatus: Record<ReadStatus, string> = {
  unread: `(b.pk NOT IN (${ofReader}))`,
  in_progress: `(b.pk IN (${ofReader} AND is_completed = 0))`,
  read: `(b.pk IN (${ofReader} AND is_completed = 1))`,
};

const filtered: FilterTable = {
  pk: 'b.pk',
  values: 'book_values',
  named: { field: 'title', trigrams: 'books_trigrams' },
  special: {
    libraryId: (id) => `(b.library_pk IS (SELECT pk FROM libraries WHERE id = ${id}))`,
    seriesId: (id) => `(b.series_pk IS (SELECT pk FROM series WHERE id = ${id}))`,
    readStatus: (_, status) => hasStatus[status as ReadStatus],
    initial: filedUnder('b.title_key'),
    author: authorsField("b.metadata -> 'authors'"),
    publisher: nameField("b.metadata ->> 'publisher'"),
    language: nameField('b.language'),
    ageRating: numberField("b.metadata ->> 'age_rating'"),
    year: numberField('CAST(substr(b.release_date, 1, 4) AS INTEGER)'),
    pageCount: numberField('b.page_count'),
    format: (format) => `(b.format = ${format})`,
    hasError: (_, value) => `(b.error IS ${value === 'true' ? 'NOT NULL' : 'NULL'})`,
  },
};

/** Where the rows of a page are found and how they are sorted. */
type Source = Pick<PageSql, 'pk' | 'from' | 'order'>;

/** The rows of `from` that a filter leaves. Without a search, relevance is the order of titles. */
const byFilter = (
  from: string,
  filter: string,
  { field, direction }: Sort<BookSearchSort>,
): Source => ({
  pk: 'b.pk',
  from: `FROM ${from} WHERE ${present} AND ${filter}`,
  order:
    field === 'relevance'
      ? { keys: sortKeys.title, direction: direction === 'desc' ? 'asc' : 'desc' }
      : { keys: sortKeys[field], direction },
});

/** What a search found. In its own order and without a filter, the rows of the hits are not looked at. */
const bySearch = (hits: string, filter: string, sort: Sort<BookSearchSort>): Source => {
  const filtering = byFilter(`(${hits}) hit CROSS JOIN books b ON b.pk = hit.pk`, filter, sort);
  if (sort.field !== 'relevance') return filtering;
  const order = byRelevance(sort, 'hit.pk');
  return filter === 'true'
    ? { pk: 'hit.pk', from: `FROM (${hits}) hit WHERE hit.pk NOT IN (${missing})`, order }
    : { ...filtering, order };
};

const countAll = 'SELECT coalesce(sum(book_count), 0) FROM libraries';
const isLarge = `SELECT book_count * 4 > (SELECT sum(book_count) FROM libraries)
  FROM libraries WHERE id = :library_id`;

export const createBooksStore = (database: Database) => {
  const value = preparedValues(database);
  const toSql = createConditionSql(database, filtered);
  const search = createSearch(database, bookSearch);

  const list = (
    view: BookView,
    query: BookQuery,
    source: { pk?: string; from: string; count: string; order: Order },
  ): Listing<Book> => {
    const { library_id = null, series_id = null } = query;
    const parameters = { ...view, ...limits(query), library_id, series_id };
    const sql = pageSql({ pk: 'b.pk', ...source, record, joins });
    return {
      data: jsonText<Book[]>(value<string>(sql, parameters)),
      total: value<number>(source.count, parameters),
    };
  };

  /** What a filter and a search leave, and the parameters of that. */
  const leftBy = (
    { condition = { allOf: [] }, fullTextSearch = '' }: RowFilter,
    sort: Sort<BookSearchSort>,
  ) => {
    const hits = fullTextSearch.trim() === '' ? null : search(fullTextSearch);
    const filter = toSql(condition);
    return {
      ...(hits ? bySearch(hits.from, filter.sql, sort) : byFilter('books b', filter.sql, sort)),
      isAll: hits === null && filter.sql === 'true',
      parameters: { ...filter.parameters, ...hits?.parameters },
    };
  };

  const found = <Item>(
    view: BookView,
    { sort, ...page }: PageRequest<BookSearchSort>,
    filter: RowFilter,
    shown: Pick<PageSql, 'record' | 'joins'>,
  ): Listing<Item> => {
    const left = leftBy(filter, sort);
    const parameters = { ...view, ...limits(page), ...left.parameters };
    return {
      data: jsonText(value<string>(pageSql({ ...left, ...shown }), parameters)),
      total: value<number>(left.isAll ? countAll : `SELECT count(*) ${left.from}`, parameters),
    };
  };

  const bookRow = database.prepare<
    [BookView & { id: string }],
    {
      record: string;
      metadata: string;
      note: string | null;
      previous_id: string | null;
      next_id: string | null;
    }
  >(
    `SELECT ${record} AS record, b.metadata, b.note,
       (SELECT n.id FROM books n WHERE n.series_pk = b.series_pk AND n.missing_since IS NULL
          AND (n.number_key, n.title_key, n.pk) < (b.number_key, b.title_key, b.pk)
        ORDER BY n.number_key DESC, n.title_key DESC, n.pk DESC LIMIT 1) AS previous_id,
       (SELECT n.id FROM books n WHERE n.series_pk = b.series_pk AND n.missing_since IS NULL
          AND (n.number_key, n.title_key, n.pk) > (b.number_key, b.title_key, b.pk)
        ORDER BY n.number_key, n.title_key, n.pk LIMIT 1) AS next_id
     FROM books b ${surroundings} WHERE b.id = ${opaqueText(':id')}`,
  );
  const fileRow = database.prepare<[string], BookFile>(
    `SELECT l.path AS library_path, b.path, b.filename, b.format
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ?`,
  );
  const records = database
    .prepare<[BookView & { ids: string }], string>(
      `SELECT json_group_array(${record})
       FROM json_each(:ids) wanted CROSS JOIN books b ON b.id = wanted.value ${surroundings}`,
    )
    .pluck();
  const seriesRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();

  return {
    list(view: BookView, query: BookQuery): Listing<Book> {
      const { library_id, series_id, sort } = query;
      const inSeries = series_id !== undefined && sort.field === 'number';
      // Only titles have an index by library. Where most books are of the library, the index of the
      // sort finds a page of them soonest, and `+` keeps the planner from sorting all of them.
      const ofLibrary =
        library_id && sort.field !== 'title' && value<number>(isLarge, { library_id })
          ? '+b.library_pk'
          : 'b.library_pk';
      return list(view, query, {
        from: `FROM books b WHERE ${present}${filters(query, ofLibrary)}`,
        count:
          series_id === undefined
            ? `${countAll} ${library_id ? 'WHERE id = :library_id' : ''}`
            : `SELECT count(*) FROM books b WHERE ${present}${filters(query)}`,
        order: inSeries ? { keys: readingOrder, direction: sort.direction } : order(query),
      });
    },

    /** How many rows and values `find` may have to look at. */
    rowsToLookAt: ({ condition = { allOf: [] } }: RowFilter): number =>
      rowsToLookAt(condition, value<number>(countAll, {})),

    /** Books that a filter and a search leave; both may be missing. */
    find: (view: BookView, query: PageRequest<BookSearchSort>, filter: RowFilter): Listing<Book> =>
      found(view, query, filter, { record, joins }),

    /** Only the ids of these. */
    ids: (view: BookView, query: PageRequest<BookSearchSort>, filter: RowFilter): Listing<string> =>
      found(view, query, filter, { record: 'b.id', joins: 'CROSS JOIN books b ON b.pk = page.pk' }),

    /** How many of these begin with each letter. */
    letters(view: BookView, sort: Sort<'title'>, filter: RowFilter): JsonText<Letters> {
      const { from, parameters } = leftBy(filter, sort);
      return jsonText(value(lettersSql('b.title_key', from), { ...view, ...parameters }));
    },

    /** Ids of the first `most` books by title that a filter and a search leave. */
    matching(
      { user_pk }: Pick<BookView, 'user_pk'>,
      { condition = { allOf: [] }, fullTextSearch = '' }: RowFilter,
      most: number,
    ): string[] {
      const hits = fullTextSearch.trim() === '' ? null : search(fullTextSearch);
      const filter = toSql(condition);
      const from = hits ? `(${hits.from}) hit CROSS JOIN books b ON b.pk = hit.pk` : 'books b';
      return database
        .prepare<[Record<string, unknown>], string>(
          `SELECT b.id FROM ${from} WHERE ${present} AND ${filter.sql}
           ORDER BY b.title_key, b.pk LIMIT :most`,
        )
        .pluck()
        .all({ user_pk, most, ...filter.parameters, ...hits?.parameters });
    },
    /** Books right in a folder of a library; `folder` is relative to that. */
    inFolder(view: BookView, query: BookQuery, folder: string): Listing<Book> {
      const { prefix, end } = folderRange(folder);
      const from = `FROM books b WHERE ${present}${filters(query)}
        AND b.path >= :prefix AND b.path < :end
        AND instr(substr(b.path, length(:prefix) + 1), '/') = 0`;
      const source = { pk: 'b.pk', from, order: order(query), record, joins };
      const { library_id = null, series_id = null } = query;
      const parameters = { ...view, ...limits(query), library_id, series_id, prefix, end };
      return {
        data: jsonText<Book[]>(value<string>(pageSql(source), parameters)),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** What the user has begun: what is being read, or completed books as well. */
    read(view: BookView, query: BookQuery, which: 'in_progress' | 'any'): Listing<Book> {
      const onlyBegun = which === 'in_progress';
      const counter = onlyBegun ? 'in_progress_count' : 'in_progress_count + u.completed_count';
      return list(view, query, {
        from: `FROM progress p CROSS JOIN books b ON b.pk = p.book_pk WHERE p.user_pk = ${reader}
          ${onlyBegun ? 'AND p.is_completed = 0' : ''} AND ${present}${filters(query)}`,
        count: `SELECT coalesce(sum(u.${counter}), 0) ${begunSeries(query)}`,
        order: order(query, ['p.updated_at', 'p.book_pk']),
      });
    },

    onDeck(view: BookView, query: BookQuery): Listing<Book> {
      const from = `${begunSeries(query, true)} AND u.in_progress_count = 0 AND u.completed_count > 0
        AND u.completed_count < s.book_count`;
      const count = `SELECT count(*) ${from}`;
      return query.sort.field === 'read_at'
        ? list(view, query, {
            pk: nextOnDeck,
            from,
            count,
            order: order(query, ['u.read_at', 'u.series_pk']),
          })
        : list(view, query, {
            from: `FROM (SELECT ${nextOnDeck} AS pk ${from}) deck CROSS JOIN books b ON b.pk = deck.pk`,
            count,
            order: order(query),
          });
    },

    /** The record as JSON text, its stored metadata, and its neighbours among the present books. */
    get: (view: BookView, id: string) => bookRow.get({ ...view, id }),
    records: (view: BookView, ids: readonly string[]): Book[] =>
      JSON.parse(records.get({ ...view, ids: JSON.stringify(ids) }) ?? '[]') as Book[],
    file: (id: string) => fileRow.get(id),
    hasSeries: (id: string): boolean => seriesRow.get(id) !== undefined,
  };
};
