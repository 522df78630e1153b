import type { Letters, PageRequest, Sort } from '../../shared/schemas.ts';
import { createConditionSql, estimateRows } from './condition-sql.ts';
import type { Database } from './types.ts';
import { jsonText, type JsonText, type ListPage } from './json.ts';
import {
  byRelevance,
  countedPageSql,
  limits,
  type Order,
  type PageSql,
  pageSql,
  type PreparedValues,
  rememberedValues,
} from './page-sql.ts';
import { createSearch, type SearchTable } from './search-sql.ts';
import type { FilterTable, RowFilter } from './condition-types.ts';

/** SQL parts of a filtered list; its table is aliased as `name`. */
export interface FilteredTable<View, Field extends string> {
  /** The table alias, `s`. */
  name: string;
  filtered: FilterTable;
  search: SearchTable;
  /** Column of `libraries` with the number of present rows. */
  counter: 'series_count' | 'book_count';
  /** The indexed sort key of the name: `s.name_key`. */
  nameKey: string;
  /** Sort keys of a field, with the joins they need. */
  sorted: (field: Field) => { keys: string[]; nullsLast?: boolean; joins?: string };
  /** SQL for whether a viewer with content restrictions sees a row, by its key alone. */
  isSeen: (viewer: number, pk: string) => string;
  /** As in `PageSql`. */
  record: string;
  joins: string;
  /** Caller-dependent parameters of the SQL above. */
  parametersOf: (view: View) => Record<string, unknown>;
}

/**
 * A search of this many characters, a few words at a time, reads as much of the index as all rows.
 */
const charactersPerRead = 16;

/** The FROM clause and the order of a page. */
type Source = Pick<PageSql, 'pk' | 'from' | 'order'>;

/**
 * SQL for the number of rows per first character of a sort key, as JSON.
 *
 * @param key the key, `s.name_key`
 * @param from FROM and WHERE of the rows
 */
export const lettersSql = (key: string, from: string): string =>
  `SELECT json_object('letters', json_group_array(
     json_object('letter', letter, 'count', count) ORDER BY letter))
   FROM (SELECT substr(${key}, 1, 1) AS letter, count(*) AS count ${from} GROUP BY letter)`;

/**
 * The same for all rows of a table, by an index that begins with the key: steps from letter to
 * letter and counts the entries between, because grouping would read every row.
 */
export const allLettersSql = (key: string, from: string): string => {
  // A blob is greater than any text.
  const following = `iif(unicode(letter) = 0x10FFFF, x'', char(coalesce(unicode(letter), 0) + 1))`;
  return `WITH RECURSIVE initials (letter) AS (
      SELECT substr(min(${key}), 1, 1) ${from}
      UNION ALL
      SELECT (SELECT substr(min(${key}), 1, 1) ${from} AND ${key} >= ${following})
      FROM initials WHERE letter IS NOT NULL)
    SELECT json_object('letters', json_group_array(json_object('letter', letter, 'count',
      (SELECT count(*) ${from} AND ${key} >= letter AND ${key} < ${following})) ORDER BY letter))
    FROM initials WHERE letter IS NOT NULL`;
};

