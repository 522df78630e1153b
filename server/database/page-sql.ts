import { LRUCache } from 'lru-cache';

import type { Direction, PageRequest } from '../../shared/schemas.ts';
import type { Database, Statement } from './database.ts';
import { opaqueNumber } from './opaque.ts';

/**
 * What a list is sorted by, the most significant key first. Where every key runs in the same direction,
 * one index serves both; the last one is unique, so that pages never overlap.
 */
export interface Order {
  keys: readonly string[];
  direction: Direction;
  /** Directions of the keys one by one, where they differ. */
  directions?: readonly Direction[];
  /** Rows whose first key is null come last in either direction. */
  nullsLast?: boolean;
  /** The rows of `from` come in this order by themselves. */
  given?: boolean;
}

/** The best hit first, or last: `hit.score` is the lower the better. */
export const byRelevance = ({ direction }: PageRequest['sort'], pk: string): Order => ({
  keys: ['hit.score', pk],
  direction: direction === 'desc' ? 'asc' : 'desc',
});

const orderBy = (
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
  /** Expression of the primary key that `records` joins by; worked out for the rows of the page only. */
  pk: string;
  /** Where the rows of the page are found: FROM and WHERE, made for an index on the keys of `order`. */
  from: string;
  order: Order;
  /** JSON expression of one record. */
  record: string;
  /** Joins of what a record shows, starting at `page.pk`: `CROSS JOIN books b ON b.pk = page.pk`. */
  joins: string;
}

/**
 * SQL that gives a page of a list as one JSON text. The rows of the page are picked first, from the
 * index alone, and joined afterwards: a page far behind costs no joins for what lies before it.
 * Parameters: `:limit` and `:offset`, besides those of the parts.
 */
export const pageSql = ({ pk, from, order, record, joins }: PageSql): string => {
  const keys = order.keys.map((key, index) => `${key} AS key_${index}`).join(', ');
  const sorted = order.given ? '' : `ORDER BY ${orderBy(order, (key) => key)}`;
  const picked = `SELECT ${pk} AS pk, ${keys} ${from} ${sorted}
    LIMIT ${opaqueNumber(':limit')} OFFSET ${opaqueNumber(':offset')}`;
  const inOrder = orderBy(order, (_, index) => `page.key_${index}`);
  return `SELECT json_group_array(${record} ORDER BY ${inOrder}) FROM (${picked}) page ${joins}`;
};

export const limits = ({ page, pageSize }: Pick<PageRequest, 'page' | 'pageSize'>) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

/** Runs a statement for the one value that it gives. */
export type PreparedValues = <Value>(sql: string, parameters: Record<string, unknown>) => Value;

/** How many statements are kept, and how long the text of one may be that is worth keeping. */
const kept = { max: 200, length: 10_000 };

/**
 * Statements that give one value each, prepared when their text is asked for. Those asked for last stay
 * prepared: the text of a filter follows what a client wrote, so there is no end of them.
 */
export const preparedValues = (database: Database): PreparedValues => {
  const statements = new LRUCache<string, Statement<[Record<string, unknown>]>>({ max: kept.max });
  return <Value>(sql: string, parameters: Record<string, unknown>): Value => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare<[Record<string, unknown>]>(sql).pluck();
      if (sql.length <= kept.length) statements.set(sql, statement);
    }
    return statement.get(parameters) as Value;
  };
};
