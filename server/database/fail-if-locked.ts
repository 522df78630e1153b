import type { Database } from './types.ts';

/** Runs a statement that fails at once while another connection has the lock, instead of blocking the thread. */
export const failIfLocked = <Result>(database: Database, run: () => Result): Result => {
  const timeoutMs = Number(database.pragma('busy_timeout', { simple: true }));
  database.pragma('busy_timeout = 0');
  try {
    return run();
  } finally {
    database.pragma(`busy_timeout = ${timeoutMs}`);
  }
};
