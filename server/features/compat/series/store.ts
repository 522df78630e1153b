import type { Database } from '../../../database/database.ts';
import {
  createFilterSql,
  type Filter,
  type Filtered,
  onlyLibraries,
} from '../../../database/filter-sql.ts';
import { jsonText, type JsonText, type Listing } from '../../../database/json.ts';
import { opaqueNumber, opaqueText } from '../../../database/opaque.ts';
import { pageSql, preparedValues } from '../../../database/page-sql.ts';
import { createSearch, seriesSearch } from '../../../database/search-sql.ts';
import { recordCost, type CompatListQuery } from '../lists.ts';
import { isIndexed, orderOf, type SortKeys } from '../sorting.ts';

export type CompatSeriesStore = ReturnType<typeof createCompatSeriesStore>;

/** The format has no fractions of seconds: one client takes them for the year 1. */
const seconds = (column: string) => `substr(${column}, 1, 19) || 'Z'`;
const no = `json('false')`;
const reader = opaqueNumber(':user_pk');

const record = `json_object(
  'id', s.id,
  'libraryId', l.id,
  'name', s.name,
  'url', '/' || s.path,
  'created', ${seconds('s.date_added')},
  'lastModified', ${seconds('s.date_updated')},
  'fileLastModified', ${seconds('s.date_updated')},
  'booksCount', s.book_count,
  'booksReadCount', coalesce(u.completed_count, 0),
  'booksUnreadCount',
    s.book_count - coalesce(u.completed_count, 0) - coalesce(u.in_progress_count, 0),
  'booksInProgressCount', coalesce(u.in_progress_count, 0),
  'metadata', json_object(
    'status', upper(coalesce(s.status, 'ongoing')), 'statusLock', ${no},
    'title', s.name, 'titleLock', ${no},
    'titleSort', s.name_sort, 'titleSortLock', ${no},
    'summary', coalesce(s.summary, ''), 'summaryLock', ${no},
    'readingDirection', CASE coalesce(s.reading_direction, l.reading_direction)
      WHEN 'rtl' THEN 'RIGHT_TO_LEFT' WHEN 'vertical' THEN 'VERTICAL' WHEN 'webtoon' THEN 'WEBTOON'
      ELSE 'LEFT_TO_RIGHT' END, 'readingDirectionLock', ${no},
    'publisher', coalesce(s.publisher, ''), 'publisherLock', ${no},
    'ageRating', s.age_rating, 'ageRatingLock', ${no},
    'language', coalesce(s.language, ''), 'languageLock', ${no},
    'genres', json(s.genres), 'genresLock', ${no},
    'tags', json(s.tags), 'tagsLock', ${no},
    'totalBookCount', s.total_volumes, 'totalBookCountLock', ${no},
    'sharingLabels', json('[]'), 'sharingLabelsLock', ${no},
    'links', json(s.external_links), 'linksLock', ${no},
    'alternateTitles', json(s.alternate_titles), 'alternateTitlesLock', ${no},
    'created', ${seconds('s.date_added')},
    'lastModified', ${seconds('s.metadata_updated_at')}),
  'booksMetadata', json_object(
    'authors', json(s.authors),
    'tags', json(s.tags),
    'releaseDate', s.release_date,
    'summary', '',
    'summaryNumber', '',
    'created', ${seconds('s.date_added')},
    'lastModified', ${seconds('s.metadata_updated_at')}),
  'deleted', json(iif(s.missing_since IS NULL, 'false', 'true')),
  'oneshot', ${no})`;

const readBy = `LEFT JOIN user_series u ON u.user_pk = ${reader} AND u.series_pk = s.pk`;
const surroundings = `CROSS JOIN libraries l ON l.pk = s.library_pk ${readBy}`;
const joins = `CROSS JOIN series s ON s.pk = page.pk ${surroundings}`;
const present = 's.missing_since IS NULL';

const byTitle = ['s.name_key'];
const byAge = ['s.date_added'];
const byChange = ['s.date_updated'];
const byRelease = ['s.release_date'];
const byCount = ['s.book_count'];
const byRead = ['u.read_at'];
/** In lower case; clients name the same thing in several ways. */
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

/** Those that an index gives in order. */
const indexed: readonly (readonly string[])[] = [byTitle, byAge, byChange, byRelease, byCount];

const begun = `SELECT series_pk FROM user_series WHERE user_pk = ${reader}
  AND (completed_count > 0 OR in_progress_count > 0)`;
const finished = `SELECT u.series_pk FROM user_series u CROSS JOIN series r ON r.pk = u.series_pk
  WHERE u.user_pk = ${reader} AND r.book_count > 0 AND u.completed_count >= r.book_count`;

