import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import SQLite from 'better-sqlite3';

import { addCreatorFunctions, fillCreators, keepCreators } from './creator-index.ts';
import { enableLazyPrepare } from './lazy-statement.ts';
import { fillLabelKeys, keepLabelKeys } from './label-keys.ts';
import { parseHead, readHead } from './file-head.ts';
import { migrate, refuseForeign } from './migrate.ts';
import { DatabaseError, type Database } from './types.ts';
import { createPrivateFile } from './file-permissions.ts';
import { openRestrictedReads, type RestrictedReads } from './restricted-reads.ts';
import { fillNaturalKeys } from './natural-keys.ts';
import { addSearchFunctions, fillSearchIndex, keepSearchIndex } from './search-index.ts';
import { sqlitePath } from './sqlite-path.ts';

export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = SQLite.Statement<
  Parameters,
  Row
>;

const defaultCacheKiB = 16_000;

export interface ConnectionOptions {
  /** Page cache of the connection; KiB. */
  cacheKiB?: number;
  /** The person who causes reads now; null for none with content restrictions. */
  viewer?: (() => number | null) | undefined;
  /** Called before each write. */
  onWrite?: () => void;
  /** Adds SQL functions to a connection, after those of the search index. */
  addFunctions?: (database: SQLite.Database) => void;
}

/**
 * Opens a connection with the pragmas that every connection needs. WAL allows concurrent reads
 * during a scan's writes; `trusted_schema` off prevents a crafted file from running functions; no
 * mmap, so that a truncated file causes an error instead of a crash.
 *
 * While `viewer` names a person, reads see only what that person can see (`restricted-reads.ts`).
 * Writes, and what their transactions read afterwards, see everything.
 */
export const connect = (path: string, options: ConnectionOptions = {}): Database => {
  const database = new SQLite(sqlitePath(path), { timeout: 5000 });
  try {
    return configure(database, options);
  } catch (error) {
    // On Windows, an open handle would prevent replacing a damaged file with a backup.
    database.close();
    throw error;
  }
};

const configure = (connection: SQLite.Database, options: ConnectionOptions): Database => {
  const { cacheKiB = defaultCacheKiB, viewer = () => null, onWrite, addFunctions } = options;
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('trusted_schema = OFF');
  connection.pragma('journal_size_limit = 67108864');
  connection.pragma(`cache_size = -${cacheKiB}`);
  connection.pragma('temp_store = MEMORY');
  // Triggers of the reading counters update each other's tables; none must trigger itself.
  connection.pragma('recursive_triggers = OFF');
  const database = Object.assign(connection, createViewing(connection, viewer, onWrite), {
    releaseMemory: () => void connection.pragma('shrink_memory'),
  });
  redirectReads(database, options);
  const run = database.exec.bind(database);
  database.exec = (sql) => {
    database.wrote();
    return run(sql);
  };
  keepSearchIndex(database);
  keepLabelKeys(database);
  keepCreators(database);
  addFunctions?.(database);
  return database;
};

/**
 * Decides whose restrictions apply. Reads of a transaction before its first write see what the person
 * can see, because they look up what a request names; later ones maintain the data as a whole.
 */
const createViewing = (
  connection: SQLite.Database,
  requester: () => number | null,
  onWrite: () => void = () => undefined,
): Pick<Database, 'viewer' | 'readAs' | 'wrote' | 'writes'> => {
  let chosen: { viewer: number | null } | null = null;
  let hasWritten = false;
  let depth = 0;
  let writes = 0;
  const begin = connection.transaction.bind(connection);
  connection.transaction = ((work: (...input: unknown[]) => unknown) =>
    begin((...input: unknown[]) => {
      // The first level: better-sqlite3 runs a nested transaction as a savepoint.
      if (depth === 0) hasWritten = false;
      depth += 1;
      try {
        return work(...input);
      } finally {
        depth -= 1;
      }
    })) as SQLite.Database['transaction'];
  return {
    viewer() {
      if (chosen) return chosen.viewer;
      return hasWritten && connection.inTransaction ? null : requester();
    },
    readAs(viewer, work) {
      const before = chosen;
      chosen = { viewer };
      try {
        return work();
      } finally {
        chosen = before;
      }
    },
    wrote() {
      onWrite();
      writes += 1;
      hasWritten ||= connection.inTransaction;
    },
    writes: () => writes,
  };
};

