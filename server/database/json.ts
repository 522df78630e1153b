import type { PageRequest } from '../../shared/schemas.ts';

/**
 * Records as JSON text written by SQLite (`json_object`, `json_group_array`): a list of 50 costs
 * 0.14 ms instead of 0.33 ms for rows, mapping and stringify. The type parameter is the type of the
 * content.
 */
export interface JsonText<T> {
  readonly json: string;
  /** Phantom property for the type parameter. */
  readonly holds?: T;
}

export const jsonText = <T>(json: string): JsonText<T> => ({ json });

export const isJsonText = (value: unknown): value is JsonText<unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'json';

/** SQL: an expression as JSON's true or false; null is false. */
export const jsonBoolean = (sql: string): string => `json(iif(${sql}, 'true', 'false'))`;

/** The records of one page and the total number. */
export interface ListPage<T> {
  data: JsonText<T[]> | T[];
  total: number;
}

/** A page of records that are in memory. */
export const pageOf = <T>(
  all: readonly T[],
  { page, pageSize }: Pick<PageRequest, 'page' | 'pageSize'>,
) => ({ data: all.slice((page - 1) * pageSize, page * pageSize), total: all.length });

/** The same, sorted in the direction of the query. */
export const sortedPage = <T>(
  all: readonly T[],
  query: PageRequest,
  compare: (a: T, b: T) => number,
) => {
  const sign = query.sort.direction === 'asc' ? 1 : -1;
  const sorted = all.toSorted((a, b) => sign * compare(a, b));
  return pageOf(sorted, query);
};

/** A listing, or a promise of one from the query worker. */
export type MaybeListPage<T> = ListPage<T> | Promise<ListPage<T>>;

/** Parses the records of a page. */
export const itemsOf = <T>({ data }: ListPage<T>): T[] =>
  Array.isArray(data) ? data : (JSON.parse(data.json) as T[]);
