import type { FullSeries, Series } from '../../../shared/api/series-record.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type JsonText, type ListPage } from '../../database/json.ts';
import { userParameter, noReprepareText } from '../../database/planner-hints.ts';
import { limits, type PageSql, pageSql, rememberedValues } from '../../database/page-sql.ts';
import { createPageStarts } from '../../database/page-starts.ts';
import { createFilteredSeries } from './filtered-series.ts';
import {
  seriesFields,
  fullSeriesFields,
  seriesPageJoins,
  seriesSortKeys,
  seriesFromJoins,
  contentSeriesSorts,
} from './record-sql.ts';
import type { SeriesQuery } from './types.ts';

export type SeriesStore = ReturnType<typeof createSeriesStore>;

const filters = ({ library_id, series_id }: SeriesQuery): string =>
  (library_id ? ' AND s.library_pk = (SELECT pk FROM libraries WHERE id = :library_id)' : '') +
  (series_id ? ` AND s.id = ${noReprepareText(':series_id')}` : '');

const present = 's.missing_since IS NULL';
const countAll = 'SELECT coalesce(sum(series_count), 0) FROM libraries';
const ofUser = `FROM user_series u CROSS JOIN main.series s ON s.pk = u.series_pk
  WHERE u.user_pk = ${userParameter} AND ${present}`;

/** Parameters of full records, see `fullSeriesFields`. */
interface FullView {
  user_pk: number | null;
  with_labels: number;
}

/** The FROM clause and the order of a page. */
type Source = Pick<PageSql, 'pk' | 'from' | 'order'>;

const byColumn = (query: SeriesQuery, column: string): Source => ({
  pk: 's.pk',
  from: `FROM series s WHERE ${present}${filters(query)}`,
  order: {
    keys: [column, 's.pk'],
    direction: query.sort.direction,
    nullsLast: query.sort.field === 'release_date' || query.sort.field === 'own_rating',
  },
});

/**
 * All series by the user's last reading: first those read, then the others in either direction.
 * Each part uses an index, and the second starts where the first ends, so that the first page never
 * visits unread series. `LIMIT -1` keeps the planner from merging the parts.
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
          WHERE u.user_pk = ${userParameter} AND u.series_pk = s.pk AND u.read_at IS NOT NULL)
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
  const value = rememberedValues(database);
  const pageStart = createPageStarts(database);

  const list = <Item extends Series>(
    userPk: number | null,
    query: SeriesQuery,
    {
      source,
      count,
      full,
      labels = false,
      isContent = false,
    }: { source: Source; count: string; full: boolean; labels?: boolean; isContent?: boolean },
  ): ListPage<Item> => {
    const { library_id = null, series_id = null } = query;
    const with_labels = Number(labels);
    const filtering = { library_id, series_id };
    const parameters = { user_pk: userPk, ...limits(query), ...filtering, with_labels };
    const content = isContent ? { ...source, parameters: filtering } : null;
    const start = pageStart(content, parameters.offset);
    const record = `json_object(${full ? fullSeriesFields : seriesFields})`;
    const from = source.from + start.condition;
    const sql = pageSql({ ...source, from, record, joins: seriesPageJoins });
    const started = { ...parameters, ...start.parameters, offset: start.offset };
    return {
      data: jsonText<Item[]>(value<string>(sql, started)),
      total: value<number>(count, parameters),
    };
  };

  const all = <Item extends Series>(
    userPk: number | null,
    query: SeriesQuery,
    shown: { full: boolean; labels?: boolean },
  ) => {
    const { field } = query.sort;
    return list<Item>(userPk, query, {
      source: field === 'date_read' ? byDateRead(query) : byColumn(query, seriesSortKeys[field]),
      count:
        query.series_id === undefined
          ? `${countAll} ${query.library_id ? 'WHERE id = :library_id' : ''}`
          : `SELECT count(*) FROM series s WHERE ${present}${filters(query)}`,
      isContent: contentSeriesSorts.has(field),
      ...shown,
    });
  };

  const seriesRow = database
    .prepare<[FullView & { id: string }], string>(
      `SELECT json_object(${fullSeriesFields}) FROM series s ${seriesFromJoins} WHERE s.id = ${noReprepareText(':id')}`,
    )
    .pluck();
  const records = database
    .prepare<[{ user_pk: number | null; ids: string }], string>(
      `SELECT json_group_array(json_object(${seriesFields}))
       FROM json_each(:ids) wanted CROSS JOIN series s ON s.id = wanted.value ${seriesFromJoins}`,
    )
    .pluck();
  const fullRecords = database
    .prepare<[FullView & { ids: string }], string>(
      `SELECT json_group_array(json_object(${fullSeriesFields}))
       FROM json_each(:ids) wanted CROSS JOIN series s ON s.id = wanted.value ${seriesFromJoins}`,
    )
    .pluck();
  const placeRows = database.prepare<[string], { library_path: string; path: string }>(
    `SELECT l.path AS library_path, b.path FROM books b JOIN series s ON s.pk = b.series_pk
       JOIN libraries l ON l.pk = b.library_pk WHERE s.id = ? AND b.missing_since IS NULL
     ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const knownRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();

  return {
    /** With the progress of `userPk`; null omits it. */
    list: (userPk: number | null, query: SeriesQuery) =>
      all<Series>(userPk, query, { full: false }),
    /** Full records, with labels on request. */
    listFull: (userPk: number | null, query: SeriesQuery, labels = false) =>
      all<FullSeries>(userPk, query, { full: true, labels }),
    ...createFilteredSeries(database, value),

    /** Series with a book that the user has in progress. */
    inProgress(userPk: number | null, query: SeriesQuery): ListPage<Series> {
      const { field, direction } = query.sort;
      const from = `${ofUser} AND u.in_progress_count > 0${filters(query)}`;
      const column = field === 'date_read' ? 'u.read_at' : seriesSortKeys[field];
      return list(userPk, query, {
        source: { pk: 's.pk', from, order: { keys: [column, 'u.series_pk'], direction } },
        count: `SELECT count(*) ${from}`,
        full: false,
      });
    },

    get(userPk: number | null, id: string, labels: boolean): JsonText<FullSeries> | null {
      const json = seriesRow.get({ user_pk: userPk, id, with_labels: Number(labels) });
      return json === undefined ? null : jsonText(json);
    },
    records: (userPk: number | null, ids: readonly string[]): Series[] =>
      JSON.parse(records.get({ user_pk: userPk, ids: JSON.stringify(ids) }) ?? '[]') as Series[],
    fullRecords(userPk: number | null, ids: readonly string[], labels: boolean): FullSeries[] {
      const wanted = { user_pk: userPk, ids: JSON.stringify(ids), with_labels: Number(labels) };
      return JSON.parse(fullRecords.get(wanted) ?? '[]') as FullSeries[];
    },
    has: (id: string): boolean => knownRow.get(id) !== undefined,
    /** The locations of its present books, in order. */
    places: (id: string) => placeRows.all(id),
  };
};
