import {
  createFilterSql,
  type Filter,
  type Filtered,
  onlyLibraries,
} from '../../database/filter-sql.ts';
import type { Database } from '../../database/database.ts';
import { jsonText, type Listing } from '../../database/json.ts';
import { pageSql, type PreparedValues } from '../../database/page-sql.ts';
import { createSearch, type SearchTable } from '../../database/search-sql.ts';
import { recordCost, type CompatListQuery } from './lists.ts';
import type { CompatSort } from './query.ts';
import { isIndexed, orderOf, type SortKeys } from './sorting.ts';

/** Rows of a list of the format; `s` stands for what the table is called in all SQL. */
export interface ListedTable {
  /** `s`. */
  name: string;
  search: SearchTable;
  /** Column of `libraries` that counts the present rows of each. */
  counter: 'series_count' | 'book_count';
  /**
   * The filters. `libraryColumn` is the column of the library, or an expression of it that no index is
   * looked for.
   */
  filteredBy: (libraryColumn: string) => Filtered;
  sortKeys: SortKeys;
  /** Those that an index of all rows gives in order, as the very lists of `sortKeys`. */
  indexed: readonly (readonly string[])[];
  /** The one that has an index by library too. */
  byTitle: readonly string[];
  /** The order where none is asked for and nothing searched. */
  fallback: (filter: Filter) => CompatSort;
  /** What must be joined for a sort key that is no column of the table. */
  joined: Readonly<Record<string, string>>;
  /** JSON expression of one record, and its joins as in `PageSql`. */
  record: string;
  joins: string;
}

/** Present rows in the format of the compatibility API. */
export const createListedRows = (
  { database, value }: { database: Database; value: PreparedValues },
  table: ListedTable,
) => {
  const { name, counter, sortKeys, indexed, byTitle, record, joins } = table;
  const pk = `${name}.pk`;
  const rows = `${table.search.table} ${name}`;
  const ofNamed = 'WHERE id IN (SELECT value FROM json_each(:libraries))';
  const countAll = `SELECT coalesce(sum(${counter}), 0) FROM libraries`;
  const isLarge = `SELECT sum(${counter}) * 4 > (SELECT sum(${counter}) FROM libraries) FROM libraries ${ofNamed}`;
  const byAnyLibrary = indexed.filter((keys) => keys !== byTitle);

  const toSql = createFilterSql(table.filteredBy(`${name}.library_pk`));
  const toSqlInOrder = createFilterSql(table.filteredBy(`+${name}.library_pk`));
  const search = createSearch(database, table.search);
  const isTrue = (filter: Filter) => toSql(filter).sql === 'true';

  /** FROM and WHERE of what a filter and a search leave. */
  const found = (query: Pick<CompatListQuery, 'filter' | 'search'>, compile = toSql) => {
    const hits = query.search.trim() === '' ? null : search(query.search);
    const filter = compile(query.filter);
    return {
      hits,
      from: hits ? `(${hits.from}) hit CROSS JOIN ${rows} ON ${pk} = hit.pk` : rows,
      where: `WHERE ${name}.missing_since IS NULL AND ${filter.sql}`,
      parameters: { ...filter.parameters, ...hits?.parameters },
    };
  };

  return {
    found,

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

    list(userPk: number | null, query: CompatListQuery): Listing<unknown> {
      const libraries = query.search.trim() === '' ? onlyLibraries(query.filter, isTrue) : null;
      const named = { libraries: JSON.stringify(libraries ?? []) };
      // Only titles have an index by library. Where most rows are of the libraries, the index of the sort
      // finds a page of them soonest.
      const inOrder =
        isIndexed(sortKeys, byAnyLibrary, query.sort, false) &&
        value<number | null>(isLarge, named) === 1;
      const { hits, from, where, parameters } = found(query, inOrder ? toSqlInOrder : toSql);
      const order = orderOf(
        hits ? { ...sortKeys, relevance: ['hit.score'] } : sortKeys,
        // The best hit has the least score, and is wanted first however that is said.
        query.sort.map((sort) => (sort.property.toLowerCase() === 'relevance' ? byScore : sort)),
        hits ? byScore : table.fallback(query.filter),
        [pk],
      );
      const joined = Object.entries(table.joined)
        .map(([key, join]) => (order.keys.includes(key) ? join : ''))
        .join(' ');
      const source = { pk, from: `FROM ${from} ${joined} ${where}`, order };
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
            : value<number>(libraries.length === 0 ? countAll : `${countAll} ${ofNamed}`, named),
      };
    },
  };
};

const byScore: CompatSort = { property: 'relevance', direction: 'asc' };
