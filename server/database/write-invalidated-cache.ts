import { LRUCache } from 'lru-cache';

import type { Database } from './types.ts';

/** A cache by key; writes to the database clear it. */
export interface WriteInvalidatedCache<Value> {
  get(key: string): Value | undefined;
  /** Returns the cached value, else the result of `read`, which is cached unless undefined. */
  getOrLoad(key: string, read: () => Value | undefined): Value | undefined;
  set(key: string, value: Value): void;
  forget(key: string): void;
}

/** Maximum values, or their maximum total size. */
type Bounds<Value> =
  { max: number } | { maxSize: number; sizeCalculation: (value: Value) => number };

/**
 * The writes that clear a cache: all, or those that change what lists of series and books show, in which
 * order, or to whom (`content_revision`).
 */
export type Invalidation = 'writes' | 'content';

/** Returns a number that changes with these writes, of this or another connection; takes 2 µs. */
const createMark = (database: Database, invalidation: Invalidation): (() => number | undefined) => {
  if (invalidation === 'content') {
    const revision = database
      .prepare<[], number>('SELECT revision FROM main.content_revision')
      .pluck();
    return () => revision.get();
  }
  const byOthers = database.prepare<[], number>('PRAGMA data_version').pluck();
  let mark = 0;
  let others: number | undefined;
  let own: number | undefined;
  return () => {
    const version = byOthers.get();
    const writes = database.writes();
    if (version !== others || writes !== own) mark += 1;
    others = version;
    own = writes;
    return mark;
  };
};

/**
 * An LRU cache, cleared by such writes, so that it never returns stale data. Not for reads within a
 * transaction that can be rolled back. Each person with content restrictions has entries of their own.
 */
export const createWriteInvalidatedCache = <Value extends object>(
  database: Database,
  bounds: Bounds<Value> = { max: 1000 },
  invalidation: Invalidation = 'writes',
): WriteInvalidatedCache<Value> => {
  const mark = createMark(database, invalidation);
  const createSide = () => ({
    values: new LRUCache<string, Value>(bounds),
    mark: undefined as number | undefined,
  });
  const everything = createSide();
  /**
   * Restricted reads run on a connection of their own, which counts the writes differently. Created
   * on first use, because an empty cache takes its memory at once.
   */
  let restricted: ReturnType<typeof createSide> | null = null;
  const entry = (key: string) => {
    const viewer = database.viewer();
    if (viewer === null) return { side: everything, name: key };
    return { side: (restricted ??= createSide()), name: `${viewer} ${key}` };
  };
  const get = (key: string): Value | undefined => {
    const { side, name } = entry(key);
    const latest = mark();
    if (latest !== side.mark) side.values.clear();
    side.mark = latest;
    return side.values.get(name);
  };
  const set = (key: string, value: Value): void => {
    const { side, name } = entry(key);
    side.values.set(name, value);
  };
  return {
    get,
    getOrLoad(key, read) {
      const known = get(key);
      if (known !== undefined) return known;
      const value = read();
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    forget(key) {
      const { side, name } = entry(key);
      side.values.delete(name);
    },
  };
};

/**
 * Memoises a slow read until the next write to the database, shared by concurrent callers. Failures
 * are not cached, nor what people with content restrictions read.
 */
export const memoizeUntilWrite = <Value>(
  database: Database,
  read: () => Promise<Value>,
): (() => Promise<Value>) => {
  const cache = createWriteInvalidatedCache<Promise<Value>>(database, { max: 1 });
  return () => {
    if (database.viewer() !== null) return read();
    const known = cache.get('');
    if (known) return known;
    const answer = read();
    cache.set('', answer);
    answer.catch(() => cache.forget(''));
    return answer;
  };
};
