import type SQLite from 'better-sqlite3';

import type { RestrictedReads } from './restricted-reads.ts';

type Statement = SQLite.Statement;

const none: ((statement: Statement) => Statement)[] = [];

/** Where the statements of a connection are prepared. */
export interface StatementSource {
  prepare: (sql: string) => Statement;
  /** The connection for reads of the current viewer; null if nothing is hidden from them. */
  restricted: () => Pick<RestrictedReads, 'prepare'> | null;
  /** Called before each write. */
  wrote: () => void;
}

/**
 * Makes `database` prepare each statement on first use. The server has some nine hundred, of which
 * a start needs few: preparing all takes 15 ms and some MiB. Errors in a statement therefore
 * surface on first use. `restricted` redirects reads.
 */
export const enableLazyPrepare = (
  database: SQLite.Database,
  { restricted, wrote }: Omit<StatementSource, 'prepare'> = {
    restricted: () => null,
    wrote: () => undefined,
  },
): void => {
  const prepare: (sql: string) => Statement = database.prepare.bind(database);
  const source = { prepare, restricted, wrote };
  database.prepare = ((sql: string) =>
    new LazyStatement(sql, source)) as SQLite.Database['prepare'];
};

/**
 * A class, because closures for each method of each statement would use as much memory as is saved.
 */
class LazyStatement implements Statement {
  #own: Statement | null = null;
  /** The same statement on the connection for restricted reads. */
  #restricted: Statement | null = null;
  #changes: ((statement: Statement) => Statement)[] = none;
  readonly #sql: string;
  readonly #source: StatementSource;

  constructor(sql: string, source: StatementSource) {
    this.#sql = sql;
    this.#source = source;
  }

  #statement(): Statement {
    const own = (this.#own ??= this.#changed(this.#source.prepare(this.#sql)));
    if (!own.readonly) {
      this.#source.wrote();
      return own;
    }
    const reads = this.#source.restricted();
    if (reads === null) return own;
    return (this.#restricted ??= this.#changed(reads.prepare(this.#sql)));
  }

  #changed(statement: Statement): Statement {
    return this.#changes.reduce((changed, change) => change(changed), statement);
  }

  /** Applied immediately and whenever the statement is prepared. */
  #change(change: (statement: Statement) => Statement): this {
    this.#changes = [...this.#changes, change];
    if (this.#own) change(this.#own);
    if (this.#restricted) change(this.#restricted);
    return this;
  }

  run(...parameters: unknown[]) {
    return this.#statement().run(...parameters);
  }

  get(...parameters: unknown[]) {
    return this.#statement().get(...parameters);
  }

  all(...parameters: unknown[]) {
    return this.#statement().all(...parameters);
  }

  iterate(...parameters: unknown[]) {
    return this.#statement().iterate(...parameters);
  }

  columns() {
    return this.#statement().columns();
  }

  pluck(on = true) {
    return this.#change((statement) => statement.pluck(on));
  }

  expand(on = true) {
    return this.#change((statement) => statement.expand(on));
  }

  raw(on = true) {
    return this.#change((statement) => statement.raw(on));
  }

  safeIntegers(on = true) {
    return this.#change((statement) => statement.safeIntegers(on));
  }

  bind(...parameters: unknown[]) {
    return this.#change((statement) => statement.bind(...parameters));
  }

  get database() {
    return this.#statement().database;
  }

  get source() {
    return this.#statement().source;
  }

  get reader() {
    return this.#statement().reader;
  }

  get readonly() {
    return this.#statement().readonly;
  }

  get busy() {
    return this.#statement().busy;
  }
}
