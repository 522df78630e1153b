import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { placeOf } from '../config/places.ts';
import { nativePath } from '../paths/native-path.ts';
import type { Database } from './database.ts';
import { createPrivateFile } from './private-files.ts';

/** The store cannot be used as it is; the message is one line for the person who starts the server. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

interface Migration {
  version: number;
  sql: string;
}

const migrationsDir = placeOf('server/database/migrations');

/** `0010-library.sql` → version 10, in ascending order. */
const readMigrations = (): Migration[] =>
  readdirSync(migrationsDir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      version: Number.parseInt(name, 10),
      sql: readFileSync(join(migrationsDir, name), 'utf8'),
    }));

/** The version of the schema that this build writes. */
export const newestVersion = (): number => readMigrations().at(-1)?.version ?? 0;

/**
 * Brings the schema up to date, forward only, each migration in a transaction of its own.
 * Before the first one touches a store that holds data, a copy is kept beside it as
 * `<name>.before-<version>`. Gives whether anything was to do.
 */
export const migrate = (database: Database): boolean => {
  const migrations = readMigrations();
  const current = database.pragma('user_version', { simple: true }) as number;
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new DatabaseError(
      `The database was written by a newer version of Octavo (schema ${current}, this one knows ${newest}). Install that version, or restore a backup.`,
    );
  }
  const pending = migrations.filter(({ version }) => version > current);
  if (pending.length === 0) return false;
  if (current > 0) keepCopy(database, pending[0]?.version ?? newest);
  apply(database, pending);
  return true;
};

/** Gives an empty database the schema that it had at a version. */
export const buildSchema = (database: Database, version: number): void =>
  apply(
    database,
    readMigrations().filter((migration) => migration.version <= version),
  );

const apply = (database: Database, migrations: readonly Migration[]): void => {
  for (const { version, sql } of migrations) {
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    })();
  }
};

const keepCopy = (database: Database, version: number): void => {
  const copy = `${database.name}.before-${version}`;
  rmSync(copy, { force: true });
  createPrivateFile(copy);
  database.prepare('VACUUM INTO ?').run(nativePath(copy));
};
