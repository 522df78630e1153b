import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Direction, PageRequest } from '../../shared/schemas.ts';
import type { Statement } from './database.ts';
import type { Database } from './types.ts';
import { noReprepare } from './planner-hints.ts';
import { createWriteInvalidatedCache, type Invalidation } from './write-invalidated-cache.ts';

/**
 * Sort keys, the most significant first. If all have the same direction, one index serves both; the
 * last key is unique, so that pages never overlap.
 */
export interface Order {
  keys: readonly string[];
  direction: Direction;
  /** Direction per key, if they differ. */
  directions?: readonly Direction[];
  /** Rows whose first key is null come last in both directions. */
  nullsLast?: boolean;
  /** The rows of `from` are already in this order. */
  given?: boolean;
}

/** Best hits first, or last: lower `hit.score` is better. */
export const byRelevance = ({ direction }: PageRequest['sort'], pk: string): Order => ({
  keys: ['hit.score', pk],
  direction: direction === 'desc' ? 'asc' : 'desc',
});

export const orderBy = (
  { keys, direction, directions, nullsLast }: Order,
  nameOf: (key: string, index: number) => string,
) =>
  keys
    .map((key, index) => {
      const nulls = nullsLast && index === 0 && direction === 'asc' ? ' NULLS LAST' : '';
      return `${nameOf(key, index)} ${directions?.[index] ?? direction}${nulls}`;
    })
    .join(', ');

export interface PageSql {
  /**
   * Expression for the primary key that `record` is joined by; evaluated only for the rows of the
   * page.
   */
  pk: string;
  /** FROM and WHERE for the rows of the page, designed for an index on the keys of `order`. */
  from: string;
  order: Order;
  /** JSON expression of one record. */
  record: string;
  /** Joins for the record, starting at `page.pk`: `CROSS JOIN books b ON b.pk = page.pk`. */
  joins: string;
}

/**
 * SQL for a page of a list as one JSON text. Picks the rows of the page from the index first and
 * joins afterwards, so that a distant page pays no joins for those before it. Parameters: `:limit`
 * and `:offset`, besides those of the parts.
 */
export const pageSql = ({ pk, from, order, record, joins }: PageSql): string => {
  const keys = order.keys.map((key, index) => `${key} AS key_${index}`).join(', ');
  const sorted = order.given ? '' : `ORDER BY ${orderBy(order, (key) => key)}`;
  const picked = `SELECT ${pk} AS pk, ${keys} ${from} ${sorted}
    LIMIT ${noReprepare(':limit')} OFFSET ${noReprepare(':offset')}`;
  const inOrder = orderBy(order, (_, index) => `page.key_${index}`);
  return `SELECT json_group_array(${record} ORDER BY ${inOrder}) FROM (${picked}) page ${joins}`;
};

export const limits = ({ page, pageSize }: Pick<PageRequest, 'page' | 'pageSize'>) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

/**
 * A page as `pageSql`, and the number of rows of `from` before it: `12 […]`. Reads each row once, for
 * lists that have to read them all.
 */
export const countedPageSql = ({ pk, from, order, record, joins }: PageSql): string => {
  const keys = order.keys.map((key, index) => `${key} AS key_${index}`).join(', ');
  const inOrder = (table: string) => orderBy(order, (_, index) => `${table}.key_${index}`);
  return `WITH found AS MATERIALIZED (SELECT ${pk} AS pk, ${keys} ${from})
    SELECT (SELECT count(*) FROM found) || ' ' || json_group_array(${record} ORDER BY ${inOrder('page')})
    FROM (SELECT * FROM found ORDER BY ${inOrder('found')}
      LIMIT ${noReprepare(':limit')} OFFSET ${noReprepare(':offset')}) page ${joins}`;
};

/** Runs a statement that returns a single value. */
export type PreparedValues = <Value>(sql: string, parameters: Record<string, unknown>) => Value;

/** Maximum cached statements, and maximum text length of one worth caching. */
const cacheBounds = { max: 200, length: 10_000 };

/**
 * Prepares single-value statements on demand. An LRU cache, because the texts of filters depend on
 * the client and are unbounded.
 */
export const preparedValues = (database: Database): PreparedValues => {
  const statements = new LRUCache<string, Statement<[Record<string, unknown>]>>({
    max: cacheBounds.max,
  });
  return <Value>(sql: string, parameters: Record<string, unknown>): Value => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare<[Record<string, unknown>]>(sql).pluck();
      if (sql.length <= cacheBounds.length) statements.set(sql, statement);
    }
    return statement.get(parameters) as Value;
  };
};

/** Bytes of results per store; about 50 pages of a list. */
const keptBytes = 2 * 1024 * 1024;

/**
 * Like `preparedValues`, but remembers results until the next write: a screen asks for the same
 * list whenever it is shown, and for the same total with each page. The SQL must depend on nothing
 * but the database and its parameters, or on the content alone.
 */
export const rememberedValues = (
  database: Database,
  invalidation: Invalidation = 'writes',
): PreparedValues => {
  const value = preparedValues(database);
  const bounds = {
    maxSize: keptBytes,
    sizeCalculation: (entry: { value: unknown }) =>
      (typeof entry.value === 'string' ? entry.value.length : 0) + 100,
  };
  const known = createWriteInvalidatedCache<{ value: unknown }>(database, bounds, invalidation);
  return <Value>(sql: string, parameters: Record<string, unknown>): Value => {
    // A transaction can be rolled back.
    if (database.inTransaction) return value<Value>(sql, parameters);
    const key = hash('sha1', `${JSON.stringify(parameters)} ${sql}`);
    const entry = known.getOrLoad(key, () => ({ value: value(sql, parameters) }));
    return entry?.value as Value;
  };
};
