import type {
  FullSeries,
  Series,
  SeriesSearchSort,
  SeriesSort,
} from '../../../shared/api/series.ts';
import type { Letters, PageRequest, ReadStatus, Sort } from '../../../shared/schemas.ts';
import {
  authorsField,
  createConditionSql,
  filedUnder,
  type FilterTable,
  numberField,
  type RowFilter,
  rowsToLookAt,
} from '../../database/condition-sql.ts';
import type { Database } from '../../database/database.ts';
import { jsonText, type JsonText, type Listing } from '../../database/json.ts';
import { lettersSql } from '../../database/letters-sql.ts';
import { opaqueNumber, opaqueText } from '../../database/opaque.ts';
import {
  byRelevance,
  limits,
  type Order,
  type PageSql,
  pageSql,
  preparedValues,
} from '../../database/page-sql.ts';
import { createSearch, seriesSearch } from '../../database/search-sql.ts';
import type { SeriesQuery } from './service.ts';

export type SeriesStore = ReturnType<typeof createSeriesStore>;

/** What depends on the caller is null where `:user_pk` is. */
const fields = `
  'id', s.id,
  'library_id', l.id,
  'library_name', l.name,
  'name', s.name,
  'name_sort', s.name_sort,
  'filename', s.filename,
  'path', s.path,
  'book_count', s.book_count,
  'unread_count', iif(:user_pk IS NULL, NULL,
    s.book_count - coalesce(u.completed_count, 0) - coalesce(u.in_progress_count, 0)),
  'in_progress_count', iif(:user_pk IS NULL, NULL, coalesce(u.in_progress_count, 0)),
  'read_status', CASE
    WHEN :user_pk IS NULL THEN NULL
    WHEN s.book_count > 0 AND u.completed_count >= s.book_count THEN 'read'
    WHEN u.completed_count > 0 OR u.in_progress_count > 0 THEN 'in_progress'
    ELSE 'unread' END,
  'file_size', s.file_size,
  'page_count', s.page_count,
  'publisher', s.publisher,
  'status', s.status,
  'language', s.language,
  'summary', s.summary,
  'year', s.year,
  'release_date', s.release_date,
  'reading_direction', s.reading_direction,
  'age_rating', s.age_rating,
  'date_added', s.date_added,
  'date_updated', s.date_updated,
  'date_read', u.read_at`;

const fullFields = `${fields},
  'metadata', json_object(
    'title', s.name,
    'original_title', s.original_title,
    'summary', s.summary,
    'publisher', s.publisher,
    'imprint', s.imprint,
    'status', s.status,
    'language', s.language,
    'year', s.year,
    'age_rating', s.age_rating,
    'reading_direction', s.reading_direction,
    'total_volumes', s.total_volumes,
    'total_chapters', s.total_chapters,
    'authors', json(s.authors),
    'alternate_titles', json(s.alternate_titles),
    'updated_at', s.metadata_updated_at),
  'genres', json(s.genres),
  'tags', json(s.tags),
  'external_links', json(s.external_links)`;

/** The user's key, as the planner may see it. */
const reader = opaqueNumber(':user_pk');
const readBy = `LEFT JOIN user_series u ON u.user_pk = ${reader} AND u.series_pk = s.pk`;
const surroundings = `CROSS JOIN libraries l ON l.pk = s.library_pk ${readBy}`;
const joins = `CROSS JOIN series s ON s.pk = page.pk ${surroundings}`;

/** Keys of an index each (`series_by_…`); when a series was read is a matter of the user. */
const sortKeys: Record<Exclude<SeriesSort, 'date_read'>, string> = {
  name: 's.name_key',
  date_added: 's.date_added',
  date_updated: 's.date_updated',
  release_date: 's.release_date',
  book_count: 's.book_count',
  file_size: 's.file_size',
  filename: 's.filename_key',
  page_count: 's.page_count',
};

const filters = ({ library_id, series_id }: SeriesQuery): string =>
  (library_id ? ' AND s.library_pk = (SELECT pk FROM libraries WHERE id = :library_id)' : '') +
  (series_id ? ` AND s.id = ${opaqueText(':series_id')}` : '');

