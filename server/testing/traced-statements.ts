import SQLite from 'better-sqlite3';

const methods = ['run', 'get', 'all', 'iterate'] as const;

/**
 * Records the SQL of each statement that this thread runs, on any connection, until `stop`. What two
 * requests cost can be compared by it, without a clock.
 */
export const traceStatements = (): { take(): string[]; stop(): void } => {
  const database = new SQLite(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('SELECT 1')) as SQLite.Statement;
  database.close();
  let ran: string[] = [];
  const restore = methods.map((name) => {
    const original = prototype[name] as (this: SQLite.Statement, ...values: unknown[]) => unknown;
    Object.assign(prototype, {
      [name](this: SQLite.Statement, ...values: unknown[]) {
        ran.push(this.source);
        return original.apply(this, values);
      },
    });
    return () => Object.assign(prototype, { [name]: original });
  });
  return {
    take() {
      const taken = ran;
      ran = [];
      return taken;
    },
    stop() {
      for (const undo of restore) undo();
    },
  };
};