const redirectReads = (database: Database, { cacheKiB, addFunctions }: ConnectionOptions): void => {
  let reads: RestrictedReads | null = null;
  const open = () => {
    const connection = new SQLite(database.name, { timeout: 5000, readonly: true });
    connection.pragma('trusted_schema = OFF');
    connection.pragma(`cache_size = -${cacheKiB ?? defaultCacheKiB}`);
    connection.pragma('temp_store = MEMORY');
    addSearchFunctions(connection);
    addCreatorFunctions(connection);
    addFunctions?.(connection);
    return connection;
  };
  enableLazyPrepare(database, {
    restricted() {
      const viewer = database.viewer();
      if (viewer === null) return null;
      reads ??= openRestrictedReads(open);
      reads.setViewer(viewer);
      return reads;
    },
    wrote: database.wrote,
  });
  const { releaseMemory } = database;
  database.releaseMemory = () => {
    releaseMemory();
    reads?.releaseMemory();
  };
  const close = database.close.bind(database);
  database.close = () => {
    reads?.close();
    reads = null;
    return close();
  };
};

/**
 * Opens the server's database: creates the file and migrates its schema. After an unclean shutdown
 * the file is verified before anything is written. Throws DatabaseError if the file is damaged or
 * from a newer Octavo.
 */
export const openDatabase = (
  path: string,
  options: Pick<ConnectionOptions, 'viewer' | 'onWrite'> = {},
): Database => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const clean = endedCleanly(path);
  refuseForeignFile(path);
  makePrivate(path);
  const database = connectOrExplain(path, options);
  try {
    if (!clean) refuseDamage(database);
    migrate(database, () => {
      keepSearchIndex(database);
      fillSearchIndex(database);
      keepLabelKeys(database);
      fillLabelKeys(database);
      keepCreators(database);
      fillCreators(database);
      fillNaturalKeys(database);
    });
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
};

/**
 * Throws for the database of another program, before `connect` would change its journal mode; one with a log has
 * that mode already.
 */
const refuseForeignFile = (path: string): void => {
  if (!parseHead(readHead(path).head)?.hasRollbackJournal) return;
  const database = new SQLite(sqlitePath(path), { readonly: true });
  try {
    refuseForeign(database);
  } catch (error) {
    // Any other problem is explained when the database is opened.
    if (error instanceof DatabaseError) throw error;
  } finally {
    database.close();
  }
};

/** Closing checkpoints and deletes the WAL, so a remaining one indicates a crash. */
export const endedCleanly = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;

const connectOrExplain = (path: string, options: ConnectionOptions): Database => {
  try {
    return connect(path, options);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
      ? damaged(path)
      : new DatabaseError(`The database ${path} cannot be opened (${code})`);
  }
};

/** The WAL and its index inherit the permissions of the file. */
const makePrivate = (path: string): void => {
  try {
    createPrivateFile(path);
  } catch {
    // SQLite reports the problem when it opens the file.
  }
};

const refuseDamage = (database: Database): void => {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damaged(database.name);
};

const damaged = (path: string) =>
  new DatabaseError(
    `The database ${path} is damaged. Put a backup in its place; octavo check says what is wrong.`,
  );

/**
 * Checkpoints the WAL and closes; the file is then complete. On a full disk the WAL stays, and the
 * next start reads it.
 */
export const closeDatabase = (database: Database): void => {
  if (!database.open) return;
  try {
    database.pragma('optimize');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
};
