import {
  createFilterSql,
  type Filter,
  type FilterColumn,
  type Filtered,
  onlyLibraries,
} from '../../database/filter-sql.ts';
import type { Database } from '../../database/database.ts';
import { jsonText } from '../../database/json.ts';
import { pageSql, type PreparedValues } from '../../database/page-sql.ts';
import { createSearch, type SearchTable } from '../../database/search-sql.ts';
import { asks, recordCost, valueNamed, type CompatListing, type CompatListQuery } from './lists.ts';
import type { CompatSort } from './query.ts';
import { isIndexed, isKnown, orderOf, type SortKeys } from './sorting.ts';

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
  sortKeys: (filter: Filter) => SortKeys;
  /** Those that an index of all rows gives in order, as the very lists of `sortKeys`. */
  indexed: readonly (readonly string[])[];
  /** The one that has an index by library too. */
  byTitle: readonly string[];
  /** The order where none is asked for and nothing searched. */
  fallback: (filter: Filter) => CompatSort;
  /** What must be joined for a sort key that is no column of the table. */
  joined: Readonly<Record<string, string>>;
  /** The place in a list of entries; the parameter `:list` is the id of the one that a filter names. */
  place: { listField: string; property: string; key: string; join: string };
  /** JSON expression of one record, and its joins as in `PageSql`. */
  record: string;
  joins: string;
}

/** Present rows in the format of the compatibility API. */
export const createListedRows = (
  { database, value }: { database: Database; value: PreparedValues },
  table: ListedTable,
) => {
  const { name, counter, indexed, byTitle, place, record, joins } = table;
  const pk = `${name}.pk`;
  const rows = `${table.search.table} ${name}`;
  const ofNamed = 'WHERE id IN (SELECT value FROM json_each(:libraries))';
  const countAll = `SELECT coalesce(sum(${counter}), 0) FROM libraries`;
  const isLarge = `SELECT sum(${counter}) * 4 > (SELECT sum(${counter}) FROM libraries) FROM libraries ${ofNamed}`;
  const byAnyLibrary = indexed.filter((keys) => keys !== byTitle);

  const present = `${name}.missing_since IS NULL`;
  const compiler = (libraryColumn: string, deleted: FilterColumn) => {
    const filtered = table.filteredBy(libraryColumn);
    return createFilterSql({ ...filtered, columns: { ...filtered.columns, deleted } });
  };
  const libraryColumn = `${name}.library_pk`;
  const toSql = compiler(libraryColumn, { yes: 'false', no: 'true' });
  const toSqlInOrder = compiler(`+${libraryColumn}`, { yes: 'false', no: 'true' });
  const toSqlWithMissing = compiler(libraryColumn, { yes: `(NOT ${present})`, no: `(${present})` });
  const search = createSearch(database, table.search);
  const isTrue = (filter: Filter) => toSql(filter).sql === 'true';

  /** FROM and WHERE of what a filter and a search leave. */
  const found = (query: Pick<CompatListQuery, 'filter' | 'search'>, compile = toSql) => {
    const hits = query.search.trim() === '' ? null : search(query.search);
    const withMissing = asksForMissing(query.filter);
    const filter = (withMissing ? toSqlWithMissing : compile)(query.filter);
    return {
      hits,
      from: hits ? `(${hits.from}) hit CROSS JOIN ${rows} ON ${pk} = hit.pk` : rows,
      where: `WHERE ${withMissing ? '' : `${present} AND `}${filter.sql}`,
      parameters: { ...filter.parameters, ...hits?.parameters },
    };
  };

  /** The libraries that all of them make up, where that is known without looking: see `onlyLibraries`. */
  const librariesOf = ({ filter, search: text }: Pick<CompatListQuery, 'filter' | 'search'>) =>
    text.trim() !== '' || asksForMissing(filter) ? null : onlyLibraries(filter, isTrue);

  const sortKeysOf = (filter: Filter, isSearch: boolean): SortKeys => ({
    ...table.sortKeys(filter),
    ...(valueNamed(filter, place.listField) === undefined ? {} : { [place.property]: [place.key] }),
    ...(isSearch ? { relevance: ['hit.score'] } : {}),
  });
  const joined = { ...table.joined, [place.key]: place.join };

  return {
    found,

    /** How many rows `list` may have to look at, the records of the page counted as many. */
    rowsToLookAt(_userPk: number | null, query: CompatListQuery): number {
      const { filter, sort, size } = query;
      const all = value<number>(countAll, {});
      const isPlain =
        librariesOf(query) !== null && isIndexed(table.sortKeys(filter), indexed, sort);
      return (isPlain ? 0 : all) + Math.min(size, all) * recordCost;
    },

    list(userPk: number | null, query: CompatListQuery): CompatListing {
      const libraries = librariesOf(query);
      const named = { libraries: JSON.stringify(libraries ?? []) };
      // Only titles have an index by library. Where most rows are of the libraries, the index of the sort
      // finds a page of them soonest.
      const inOrder =
        isIndexed(table.sortKeys(query.filter), byAnyLibrary, query.sort, false) &&
        value<number | null>(isLarge, named) === 1;
      const { hits, from, where, parameters } = found(query, inOrder ? toSqlInOrder : toSql);
      const sortKeys = sortKeysOf(query.filter, hits !== null);
      const order = orderOf(
        sortKeys,
        // The best hit has the least score, and is wanted first however that is said.
        query.sort.map((sort) => (sort.property.toLowerCase() === 'relevance' ? byScore : sort)),
        hits ? byScore : table.fallback(query.filter),
        [pk],
      );
      const joinedBy = Object.entries(joined)
        .map(([key, join]) => (order.keys.includes(key) ? join : ''))
        .join(' ');
      const source = { pk, from: `FROM ${from} ${joinedBy} ${where}`, order };
      const all = {
        ...parameters,
        list: valueNamed(query.filter, place.listField) ?? null,
        user_pk: userPk,
        limit: query.size,
        offset: query.page * query.size,
      };
      const total =
        libraries === null
          ? value<number>(`SELECT count(*) FROM ${from} ${where}`, all)
          : value<number>(libraries.length === 0 ? countAll : `${countAll} ${ofNamed}`, named);
      return {
        data: jsonText(value<string>(pageSql({ ...source, record, joins }), all)),
        total,
        sorted:
          query.sort.length === 0
            ? hits !== null && total > 0
            : query.sort.some((sort) => isKnown(sortKeys, sort)),
      };
    },
  };
};

/** Lists hold what is present, unless a filter asks for what is not. */
const asksForMissing = (filter: Filter): boolean =>
  asks(filter, ({ field, operator }) => field === 'deleted' && operator === 'isTrue');

const byScore: CompatSort = { property: 'relevance', direction: 'asc' };
