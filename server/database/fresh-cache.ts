import { LRUCache } from 'lru-cache';

import type { Database } from './database.ts';

/** Values by key, each good until anything is written to the database. */
export interface FreshCache<Value> {
  get(key: string): Value | undefined;
  /** The value that is kept, otherwise what `read` gives, which is kept where it is one. */
  through(key: string, read: () => Value | undefined): Value | undefined;
  set(key: string, value: Value): void;
  forget(key: string): void;
}

/**
 * Keeps the `max` values used last of what was read, and forgets all as soon as anything was written, by
 * this connection or by any other: it can only ever answer what the database would. To ask whether that
 * happened costs 3 µs. Not for what is read within a transaction that may be rolled back.
 */
export const createFreshCache = <Value extends object>(
  database: Database,
  max = 1000,
): FreshCache<Value> => {
  const byOthers = database.prepare<[], number>('PRAGMA data_version').pluck();
  const byUs = database.prepare<[], number>('SELECT total_changes()').pluck();
  const kept = new LRUCache<string, Value>({ max });
  let mark = '';
  const get = (key: string): Value | undefined => {
    const latest = `${byOthers.get()} ${byUs.get()}`;
    if (latest !== mark) kept.clear();
    mark = latest;
    return kept.get(key);
  };
  return {
    get,
    through(key, read) {
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
 * Reads what takes long once until anything was written to the database, also for those who ask meanwhile.
 * What fails is read again.
 */
export const readOnce = <Value>(
  database: Database,
  read: () => Promise<Value>,
): (() => Promise<Value>) => {
  const kept = createFreshCache<Promise<Value>>(database, 1);
  return () => {
    const known = kept.get('');
    if (known) return known;
    const answer = read();
    kept.set('', answer);
    answer.catch(() => kept.forget(''));
    return answer;
  };
};
