import { leavesOf } from '../../../shared/condition.ts';
import {
  booleanField,
  createConditionSql,
  estimateRows,
  rowField,
} from '../../database/condition-sql.ts';
import type { Database } from '../../database/types.ts';
import { jsonText } from '../../database/json.ts';
import { pageSql, type PreparedValues } from '../../database/page-sql.ts';
import { createSearch, type SearchTable } from '../../database/search-sql.ts';
import { recordCost, valueNamed, type KomgaListing, type KomgaListQuery } from './lists.ts';
import type { KomgaSort } from './query.ts';
import { wantToReadId } from './want-to-read.ts';
import { isIndexed, isKnown, orderOf, type SortKeys } from './sorting.ts';
import type { Equals, FilterTable, RowCondition } from '../../database/condition-types.ts';

/** SQL of one kind of list; its table is aliased as `name`. */
export interface ListedTable {
  /** The table alias, `s`. */
  name: string;
  search: SearchTable;
  /** Column of `libraries` with the number of present rows. */
  counter: 'series_count' | 'book_count';
  filtered: FilterTable;
  sortKeys: (filter: RowCondition) => SortKeys;
  /** Orders that an index over all rows provides; the same array objects as in `sortKeys`. */
  indexed: readonly (readonly string[])[];
  /** The order that also has an index by library. */
  byTitle: readonly string[];
  /** The default order without search or sort parameter. */
  fallback: (filter: RowCondition) => KomgaSort;
  /** Joins required by sort keys from other tables. */
  joined: Readonly<Record<string, string>>;
  /**
   * The position in a list of entries; the parameter `:list` is the list id named by a filter.
   * `joinWanted` joins the caller's own list instead.
   */
  membership: {
    listField: string;
    property: string;
    key: string;
    join: string;
    joinWanted: string;
  };
  /** JSON expression for one record, with its joins as in `PageSql`. */
  record: string;
  joins: string;
}

/** Queries for present rows in the format of the compatibility API. */
export const createListedRows = (
  { database, value }: { database: Database; value: PreparedValues },
  table: ListedTable,
) => {
  const { name, counter, indexed, byTitle, membership, record, joins } = table;
  const pk = `${name}.pk`;
  const rows = `${table.search.table} ${name}`;
  const ofNamed = 'WHERE id IN (SELECT value FROM json_each(:libraries))';
  const countAll = `SELECT coalesce(sum(${counter}), 0) FROM libraries`;
  const isLarge = `SELECT sum(${counter}) * 4 > (SELECT sum(${counter}) FROM libraries) FROM libraries ${ofNamed}`;
  const byAnyLibrary = indexed.filter((keys) => keys !== byTitle);

  const present = `${name}.missing_since IS NULL`;
  const compiler = (special: Record<string, Equals>) =>
    createConditionSql(database, {
      ...table.filtered,
      special: { ...table.filtered.special, ...special },
    });
  const onlyPresent = { deleted: booleanField('false', 'true') };
  const toSql = compiler(onlyPresent);
  /** Hides the library from the planner, which would prefer its index to that of the sort. */
  const toSqlInOrder = compiler({
    ...onlyPresent,
    libraryId: rowField(`+${name}.library_pk`, 'libraries'),
  });
  const toSqlWithMissing = compiler({ deleted: booleanField(`(NOT ${present})`, `(${present})`) });
  const search = createSearch(database, table.search);
  const isTrue = (filter: RowCondition) => toSql(filter).sql === 'true';

  /** FROM and WHERE for a filter and a search. */
  const found = (query: Pick<KomgaListQuery, 'filter' | 'search'>, compile = toSql) => {
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

  /**
   * The libraries that together equal the result, if known without a query: see `onlyLibraries`.
   */
  const librariesOf = ({ filter, search: text }: Pick<KomgaListQuery, 'filter' | 'search'>) =>
    text.trim() !== '' || asksForMissing(filter) ? null : onlyLibraries(filter, isTrue);

  const sortKeysOf = (filter: RowCondition, isSearch: boolean): SortKeys => ({
    ...table.sortKeys(filter),
    ...(valueNamed(filter, membership.listField) === undefined
      ? {}
      : { [membership.property]: [membership.key] }),
    ...(isSearch ? { relevance: ['hit.score'] } : {}),
  });
  const joinedFor = (filter: RowCondition): Readonly<Record<string, string>> => ({
    ...table.joined,
    [membership.key]:
      valueNamed(filter, membership.listField) === wantToReadId
        ? membership.joinWanted
        : membership.join,
  });

  return {
    found,

    /** Estimates the rows and values that `list` reads; a record of the page counts as several. */
    estimateRows(_userPk: number | null, query: KomgaListQuery): number {
      const { filter, sort, size } = query;
      const all = value<number>(countAll, {});
      const isPlain =
        librariesOf(query) !== null && isIndexed(table.sortKeys(filter), indexed, sort);
      return (isPlain ? 0 : estimateRows(filter, all)) + Math.min(size, all) * recordCost;
    },

    list(userPk: number | null, query: KomgaListQuery): KomgaListing {
      const libraries = librariesOf(query);
      const named = { libraries: JSON.stringify(libraries ?? []) };
      // Only titles have an index by library. If most rows are in these libraries, the index of the
      // sort finds a page soonest.
      const inOrder =
        isIndexed(table.sortKeys(query.filter), byAnyLibrary, query.sort, false) &&
        value<number | null>(isLarge, named) === 1;
      const { hits, from, where, parameters } = found(query, inOrder ? toSqlInOrder : toSql);
      const sortKeys = sortKeysOf(query.filter, hits !== null);
      const order = orderOf(
        sortKeys,
        // The best match has the lowest score and always comes first, whatever the direction.
        query.sort.map((sort) => (sort.property.toLowerCase() === 'relevance' ? byScore : sort)),
        hits ? byScore : table.fallback(query.filter),
        [pk],
      );
      const joinedBy = Object.entries(joinedFor(query.filter))
        .map(([key, join]) => (order.keys.includes(key) ? join : ''))
        .join(' ');
      const source = { pk, from: `FROM ${from} ${joinedBy} ${where}`, order };
      const all = {
        ...parameters,
        list: valueNamed(query.filter, membership.listField) ?? null,
        user_pk: userPk,
        with_labels: Number(query.labels ?? false),
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

/** Lists contain only present rows, unless a filter asks for missing ones. */
const asksForMissing = (filter: RowCondition): boolean =>
  leavesOf(filter).some(({ field, value }) => field === 'deleted' && value === 'true');

/**
 * The libraries that a filter restricts to if it does nothing else, none meaning all: their row
 * counts are known without counting. Null for any other filter.
 */
const onlyLibraries = (
  filter: RowCondition,
  isTrue: (filter: RowCondition) => boolean,
): string[] | null => {
  if (isTrue(filter)) return [];
  if ('allOf' in filter) {
    const [only, ...others] = filter.allOf.filter((part) => !isTrue(part));
    return only && others.length === 0 ? onlyLibraries(only, isTrue) : null;
  }
  if ('anyOf' in filter) {
    const parts = filter.anyOf.map((part) => onlyLibraries(part, isTrue) ?? []);
    return parts.every(({ length }) => length > 0) ? parts.flat() : null;
  }
  return 'field' in filter && filter.field === 'libraryId' && filter.operator === 'is'
    ? [filter.value]
    : null;
};

const byScore: KomgaSort = { property: 'relevance', direction: 'asc' };