const present = 's.missing_since IS NULL';
const countAll = 'SELECT coalesce(sum(series_count), 0) FROM libraries';
const missing = 'SELECT pk FROM series WHERE missing_since IS NOT NULL';
const ofUser = `FROM user_series u CROSS JOIN series s ON s.pk = u.series_pk
  WHERE u.user_pk = ${reader} AND ${present}`;

const begun = `SELECT series_pk FROM user_series WHERE user_pk = ${reader}
  AND (completed_count > 0 OR in_progress_count > 0)`;
const finished = `SELECT u.series_pk FROM user_series u CROSS JOIN series r ON r.pk = u.series_pk
  WHERE u.user_pk = ${reader} AND r.book_count > 0 AND u.completed_count >= r.book_count`;
/** What `read_status` says of a series, as sets of what the user has read: the unread need no look at each. */
const hasStatus: Record<ReadStatus, string> = {
  unread: `(s.pk NOT IN (${begun}))`,
  in_progress: `(s.pk IN (${begun}) AND s.pk NOT IN (${finished}))`,
  read: `(s.pk IN (${finished}))`,
};

const presentBooks = 'SELECT series_pk FROM books WHERE missing_since IS NULL';

const filtered: FilterTable = {
  pk: 's.pk',
  values: 'series_values',
  named: { field: 'name', trigrams: 'series_trigrams' },
  special: {
    libraryId: (id) => `(s.library_pk IS (SELECT pk FROM libraries WHERE id = ${id}))`,
    readStatus: (_, status) => hasStatus[status as ReadStatus],
    initial: filedUnder('s.name_key'),
    author: authorsField('s.authors'),
    ageRating: numberField('s.age_rating'),
    year: numberField('s.year'),
    bookCount: numberField('s.book_count'),
    format: (format) => `(s.pk IN (${presentBooks} AND format = ${format}))`,
    hasError: (_, value) =>
      `(s.pk ${value === 'true' ? 'IN' : 'NOT IN'} (${presentBooks} AND error IS NOT NULL))`,
  },
};

interface Source {
  pk: string;
  from: string;
  order: Order;
}

const byColumn = (query: SeriesQuery, column: string): Source => ({
  pk: 's.pk',
  from: `FROM series s WHERE ${present}${filters(query)}`,
  order: {
    keys: [column, 's.pk'],
    direction: query.sort.direction,
    nullsLast: query.sort.field === 'release_date',
  },
});

/** The rows of `from` that a filter leaves. Without a search, relevance is the order of names. */
const byFilter = (
  from: string,
  filter: string,
  { field, direction }: Sort<SeriesSearchSort>,
): Source => ({
  pk: 's.pk',
  from: `FROM ${from} ${field === 'date_read' ? readBy : ''} WHERE ${present} AND ${filter}`,
  order:
    field === 'relevance'
      ? { keys: [sortKeys.name, 's.pk'], direction: direction === 'desc' ? 'asc' : 'desc' }
      : {
          keys: [field === 'date_read' ? 'u.read_at' : sortKeys[field], 's.pk'],
          direction,
          nullsLast: true,
        },
});

/** What a search found. In its own order and without a filter, the rows of the hits are not looked at. */
const bySearch = (hits: string, filter: string, sort: Sort<SeriesSearchSort>): Source => {
  const filtering = byFilter(`(${hits}) hit CROSS JOIN series s ON s.pk = hit.pk`, filter, sort);
  if (sort.field !== 'relevance') return filtering;
  const order = byRelevance(sort, 'hit.pk');
  return filter === 'true'
    ? { pk: 'hit.pk', from: `FROM (${hits}) hit WHERE hit.pk NOT IN (${missing})`, order }
    : { ...filtering, order };
};

/**
 * All series by when the user read in them: those read, then the others in either direction. Each
 * part is in order by an index and the second begins where the first has ended, so that the first
 * page never looks at what is unread. `LIMIT -1` keeps the planner from merging the parts.
 */
