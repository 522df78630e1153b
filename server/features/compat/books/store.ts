import type { Database } from '../../../database/database.ts';
import {
  createFilterSql,
  type Filter,
  type Filtered,
  onlyLibraries,
} from '../../../database/filter-sql.ts';
import { jsonText, type JsonText, type Listing } from '../../../database/json.ts';
import { numberSort } from '../../../database/number-sort.ts';
import { nextOnDeck } from '../../../database/on-deck.ts';
import { opaqueNumber, opaqueText } from '../../../database/opaque.ts';
import { pageSql, preparedValues } from '../../../database/page-sql.ts';
import { bookSearch, createSearch } from '../../../database/search-sql.ts';
import { recordCost, type CompatListQuery } from '../lists.ts';
import type { CompatPage } from '../query.ts';
import { isIndexed, orderOf, type SortKeys } from '../sorting.ts';

export type CompatBooksStore = ReturnType<typeof createCompatBooksStore>;

const seconds = (column: string) => `substr(${column}, 1, 19) || 'Z'`;
const no = `json('false')`;
const reader = opaqueNumber(':user_pk');

const record = `json_object(
  'id', b.id,
  'seriesId', s.id,
  'seriesTitle', s.name,
  'libraryId', l.id,
  'name', b.title,
  'url', '/' || b.path,
  'number', CAST(${numberSort} AS INTEGER),
  'created', ${seconds('b.created_at')},
  'lastModified', ${seconds('b.modified_at')},
  'fileLastModified', ${seconds('b.file_modified_at')},
  'sizeBytes', b.file_size,
  'size', CASE
    WHEN b.file_size < 1024 THEN b.file_size || ' B'
    WHEN b.file_size < 1048576 THEN printf('%.1f KiB', b.file_size / 1024.0)
    WHEN b.file_size < 1073741824 THEN printf('%.1f MiB', b.file_size / 1048576.0)
    ELSE printf('%.1f GiB', b.file_size / 1073741824.0) END,
  'media', json_object(
    'status', CASE
      WHEN b.error IS NOT NULL THEN 'ERROR' WHEN b.analyzed THEN 'READY' ELSE 'UNKNOWN' END,
    'mediaType', CASE b.format
      WHEN 'epub' THEN 'application/epub+zip' WHEN 'pdf' THEN 'application/pdf'
      WHEN 'cbr' THEN 'application/x-rar-compressed' WHEN 'cb7' THEN 'application/x-7z-compressed'
      WHEN 'cbt' THEN 'application/x-tar' ELSE 'application/zip' END,
    'mediaProfile', CASE b.format WHEN 'epub' THEN 'EPUB' WHEN 'pdf' THEN 'PDF' ELSE 'DIVINA' END,
    'pagesCount', b.page_count,
    'comment', coalesce(b.error, ''),
    'epubDivinaCompatible',
      json(iif(b.format = 'epub' AND b.metadata ->> 'layout' IS 'fixed', 'true', 'false')),
    'epubIsKepub', ${no}),
  'metadata', json_object(
    'title', b.title, 'titleLock', ${no},
    'summary', coalesce(b.summary, ''), 'summaryLock', ${no},
    'number', printf('%.15g', ${numberSort}), 'numberLock', ${no},
    'numberSort', CAST(${numberSort} AS REAL), 'numberSortLock', ${no},
    'releaseDate', b.release_date, 'releaseDateLock', ${no},
    'authors', json(coalesce(b.metadata -> 'authors', '[]')), 'authorsLock', ${no},
    'tags', json(coalesce(b.metadata -> 'tags', '[]')), 'tagsLock', ${no},
    'isbn', coalesce(b.metadata ->> 'isbn', ''), 'isbnLock', ${no},
    'links', json(coalesce(b.metadata -> 'web_links', '[]')), 'linksLock', ${no},
    'created', ${seconds('b.created_at')},
    'lastModified', ${seconds('b.modified_at')}),
  'readProgress', json(iif(p.book_pk IS NULL, 'null', json_object(
    'page', iif(p.is_completed, max(b.page_count, 1), max(p.current_page, 1)),
    'completed', json(iif(p.is_completed, 'true', 'false')),
    'readDate', ${seconds('p.updated_at')},
    'created', ${seconds('p.started_at')},
    'lastModified', ${seconds('p.updated_at')},
    'deviceId', '',
    'deviceName', ''))),
  'deleted', json(iif(b.missing_since IS NULL, 'false', 'true')),
  'fileHash', coalesce(b.file_hash, ''),
  'oneshot', ${no})`;

const inSeries = 'CROSS JOIN series s ON s.pk = b.series_pk';
const readBy = `LEFT JOIN progress p ON p.user_pk = ${reader} AND p.book_pk = b.pk`;
const surroundings = `${inSeries} CROSS JOIN libraries l ON l.pk = b.library_pk ${readBy}`;
const joins = `CROSS JOIN books b ON b.pk = page.pk ${surroundings}`;
const present = 'b.missing_since IS NULL';

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

const countAll = 'SELECT coalesce(sum(book_count), 0) FROM libraries';
const named = 'WHERE id IN (SELECT value FROM json_each(:libraries))';
const countOf = `${countAll} ${named}`;
const isLarge = `SELECT sum(book_count) * 4 > (SELECT sum(book_count) FROM libraries) FROM libraries ${named}`;

