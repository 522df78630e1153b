import type SQLite from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { builtPath } from '../config/resolve-path.ts';
import type { Database } from './types.ts';
import { removeDatabaseFiles } from './database-files.ts';
import { discard } from '../lib/discard.ts';
import { writeSnapshot } from './snapshot.ts';
import { DatabaseError } from './types.ts';

interface Migration {
  version: number;
  /** Path of its statements, which are read only if they are applied. */
  file: string;
}

const migrationsDir = builtPath('server/database/migrations');

/** `0010-library.sql` → version 10, in ascending order. */
const listMigrations = (): Migration[] =>
  readdirSync(migrationsDir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ version: Number.parseInt(name, 10), file: join(migrationsDir, name) }));

/** Whether a build of Octavo had this schema version, up to this one. */
export const isKnownVersion = (version: number): boolean =>
  listMigrations().some((migration) => migration.version === version);

/** The schema version of this build. */
export const newestVersion = (): number => listMigrations().at(-1)?.version ?? 0;

/**
 * Migrates the schema, forward only, each migration in its own transaction. Before the first one
 * changes a non-empty database, a copy is kept as `<name>.before-<version>`, of which the newest
 * two are retained. `finish` runs in the transaction of the last one, so that a crash leaves either
 * both or neither done.
 */
export const migrate = (database: Database, finish: () => void): void => {
  const migrations = listMigrations();
  const current = database.pragma('user_version', { simple: true }) as number;
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new DatabaseError(
      `The database was written by a newer version of Octavo (schema ${current}, this one knows ${newest}). Install that version, or restore a backup.`,
    );
  }
  refuseForeign(database);
  const pending = migrations.filter(({ version }) => version > current);
  if (pending.length > 0) {
    if (holdsData(database)) keepCopy(database, pending[0]?.version ?? newest);
    apply(database, pending, finish);
  }
  // A copy that cannot be deleted must not block access to the database.
  discard(() => removeOldCopies(database.name));
};

/** Throws DatabaseError for the database of another program. */
export const refuseForeign = (database: SQLite.Database): void => {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (!isForeign(database, version)) return;
  throw new DatabaseError(
    `The database ${database.name} belongs to another program. Move it elsewhere, or choose another data directory.`,
  );
};

/** Each migration is one transaction, so a database without a version is empty. */
const isForeign = (database: SQLite.Database, version: number): boolean =>
  version === 0
    ? database.prepare(`SELECT 1 FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'`).get() !==
      undefined
    : database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'libraries'").get() === undefined;

/** Also false for a database whose very first start was interrupted. */
const holdsData = (database: Database): boolean =>
  ['users', 'libraries'].some((table) => {
    const exists = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table);
    return exists !== undefined && database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
  });

/** Creates the schema of a version in an empty database. */
export const buildSchema = (database: SQLite.Database, version: number): void =>
  apply(
    database,
    listMigrations().filter((migration) => migration.version <= version),
  );

const apply = (
  database: SQLite.Database,
  migrations: readonly Migration[],
  finish?: () => void,
): void => {
  for (const migration of migrations) {
    database.transaction(() => {
      database.exec(readFileSync(migration.file, 'utf8'));
      database.pragma(`user_version = ${migration.version}`);
      if (migration === migrations.at(-1)) finish?.();
    })();
  }
};

const keepCopy = (database: Database, version: number): void =>
  writeSnapshot(database, `${database.name}.before-${version}`);

/** Number of pre-migration copies to keep: the latest and the one before. */
const keptCopies = 2;

const removeOldCopies = (name: string): void => {
  const folder = dirname(name);
  const prefix = `${basename(name)}.before-`;
  const copies = readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && /^\d+$/.test(file.slice(prefix.length)))
    .sort((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)));
  for (const copy of copies.slice(keptCopies)) removeDatabaseFiles(join(folder, copy));
};
