import type { Database } from './database.ts';

/**
 * A text that is another one as soon as anything was written, by this connection or by any other. It
 * costs 2 µs: what was read is good for as long as the mark is the same.
 */
export const createChangeMark = (database: Database): (() => string) => {
  const mark = database
    .prepare<[], string>(
      `SELECT total_changes() || ' ' || (SELECT data_version FROM pragma_data_version)`,
    )
    .pluck();
  return () => mark.get() ?? '';
};
