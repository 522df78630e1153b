import type { Letters, PageRequest, Sort } from '../../shared/schemas.ts';
import {
  createConditionSql,
  type FilterTable,
  type RowFilter,
  rowsToLookAt,
} from './condition-sql.ts';
import type { Database } from './database.ts';
import { jsonText, type JsonText, type Listing } from './json.ts';
import { lettersSql } from './letters-sql.ts';
import {
  byRelevance,
  limits,
  type Order,
  type PageSql,
  pageSql,
  type PreparedValues,
} from './page-sql.ts';
import { createSearch, type SearchTable } from './search-sql.ts';

/** What rows that a filter and a search leave are made of; `s` stands for what the table is called in all SQL. */
export interface FilteredTable<View, Field extends string> {
  /** `s`. */
  name: string;
  filtered: FilterTable;
  search: SearchTable;
  /** Column of `libraries` that counts the present rows of each. */
  counter: 'series_count' | 'book_count';
  /** The sort key of the name, with an index: `s.name_key`. */
  nameKey: string;
  /** How a page is sorted by a field, and what must be joined for that. */
  sorted: (field: Field) => { keys: string[]; nullsLast?: boolean; joins?: string };
  /** As in `PageSql`. */
  record: string;
  joins: string;
  /** Parameters of the SQL above that depend on who asks. */
  parametersOf: (view: View) => Record<string, unknown>;
}

/** A search of so many characters reads as much of the index as all rows are, a few words at a time. */
const charactersPerRead = 16;

/** Where the rows of a page are found and how they are sorted. */
type Source = Pick<PageSql, 'pk' | 'from' | 'order'>;

/** The present rows of a table that a filter and a search leave; both may be missing. */
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
  const toSql = createConditionSql(database, table.filtered);
  const search = createSearch(database, table.search);

  /** The rows of `from` that a filter leaves. Without a search, relevance is the order of names. */
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

  /** What a search found. In its own order and without a filter, the rows of the hits are not looked at. */
  const bySearch = (hits: string, filter: string, sort: Sort<Field | 'relevance'>): Source => {
    const filtering = byFilter(rowsOf(hits), filter, sort);
    if (sort.field !== 'relevance') return filtering;
    const order: Order = byRelevance(sort, 'hit.pk');
    return filter === 'true'
      ? { pk: 'hit.pk', from: `FROM (${hits}) hit WHERE hit.pk NOT IN (${missing})`, order }
      : { ...filtering, order };
  };
  const rowsOf = (hits: string) => `(${hits}) hit CROSS JOIN ${rows} ON ${pk} = hit.pk`;

  const compile = ({ condition = { allOf: [] }, fullTextSearch = '' }: RowFilter) => {
    const hits = fullTextSearch.trim() === '' ? null : search(fullTextSearch);
    const filter = toSql(condition);
    return { hits, filter, parameters: { ...filter.parameters, ...hits?.parameters } };
  };

  /** What a filter and a search leave, and the parameters of that. */
  const leftBy = (rowFilter: RowFilter, sort: Sort<Field | 'relevance'>) => {
    const { hits, filter, parameters } = compile(rowFilter);
    return {
      ...(hits ? bySearch(hits.from, filter.sql, sort) : byFilter(rows, filter.sql, sort)),
      isAll: hits === null && filter.sql === 'true',
      parameters,
    };
  };

  const page = <Shown>(
    view: View,
    { sort, ...page }: PageRequest<Field | 'relevance'>,
    filter: RowFilter,
    shown: Pick<PageSql, 'record' | 'joins'>,
  ): Listing<Shown> => {
    const left = leftBy(filter, sort);
    const parameters = { ...parametersOf(view), ...limits(page), ...left.parameters };
    return {
      data: jsonText(value<string>(pageSql({ ...left, ...shown }), parameters)),
      total: value<number>(left.isAll ? countAll : `SELECT count(*) ${left.from}`, parameters),
    };
  };
  const onlyIds = { record: `${name}.id`, joins: `CROSS JOIN ${rows} ON ${pk} = page.pk` };

  return {
    /** How many rows and values `find` may have to look at. */
    rowsToLookAt({ condition = { allOf: [] }, fullTextSearch = '' }: RowFilter): number {
      const count = value<number>(countAll, {});
      const searched = Math.floor(fullTextSearch.length / charactersPerRead);
      return rowsToLookAt(condition, count) + count * searched;
    },

    find: (view: View, query: PageRequest<Field | 'relevance'>, filter: RowFilter) =>
      page<Item>(view, query, filter, table),

    /** Only the ids of these. */
    ids: (view: View, query: PageRequest<Field | 'relevance'>, filter: RowFilter) =>
      page<string>(view, query, filter, onlyIds),

    /** How many of these begin with each letter. */
    letters(view: View, sort: Sort<Field>, filter: RowFilter): JsonText<Letters> {
      const { from, parameters } = leftBy(filter, sort);
      return jsonText(value(lettersSql(nameKey, from), { ...parametersOf(view), ...parameters }));
    },

    /** Ids of the first `most` of these by name. */
    matching(view: View, most: number, rowFilter: RowFilter): string[] {
      const { hits, filter, parameters } = compile(rowFilter);
      return database
        .prepare<[Record<string, unknown>], string>(
          `SELECT ${name}.id FROM ${hits ? rowsOf(hits.from) : rows} WHERE ${present} AND ${filter.sql}
           ORDER BY ${nameKey}, ${pk} LIMIT :most`,
        )
        .pluck()
        .all({ ...parametersOf(view), most, ...parameters });
    },
  };
};