/** Present rows that match an optional filter and search. */
export const createFilteredRows = <Item, View, Field extends string>(
  { database, value }: { database: Database; value: PreparedValues },
  table: FilteredTable<View, Field>,
) => {
  const { name, nameKey, parametersOf } = table;
  const pk = `${name}.pk`;
  const rows = `${table.search.table} ${name}`;
  const present = `${name}.missing_since IS NULL`;
  const missing = `SELECT pk FROM ${table.search.table} WHERE missing_since IS NOT NULL`;
  const countAll = `SELECT coalesce(sum(${table.counter}), 0) FROM libraries`;
  const allLetters = allLettersSql(nameKey, `FROM ${rows} WHERE ${present}`);
  const contentValue = rememberedValues(database, 'content');
  const toSql = createConditionSql(database, table.filtered);
  const search = createSearch(database, table.search);

  /** Rows of `from` that match a filter. Without a search, relevance means by name. */
  const byFilter = (
    from: string,
    filter: string,
    { field, direction }: Sort<Field | 'relevance'>,
  ): Source => {
    const isNamed = field === 'relevance';
    const { joins = '', ...order } = isNamed ? { keys: [nameKey, pk] } : table.sorted(field);
    const opposite = direction === 'desc' ? 'asc' : 'desc';
    return {
      pk,
      from: `FROM ${from} ${joins} WHERE ${present} AND ${filter}`,
      order: { ...order, direction: isNamed ? opposite : direction },
    };
  };

  // The index knows nothing of content restrictions.
  const seen = () => {
    const viewer = database.viewer();
    return viewer === null ? 'true' : table.isSeen(viewer, 'hit.pk');
  };

  /** Keys of present rows, without reading these. */
  const byKeys = (hits: string) =>
    `FROM (${hits}) hit WHERE hit.pk NOT IN (${missing}) AND ${seen()}`;

  /** Search hits. In order of relevance and without a filter, the rows of the hits are not read. */
  const bySearch = (hits: string, filter: string, sort: Sort<Field | 'relevance'>): Source => {
    const filtering = byFilter(rowsOf(hits), `${seen()} AND ${filter}`, sort);
    if (sort.field !== 'relevance') return filtering;
    const order: Order = byRelevance(sort, 'hit.pk');
    return filter === 'true'
      ? { pk: 'hit.pk', from: byKeys(hits), order }
      : { ...filtering, order };
  };
  /** The rows of keys; `main.`, because {@link seen} is a condition of the keys. */
  const rowsOf = (hits: string) => `(${hits}) hit CROSS JOIN main.${rows} ON ${pk} = hit.pk`;

  const compile = ({ condition = { allOf: [] }, fullTextSearch = '' }: RowFilter) => {
    const hits = fullTextSearch.trim() === '' ? null : search(fullTextSearch);
    const filter = toSql(condition);
    return { hits, filter, parameters: { ...filter.parameters, ...hits?.parameters } };
  };

  /** SQL for a filter and a search, with parameters. */
  const leftBy = (rowFilter: RowFilter, sort: Sort<Field | 'relevance'>) => {
    const { hits, filter, parameters } = compile(rowFilter);
    const { keys } = filter;
    const source = hits ? bySearch(hits.from, filter.sql, sort) : byFilter(rows, filter.sql, sort);
    return {
      ...source,
      count: `SELECT count(*) ${hits === null && keys !== null ? byKeys(keys) : source.from}`,
      isAll: hits === null && filter.sql === 'true',
      // A search has to read all hits for a page, and their visibility costs as much as their relevance.
      isOnePass: hits !== null && database.viewer() !== null,
      parameters,
    };
  };

  const page = <Shown>(
    view: View,
    { sort, ...page }: PageRequest<Field | 'relevance'>,
    filter: RowFilter,
    shown: Pick<PageSql, 'record' | 'joins'>,
  ): ListPage<Shown> => {
    const left = leftBy(filter, sort);
    const parameters = { ...parametersOf(view), ...left.parameters };
    if (left.isOnePass) {
      const sql = countedPageSql({ ...left, ...shown });
      const found = value<string>(sql, { ...parameters, ...limits(page) });
      const space = found.indexOf(' ');
      return { total: Number(found.slice(0, space)), data: jsonText(found.slice(space + 1)) };
    }
    const sql = pageSql({ ...left, ...shown });
    return {
      data: jsonText(value<string>(sql, { ...parameters, ...limits(page) })),
      total: value<number>(left.isAll ? countAll : left.count, parameters),
    };
  };
  const onlyIds = { record: `${name}.id`, joins: `CROSS JOIN ${rows} ON ${pk} = page.pk` };

  return {
    /** Estimates the rows and values that `find` reads. */
    estimateRows({ condition = { allOf: [] }, fullTextSearch = '' }: RowFilter): number {
      const count = value<number>(countAll, {});
      const searched = Math.floor(fullTextSearch.length / charactersPerRead);
      return estimateRows(condition, count) + count * searched;
    },

    find: (view: View, query: PageRequest<Field | 'relevance'>, filter: RowFilter) =>
      page<Item>(view, query, filter, table),

    /** Ids only. */
    ids: (view: View, query: PageRequest<Field | 'relevance'>, filter: RowFilter) =>
      page<string>(view, query, filter, onlyIds),

    /** The number of rows per first letter. */
    letters(view: View, sort: Sort<Field>, filter: RowFilter): JsonText<Letters> {
      const { from, parameters, isAll } = leftBy(filter, sort);
      if (isAll) return jsonText(contentValue(allLetters, {}));
      return jsonText(value(lettersSql(nameKey, from), { ...parametersOf(view), ...parameters }));
    },

    /** Ids of the first `most` rows by name. */
    matching(view: View, most: number, rowFilter: RowFilter): string[] {
      const { hits, filter, parameters } = compile(rowFilter);
      return database
        .prepare<[Record<string, unknown>], string>(
          `SELECT ${name}.id FROM ${hits ? rowsOf(hits.from) : rows}
           WHERE ${present} AND ${hits ? seen() : 'true'} AND ${filter.sql}
           ORDER BY ${nameKey}, ${pk} LIMIT :most`,
        )
        .pluck()
        .all({ ...parametersOf(view), most, ...parameters });
    },
  };
};
