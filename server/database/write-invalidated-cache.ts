import { LRUCache } from 'lru-cache';

import type { Database } from './types.ts';

/** A cache by key; any write to the database clears it. */
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
 * An LRU cache, cleared by any write of this or another connection, so that it never returns stale
 * data. The check costs 3 µs. Not for reads within a transaction that can be rolled back.
 */
export const createWriteInvalidatedCache = <Value extends object>(
  database: Database,
  bounds: Bounds<Value> = { max: 1000 },
): WriteInvalidatedCache<Value> => {
  const byOthers = database.prepare<[], number>('PRAGMA data_version').pluck();
  const byUs = database.prepare<[], number>('SELECT total_changes()').pluck();
  const kept = new LRUCache<string, Value>(bounds);
  let mark = '';
  const get = (key: string): Value | undefined => {
    const latest = `${byOthers.get()} ${byUs.get()}`;
    if (latest !== mark) kept.clear();
    mark = latest;
    return kept.get(key);
  };
  return {
    get,
    getOrLoad(key, read) {
      const known = get(key);
      if (known !== undefined) return known;
      const value = read();
      if (value !== undefined) kept.set(key, value);
      return value;
    },
    set: (key, value) => void kept.set(key, value),
    forget: (key) => void kept.delete(key),
  };
};

/**
 * Memoises a slow read until the next write to the database, shared by concurrent callers. Failures
 * are not cached.
 */
export const memoizeUntilWrite = <Value>(
  database: Database,
  read: () => Promise<Value>,
): (() => Promise<Value>) => {
  const kept = createWriteInvalidatedCache<Promise<Value>>(database, { max: 1 });
  return () => {
    const known = kept.get('');
    if (known) return known;
    const answer = read();
    kept.set('', answer);
    answer.catch(() => kept.forget(''));
    return answer;
  };
};
