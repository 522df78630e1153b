import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Statement } from './database.ts';
import type { Database } from './types.ts';
import { orderBy, type PageSql } from './page-sql.ts';
import { noReprepare, noReprepareText } from './planner-hints.ts';
import { createWriteInvalidatedCache } from './write-invalidated-cache.ts';

/** Rows between two known starts. */
const step = 200;
const cacheBounds = { lists: 50, statements: 50 };

/** A list as in `PageSql`, with the parameters of its SQL. */
interface StartedList extends Pick<PageSql, 'from' | 'order'> {
  parameters: Record<string, unknown>;
}

export interface PageStart {
  /** SQL to append to `from`. */
  condition: string;
  parameters: Record<string, unknown>;
  /** Rows between the start and the page. */
  offset: number;
}

/** Sort keys of a row. */
type Keys = (string | number)[];

const fromRow = ({ keys, direction }: PageSql['order'], row: Keys): PageStart => {
  const hidden = row.map((key, index) =>
    (typeof key === 'string' ? noReprepareText : noReprepare)(`:start_${index}`),
  );
  return {
    condition: ` AND (${keys.join(', ')}) ${direction === 'asc' ? '>=' : '<='} (${hidden.join(', ')})`,
    parameters: Object.fromEntries(row.map((key, index) => [`start_${index}`, key])),
    offset: 0,
  };
};

/**
 * Where to start reading a distant page: skipping is slow, above all for people with content
 * restrictions, because each skipped row is looked up. Remembers some rows on the way to a page
 * until the content changes. Only for orders by columns that `content_revision` watches, which are never
 * null.
 */
export const createPageStarts = (database: Database) => {
  const lists = createWriteInvalidatedCache<Keys[]>(
    database,
    { max: cacheBounds.lists },
    'content',
  );
  const statements = new LRUCache<string, Statement<[Record<string, unknown>], Keys>>({
    max: cacheBounds.statements,
  });
  const rowAfter = ({ from, order, parameters }: StartedList, start: PageStart) => {
    const sql = `SELECT ${order.keys.join(', ')} ${from}${start.condition}
      ORDER BY ${orderBy(order, (key) => key)} LIMIT 1 OFFSET ${step}`;
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare<[Record<string, unknown>], Keys>(sql).raw();
      statements.set(sql, statement);
    }
    return statement.get({ ...parameters, ...start.parameters });
  };

  /** Null for a list in another order. */
  return (list: StartedList | null, offset: number): PageStart => {
    const top: PageStart = { condition: '', parameters: {}, offset };
    // A transaction can be rolled back.
    if (list === null || offset < step || database.inTransaction) return top;
    const { from, order, parameters } = list;
    const name = hash('sha1', JSON.stringify([from, order, parameters]));
    const rows = lists.getOrLoad(name, () => []) ?? [];
    const startOf = (count: number): PageStart => {
      const row = rows[count - 1];
      return row === undefined ? top : { ...fromRow(order, row), offset: offset - count * step };
    };
    const wanted = Math.floor(offset / step);
    while (rows.length < wanted) {
      const next = rowAfter(list, startOf(rows.length));
      if (next === undefined) break;
      rows.push(next);
    }
    return startOf(Math.min(wanted, rows.length));
  };
};