const byDateRead = (query: SeriesQuery): Source => {
  const { direction } = query.sort;
  return {
    pk: 'r.pk',
    from: `FROM (
      SELECT * FROM (
        SELECT u.series_pk AS pk, u.read_at AS read_at
        ${ofUser} AND u.read_at IS NOT NULL${filters(query)}
        ORDER BY u.read_at ${direction}, u.series_pk ${direction} LIMIT -1)
      UNION ALL
      SELECT * FROM (
        SELECT s.pk, NULL FROM series s NOT INDEXED
        WHERE ${present}${filters(query)} AND NOT EXISTS (
          SELECT 1 FROM user_series u
          WHERE u.user_pk = ${reader} AND u.series_pk = s.pk AND u.read_at IS NOT NULL)
        ORDER BY s.pk ${direction} LIMIT -1)) r`,
    order: {
      keys: [
        direction === 'asc' ? 'r.read_at IS NULL' : 'r.read_at IS NOT NULL',
        'r.read_at',
        'r.pk',
      ],
      direction,
      given: true,
    },
  };
};

export const createSeriesStore = (database: Database) => {
  const value = preparedValues(database);
  const toSql = createConditionSql(database, filtered);
  const search = createSearch(database, seriesSearch);

  const list = <Item extends Series>(
    userPk: number | null,
    query: SeriesQuery,
    { source, count, full }: { source: Source; count: string; full: boolean },
  ): Listing<Item> => {
    const { library_id = null, series_id = null } = query;
    const parameters = { user_pk: userPk, ...limits(query), library_id, series_id };
    const record = `json_object(${full ? fullFields : fields})`;
    return {
      data: jsonText<Item[]>(value<string>(pageSql({ ...source, record, joins }), parameters)),
      total: value<number>(count, parameters),
    };
  };

  const all = <Item extends Series>(userPk: number | null, query: SeriesQuery, full: boolean) => {
    const { field } = query.sort;
    return list<Item>(userPk, query, {
      source: field === 'date_read' ? byDateRead(query) : byColumn(query, sortKeys[field]),
      count:
        query.series_id === undefined
          ? `${countAll} ${query.library_id ? 'WHERE id = :library_id' : ''}`
          : `SELECT count(*) FROM series s WHERE ${present}${filters(query)}`,
      full,
    });
  };

  /** What a filter and a search leave, and the parameters of that. */
  const leftBy = (
    { condition = { allOf: [] }, fullTextSearch = '' }: RowFilter,
    sort: Sort<SeriesSearchSort>,
  ) => {
    const hits = fullTextSearch.trim() === '' ? null : search(fullTextSearch);
    const filter = toSql(condition);
    return {
      ...(hits ? bySearch(hits.from, filter.sql, sort) : byFilter('series s', filter.sql, sort)),
      isAll: hits === null && filter.sql === 'true',
      parameters: { ...filter.parameters, ...hits?.parameters },
    };
  };

  const found = <Item>(
    userPk: number | null,
    { sort, ...page }: PageRequest<SeriesSearchSort>,
    filter: RowFilter,
    shown: Pick<PageSql, 'record' | 'joins'>,
  ): Listing<Item> => {
    const left = leftBy(filter, sort);
    const parameters = { user_pk: userPk, ...limits(page), ...left.parameters };
    return {
      data: jsonText(value<string>(pageSql({ ...left, ...shown }), parameters)),
      total: value<number>(left.isAll ? countAll : `SELECT count(*) ${left.from}`, parameters),
    };
  };

  const seriesRow = database
    .prepare<[{ user_pk: number | null; id: string }], string>(
      `SELECT json_object(${fullFields}) FROM series s ${surroundings} WHERE s.id = ${opaqueText(':id')}`,
    )
    .pluck();
  const records = database
    .prepare<[{ user_pk: number | null; ids: string }], string>(
      `SELECT json_group_array(json_object(${fields}))
       FROM json_each(:ids) wanted CROSS JOIN series s ON s.id = wanted.value ${surroundings}`,
    )
    .pluck();
  const fullRecords = database
    .prepare<[{ user_pk: number | null; ids: string }], string>(
      `SELECT json_group_array(json_object(${fullFields}))
       FROM json_each(:ids) wanted CROSS JOIN series s ON s.id = wanted.value ${surroundings}`,
    )
    .pluck();
  const placeRows = database.prepare<[string], { library_path: string; path: string }>(
    `SELECT l.path AS library_path, b.path FROM books b JOIN series s ON s.pk = b.series_pk
       JOIN libraries l ON l.pk = b.library_pk WHERE s.id = ? AND b.missing_since IS NULL
     ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const knownRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();

  return {
    /** With what `userPk` has read of each; null leaves that out. */
    list: (userPk: number | null, query: SeriesQuery) => all<Series>(userPk, query, false),
    listFull: (userPk: number | null, query: SeriesQuery) => all<FullSeries>(userPk, query, true),

    /** How many rows and values `find` may have to look at. */
    rowsToLookAt: ({ condition = { allOf: [] } }: RowFilter): number =>
      rowsToLookAt(condition, value<number>(countAll, {})),

    /** Series that a filter and a search leave; both may be missing. */
    find: (
      userPk: number | null,
      query: PageRequest<SeriesSearchSort>,
      filter: RowFilter,
    ): Listing<Series> => found(userPk, query, filter, { record: `json_object(${fields})`, joins }),

    /** Only the ids of these. */
    ids: (
      userPk: number | null,
      query: PageRequest<SeriesSearchSort>,
      filter: RowFilter,
    ): Listing<string> =>
      found(userPk, query, filter, {
        record: 's.id',
        joins: 'CROSS JOIN series s ON s.pk = page.pk',
      }),

    /** How many of these begin with each letter. */
    letters(userPk: number | null, sort: Sort<'name'>, filter: RowFilter): JsonText<Letters> {
      const { from, parameters } = leftBy(filter, sort);
      return jsonText(
        value(lettersSql(sortKeys[sort.field], from), { user_pk: userPk, ...parameters }),
      );
    },

    /** Ids of the first `most` series by name that a filter and a search leave. */
    matching(
      userPk: number | null,
      { condition = { allOf: [] }, fullTextSearch = '' }: RowFilter,
      most: number,
    ): string[] {
      const hits = fullTextSearch.trim() === '' ? null : search(fullTextSearch);
      const filter = toSql(condition);
      const from = hits ? `(${hits.from}) hit CROSS JOIN series s ON s.pk = hit.pk` : 'series s';
      return database
        .prepare<[Record<string, unknown>], string>(
          `SELECT s.id FROM ${from} WHERE ${present} AND ${filter.sql}
           ORDER BY ${sortKeys.name}, s.pk LIMIT :most`,
        )
        .pluck()
        .all({ user_pk: userPk, most, ...filter.parameters, ...hits?.parameters });
    },

    /** Series with a book that the user is reading. */
    inProgress(userPk: number | null, query: SeriesQuery): Listing<Series> {
      const { field, direction } = query.sort;
      const from = `${ofUser} AND u.in_progress_count > 0${filters(query)}`;
      const column = field === 'date_read' ? 'u.read_at' : sortKeys[field];
      return list(userPk, query, {
        source: { pk: 's.pk', from, order: { keys: [column, 'u.series_pk'], direction } },
        count: `SELECT count(*) ${from}`,
        full: false,
      });
    },

    get(userPk: number | null, id: string): JsonText<FullSeries> | null {
      const json = seriesRow.get({ user_pk: userPk, id });
      return json === undefined ? null : jsonText(json);
    },
    records: (userPk: number | null, ids: readonly string[]): Series[] =>
      JSON.parse(records.get({ user_pk: userPk, ids: JSON.stringify(ids) }) ?? '[]') as Series[],
    fullRecords: (userPk: number | null, ids: readonly string[]): FullSeries[] =>
      JSON.parse(
        fullRecords.get({ user_pk: userPk, ids: JSON.stringify(ids) }) ?? '[]',
      ) as FullSeries[],
    has: (id: string): boolean => knownRow.get(id) !== undefined,
    /** Where its present books lie, in their order. */
    places: (id: string) => placeRows.all(id),
  };
};
