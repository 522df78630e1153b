import type { Database } from './types.ts';

/**
 * Commits so that not even a power failure takes it back: other commits are flushed a little later. For records of what
 * is about to happen to files, because the change of a file can be on the disk before them.
 */
export const withFullSync = <Result>(database: Database, work: () => Result): Result => {
  const usual = Number(database.pragma('synchronous', { simple: true }));
  database.pragma('synchronous = FULL');
  try {
    return work();
  } finally {
    database.pragma(`synchronous = ${usual}`);
  }
};
