import type SQLite from 'better-sqlite3';

type Statement = SQLite.Statement;

/**
 * Has `database` prepare each statement when it is used first. The server knows some nine hundred, of which a
 * start needs few: preparing all of them takes 15 ms and keeps some MiB. That a statement has a mistake
 * shows at its first use.
 */
export const prepareWhenUsed = (database: SQLite.Database): void => {
  const prepare: (sql: string) => Statement = database.prepare.bind(database);
  database.prepare = ((sql: string) =>
    new LaterStatement(() => prepare(sql))) as SQLite.Database['prepare'];
};

/** A class, because closures for each method of each statement would weigh as much as is saved. */
class LaterStatement implements Statement {
  #made: Statement | null = null;
  #prepare: () => Statement;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  #statement(): Statement {
    return (this.#made ??= this.#prepare());
  }

  /** Also for the statement that is not prepared yet. */
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
