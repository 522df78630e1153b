/** The database cannot be used; the message is one line for the user who starts the server. */

import type SQLite from 'better-sqlite3';

export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

export type Database = SQLite.Database;