export const createCompatBooksStore = (database: Database) => {
  const value = preparedValues(database);
  const toSql = createFilterSql(filteredBy('b.library_pk'));
  const toSqlInOrder = createFilterSql(filteredBy('+b.library_pk'));
  const search = createSearch(database, bookSearch);
  const isTrue = (filter: Filter) => toSql(filter).sql === 'true';
  const bookRow = database
    .prepare<[{ user_pk: number | null; id: string }], string>(
      `SELECT ${record} FROM books b ${surroundings} WHERE b.id = ${opaqueText(':id')}`,
    )
    .pluck();
  const neighbour = (comparison: '<' | '>', direction: 'ASC' | 'DESC') =>
    database
      .prepare<[string], string>(
        `SELECT n.id FROM books b CROSS JOIN books n ON n.series_pk = b.series_pk
         WHERE b.id = ? AND n.missing_since IS NULL
           AND (n.number_key, n.title_key, n.pk) ${comparison} (b.number_key, b.title_key, b.pk)
         ORDER BY n.number_key ${direction}, n.title_key ${direction}, n.pk ${direction} LIMIT 1`,
      )
      .pluck();
  const neighbours = { next: neighbour('>', 'ASC'), previous: neighbour('<', 'DESC') };
  const seriesRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();
  const get = (userPk: number | null, id: string): JsonText<unknown> | null => {
    const json = bookRow.get({ user_pk: userPk, id });
    return json === undefined ? null : jsonText(json);
  };

  return {
    /** How many rows `list` may have to look at, the records of the page counted as many. */
    rowsToLookAt(
      _userPk: number | null,
      { filter, search: text, sort, size }: CompatListQuery,
    ): number {
      if (namesSeries(filter)) return 0;
      const all = value<number>(countAll, {});
      const isPlain =
        text.trim() === '' &&
        onlyLibraries(filter, isTrue) !== null &&
        isIndexed(sortKeys, indexed, sort);
      return (isPlain ? 0 : all) + Math.min(size, all) * recordCost;
    },

    /** Present books, in the format of the compatibility API. */
    list(userPk: number | null, query: CompatListQuery): Listing<unknown> {
      const hits = query.search.trim() === '' ? null : search(query.search);
      const libraries = hits ? null : onlyLibraries(query.filter, isTrue);
      const named = { libraries: JSON.stringify(libraries ?? []) };
      // Only titles have an index by library. Where most rows are of the libraries, the index of the sort
      // finds a page of them soonest.
      const inOrder =
        isIndexed(sortKeys, [byNumber, byAge, byChange, bySize, byPages], query.sort, false) &&
        value<number | null>(isLarge, named) === 1;
      const filter = (inOrder ? toSqlInOrder : toSql)(query.filter);
      const byScore = { property: 'relevance', direction: 'asc' } as const;
      const order = orderOf(
        hits ? { ...sortKeys, relevance: ['hit.score'] } : sortKeys,
        query.sort.map((sort) =>
          // The best hit has the least score, and is wanted first however that is said.
          sort.property.toLowerCase() === 'relevance' ? byScore : sort,
        ),
        hits
          ? byScore
          : { property: namesSeries(query.filter) ? 'number' : 'title', direction: 'asc' },
        ['b.pk'],
      );
      const from = hits ? `(${hits.from}) hit CROSS JOIN books b ON b.pk = hit.pk` : 'books b';
      const where = `WHERE ${present} AND ${filter.sql}`;
      const joined = [
        order.keys.includes('s.pk') ? inSeries : '',
        order.keys.includes('p.updated_at') ? readBy : '',
      ].join(' ');
      const parameters = {
        ...filter.parameters,
        ...hits?.parameters,
        user_pk: userPk,
        limit: query.size,
        offset: query.page * query.size,
      };
      const source = { pk: 'b.pk', from: `FROM ${from} ${joined} ${where}`, order };
      return {
        data: jsonText(value<string>(pageSql({ ...source, record, joins }), parameters)),
        total:
          libraries === null
            ? value<number>(`SELECT count(*) FROM ${from} ${where}`, parameters)
            : value<number>(libraries.length === 0 ? countAll : countOf, named),
      };
    },

    /** The next book of each series that has a completed one and none being read, the last read first. */
    onDeck(
      userPk: number | null,
      { page, size }: CompatPage,
      libraries: readonly string[],
    ): Listing<unknown> {
      const from = `FROM user_series u CROSS JOIN series s ON s.pk = u.series_pk
        WHERE u.user_pk = ${reader} AND u.in_progress_count = 0 AND u.completed_count > 0
          AND u.completed_count < s.book_count ${libraries.length === 0 ? '' : ofLibraries}`;
      const parameters = {
        user_pk: userPk,
        limit: size,
        offset: page * size,
        libraries: JSON.stringify(libraries),
      };
      const order = { keys: ['u.read_at', 'u.series_pk'], direction: 'desc' } as const;
      return {
        data: jsonText(
          value<string>(pageSql({ pk: nextOnDeck, from, order, record, joins }), parameters),
        ),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    hasSeries: (id: string): boolean => seriesRow.get(id) !== undefined,
    /** Also answers for a missing book. */
    get,
    /** The book before or after another one of its series; null at the ends. */
    neighbour(userPk: number | null, id: string, which: 'next' | 'previous') {
      const other = neighbours[which].get(id);
      return other === undefined ? null : get(userPk, other);
    },
  };
};

const ofLibraries = `AND s.library_pk IN (
  SELECT pk FROM libraries WHERE id IN (SELECT value FROM json_each(:libraries)))`;

/** Whether all rows are of one series, and found by its index. */
const namesSeries = (filter: Filter): boolean =>
  'all' in filter
    ? filter.all.some(namesSeries)
    : 'field' in filter && filter.field === 'seriesId' && filter.operator === 'is';
