/** The database cannot be used; the message is one line for the user who starts the server. */

import type SQLite from 'better-sqlite3';

export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** A connection. */
export interface Database extends SQLite.Database {
  /**
   * The primary key of the person whose content restrictions apply to reads now; null if nothing is
   * hidden.
   */
  viewer: () => number | null;
  /** Reads as this person, or everything for null, whoever the requester is. */
  readAs: <Result>(viewer: number | null, work: () => Result) => Result;
  /** Called before each write. */
  wrote: () => void;
  /** Number of statements of this connection that wrote, or could have. */
  writes: () => number;
  /** Frees the page caches, which SQLite otherwise keeps until the connection is closed. */
  releaseMemory: () => void;
}
