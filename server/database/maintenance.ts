import { existsSync, statSync } from 'node:fs';

import SQLite from 'better-sqlite3';

import { packCovers } from './cover-copies.ts';
import { DatabaseError } from './types.ts';
import { isSealBroken, sealDatabase } from './seal.ts';
import { writeSnapshot } from './snapshot.ts';
import { sqlitePath } from './sqlite-path.ts';

const openExisting = (file: string) => {
  if (!existsSync(file)) throw new DatabaseError(`There is no database at ${file}`);
  return new SQLite(sqlitePath(file), { readonly: true });
};

/** Problems found by SQLite's integrity check, and a broken seal; empty for a sound file. */
export const checkDatabase = (file: string): string[] => {
  const database = openExisting(file);
  try {
    const rows = database.pragma('integrity_check') as { integrity_check: string }[];
    const foreign = database.pragma('foreign_key_check') as { table: string }[];
    return [
      ...(isSealBroken(file) ? ['its content is not what was written'] : []),
      ...rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...foreign.map((row) => `a row of ${row.table} refers to nothing`),
    ];
  } finally {
    database.close();
  }
};

/**
 * Copies a database (in use or not), with the uploaded covers, to a new file and verifies the copy.
 * Returns its size in bytes. The target appears only when complete.
 */
export const backupDatabase = (file: string, target: string): number => {
  if (existsSync(target)) throw new DatabaseError(`${target} exists already; name a new file`);
  const database = openExisting(file);
  try {
    writeSnapshot(database, target, (draft) => {
      packCovers(file, draft);
      const problems = checkDatabase(draft);
      if (problems.length > 0)
        throw new DatabaseError(`The copy is damaged: ${problems.join('; ')}`);
      sealDatabase(draft);
    });
    return statSync(target).size;
  } finally {
    database.close();
  }
};
