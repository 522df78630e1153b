import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';

import { closeDatabase, connect } from './database.ts';
import { removeDatabaseFiles } from './database-files.ts';
import { DatabaseError } from './migrate.ts';

/** What must be the same in a copy. */
const counted = ['libraries', 'series', 'books', 'users', 'progress', 'settings'] as const;

/**
 * Copies a database that nobody has open, with what its log holds, and makes sure that the copy is sound and
 * whole. The target appears only then. Throws DatabaseError.
 */
export const copyClosedDatabase = (from: string, to: string): void => {
  const draft = `${to}.new`;
  // Opening would make an empty one.
  if (!existsSync(from)) throw new DatabaseError(`There is no database at ${from}`);
  const before = countsOf(from);
  try {
    copyFileSync(from, draft);
    const file = openSync(draft, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const after = countsOf(draft);
    if (after !== before) throw new DatabaseError('The copy of the database is not whole');
    for (const part of ['-wal', '-shm']) rmSync(to + part, { force: true });
    renameSync(draft, to);
  } finally {
    removeDatabaseFiles(draft);
  }
};

/** Closing moves the log into the file, so that the file is all there is. */
const countsOf = (path: string): string => {
  const database = connect(path);
  try {
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw new DatabaseError(`The database ${path} is damaged`);
    }
    const query = counted.map((table) => `(SELECT count(*) FROM ${table})`).join(', ');
    return JSON.stringify(database.prepare(`SELECT ${query}`).raw().get());
  } finally {
    closeDatabase(database);
  }
};