/** `libraryColumn` is the column of the library, or an expression of it that no index is looked for. */
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
    // Lists hold what is present.
    deleted: { choices: {} },
    oneShot: { choices: {} },
    complete: {
      has: () => '(s.total_volumes IS NOT NULL AND s.book_count >= s.total_volumes)',
    },
    title: { values: 'name' },
    titleSort: { values: 'name' },
    releaseDate: { column: 's.release_date', is: 'date' },
    tag: { values: 'tag' },
    sharingLabel: { choices: {} },
    publisher: { values: 'publisher' },
    language: { values: 'language' },
    genre: { values: 'genre' },
    ageRating: { column: 's.age_rating', is: 'number' },
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

const countAll = 'SELECT coalesce(sum(series_count), 0) FROM libraries';
const named = 'WHERE id IN (SELECT value FROM json_each(:libraries))';
const countOf = `${countAll} ${named}`;
const isLarge = `SELECT sum(series_count) * 4 > (SELECT sum(series_count) FROM libraries) FROM libraries ${named}`;

export const createCompatSeriesStore = (database: Database) => {
  const value = preparedValues(database);
  const toSql = createFilterSql(filteredBy('s.library_pk'));
  const toSqlInOrder = createFilterSql(filteredBy('+s.library_pk'));
  const search = createSearch(database, seriesSearch);
  const isTrue = (filter: Filter) => toSql(filter).sql === 'true';
  const seriesRow = database
    .prepare<[{ user_pk: number | null; id: string }], string>(
      `SELECT ${record} FROM series s ${surroundings} WHERE s.id = ${opaqueText(':id')}`,
    )
    .pluck();

  /** FROM and WHERE of what a filter and a search leave. */
  const found = (query: Pick<CompatListQuery, 'filter' | 'search'>, compile = toSql) => {
    const hits = query.search.trim() === '' ? null : search(query.search);
    const filter = compile(query.filter);
    const from = hits ? `(${hits.from}) hit CROSS JOIN series s ON s.pk = hit.pk` : 'series s';
    return {
      hits,
      from,
      where: `WHERE ${present} AND ${filter.sql}`,
      parameters: { ...filter.parameters, ...hits?.parameters },
    };
  };

  return {
    /** How many rows `list` may have to look at, the records of the page counted as many. */
    rowsToLookAt(
      _userPk: number | null,
      { filter, search: text, sort, size }: CompatListQuery,
    ): number {
      const all = value<number>(countAll, {});
      const isPlain =
        text.trim() === '' &&
        onlyLibraries(filter, isTrue) !== null &&
        isIndexed(sortKeys, indexed, sort);
      return (isPlain ? 0 : all) + Math.min(size, all) * recordCost;
    },

    /** Series with a present book, in the format of the compatibility API. */
    list(userPk: number | null, query: CompatListQuery): Listing<unknown> {
      const libraries = query.search.trim() === '' ? onlyLibraries(query.filter, isTrue) : null;
      const named = { libraries: JSON.stringify(libraries ?? []) };
      // Only titles have an index by library. Where most rows are of the libraries, the index of the sort
      // finds a page of them soonest.
      const inOrder =
        isIndexed(sortKeys, [byAge, byChange, byRelease, byCount], query.sort, false) &&
        value<number | null>(isLarge, named) === 1;
      const { hits, from, where, parameters } = found(query, inOrder ? toSqlInOrder : toSql);
      const byScore = { property: 'relevance', direction: 'asc' } as const;
      const order = orderOf(
        hits ? { ...sortKeys, relevance: ['hit.score'] } : sortKeys,
        query.sort.map((sort) =>
          // The best hit has the least score, and is wanted first however that is said.
          sort.property.toLowerCase() === 'relevance' ? byScore : sort,
        ),
        hits ? byScore : { property: 'name', direction: 'asc' },
        ['s.pk'],
      );
      const source = {
        pk: 's.pk',
        from: `FROM ${from} ${order.keys.includes('u.read_at') ? readBy : ''} ${where}`,
        order,
      };
      const all = {
        ...parameters,
        user_pk: userPk,
        limit: query.size,
        offset: query.page * query.size,
      };
      return {
        data: jsonText(value<string>(pageSql({ ...source, record, joins }), all)),
        total:
          libraries === null
            ? value<number>(`SELECT count(*) FROM ${from} ${where}`, all)
            : value<number>(libraries.length === 0 ? countAll : countOf, named),
      };
    },

    /** How many series begin with which letter, `#` for everything that is none. */
    groups(userPk: number | null, query: Pick<CompatListQuery, 'filter' | 'search'>): string {
      const { from, where, parameters } = found(query);
      const letter = `substr(s.name_key, 1, 1)`;
      return value<string>(
        `SELECT json_group_array(json_object('group', letter, 'count', count) ORDER BY letter) FROM (
           SELECT iif(${letter} BETWEEN 'a' AND 'z' OR ${letter} > char(127), ${letter}, '#') AS letter,
             count(*) AS count
           FROM ${from} ${where} GROUP BY 1)`,
        { ...parameters, user_pk: userPk },
      );
    },

    /** Also answers for a missing series. */
    get(userPk: number | null, id: string): JsonText<unknown> | null {
      const json = seriesRow.get({ user_pk: userPk, id });
      return json === undefined ? null : jsonText(json);
    },
  };
};
