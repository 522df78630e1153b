import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';

import { closeDatabase, connect } from './database.ts';
import { discard } from '../lib/discard.ts';
import { removeDatabaseFiles } from './database-files.ts';
import { DatabaseError } from './types.ts';
import { renameFile } from '../lib/rename-file.ts';

/** Tables whose row counts must match in a copy. */
const counted = ['libraries', 'series', 'books', 'users', 'progress', 'settings'] as const;

/**
 * Copies a closed database including its WAL, and verifies that the copy is intact and complete.
 * The target appears only then. Throws DatabaseError.
 */
export const copyClosedDatabase = (source: string, target: string): void => {
  const draft = `${target}.new`;
  // Opening would create an empty database.
  if (!existsSync(source)) throw new DatabaseError(`There is no database at ${source}`);
  const before = countsOf(source);
  // The WAL of an interrupted copy must never be applied to this one.
  removeDatabaseFiles(draft);
  try {
    copyFileSync(source, draft);
    const file = openSync(draft, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const after = countsOf(draft);
    if (after !== before) throw new DatabaseError('The copy of the database is incomplete');
    for (const part of ['-wal', '-shm']) rmSync(target + part, { force: true });
    renameFile(draft, target);
  } finally {
    discard(() => removeDatabaseFiles(draft));
  }
};

/** Closing checkpoints the WAL, so that the file is complete. */
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
