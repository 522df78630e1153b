import type SQLite from 'better-sqlite3';

type Statement = SQLite.Statement;

/**
 * Makes `database` prepare each statement on first use. The server has some nine hundred, of which
 * a start needs few: preparing all takes 15 ms and some MiB. Errors in a statement therefore
 * surface on first use.
 */
export const enableLazyPrepare = (database: SQLite.Database): void => {
  const prepare: (sql: string) => Statement = database.prepare.bind(database);
  database.prepare = ((sql: string) =>
    new LazyStatement(() => prepare(sql))) as SQLite.Database['prepare'];
};

/**
 * A class, because closures for each method of each statement would use as much memory as is saved.
 */
class LazyStatement implements Statement {
  #made: Statement | null = null;
  #prepare: () => Statement;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  #statement(): Statement {
    return (this.#made ??= this.#prepare());
  }

  /** Applied immediately or when the statement is prepared. */
  #change(change: (statement: Statement) => Statement): this {
    const prepare = this.#prepare;
    if (this.#made) change(this.#made);
    else this.#prepare = () => change(prepare());
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
