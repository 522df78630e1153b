import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { effectivePermissions, type Permission, type Role } from '../../shared/permissions.ts';
import { closeDatabase, openDatabase } from '../database/database.ts';
import { type Database } from '../database/types.ts';
import { newId, isoNow } from '../database/ids.ts';
import type { Caller } from '../http/api/caller.ts';
import { encodePages } from '../media/page-json.ts';
import type { StoredPage } from '../media/stored-page.ts';
import { toSearchKey } from '../text/search-key.ts';
import { naturalKey, sortTitle } from '../text/natural.ts';
import { writeEmptyDatabase } from './empty-database.ts';

export interface TestStore {
  database: Database;
  /** The test's own folder, which contains the database file. */
  dir: string;
  close(): void;
}

/** A real, empty store in a folder of its own; `viewer` as in `openDatabase`. */
export const createTestStore = (viewer?: () => number | null): TestStore => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-store-'));
  const file = join(dir, 'octavo.db');
  writeEmptyDatabase(file);
  const database = openDatabase(file, { viewer });
  // Nothing has to survive a power failure.
  database.pragma('synchronous = OFF');
  return {
    database,
    dir,
    close() {
      closeDatabase(database);
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

export interface Seeded {
  pk: number;
  id: string;
}

type Columns = Record<string, string | number | null>;

const insert = (database: Database, table: string, columns: Columns): number => {
  const names = Object.keys(columns);
  const values = names.map((name) => `:${name}`).join(', ');
  const statement = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`;
  return Number(database.prepare(statement).run(columns).lastInsertRowid);
};

/** Creates a user with an unknown password. */
export const seedUser = (
  database: Database,
  { username = 'ada', role = 'reader' }: { username?: string; role?: Role } = {},
): Seeded & { username: string; role: Role } => {
  const id = newId();
  const time = isoNow();
  const columns = { id, username, username_key: toSearchKey(username), password_hash: '-', role };
  const pk = insert(database, 'users', { ...columns, created_at: time, updated_at: time });
  return { pk, id, username, role };
};

/** The caller that the guard would create for a user; `without` removes permissions. */
export const callerOf = (
  user: ReturnType<typeof seedUser>,
  { without = [] }: { without?: Permission[] } = {},
): Caller => ({
  user_pk: user.pk,
  user: { id: user.id, username: user.username, email: null, role: user.role },
  permissions: new Set(
    effectivePermissions({ role: user.role, permissions: [], can_download: true }).filter(
      (permission) => !without.includes(permission),
    ),
  ),
  auth_method: 'jwt',
  jti: null,
  key_id: null,
  restricted: false,
  apps_can_change: false,
  version: '',
});

export interface SeededLibrary extends Seeded {
  path: string;
}

/** Creates a library; columns can be set by name. */
export const seedLibrary = (
  database: Database,
  {
    name = 'Comics',
    path = '/comics',
    ...columns
  }: Columns & { name?: string; path?: string } = {},
): SeededLibrary => {
  const id = newId();
  const time = isoNow();
  const key = { name_key: toSearchKey(name), created_at: time, updated_at: time };
  return { pk: insert(database, 'libraries', { id, name, path, ...key, ...columns }), id, path };
};

export interface SeededSeries extends Seeded {
  library: SeededLibrary;
  path: string;
}

/** Creates a series in a folder of its name. */
export const seedSeries = (
  database: Database,
  library: SeededLibrary,
  { name = 'Saga', ...columns }: Columns & { name?: string } = {},
): SeededSeries => {
  const id = newId();
  const time = isoNow();
  const sorted = sortTitle(name);
  const pk = insert(database, 'series', {
    id,
    library_pk: library.pk,
    path: name,
    filename: name,
    filename_key: naturalKey(name),
    name,
    name_sort: sorted,
    name_key: naturalKey(sorted),
    metadata_updated_at: time,
    date_added: time,
    date_updated: time,
    ...columns,
  });
  return { pk, id, library, path: name };
};

export interface SeededBook extends Seeded {
  series: SeededSeries;
}

/**
 * Creates a book of 10 pages named after its number. If `pages` are given, they are stored and
 * determine `page_count`.
 */
export const seedBook = (
  database: Database,
  series: SeededSeries,
  {
    number = 1,
    title = number === null ? 'Special' : `Book ${number}`,
    ...columns
  }: Columns & { number?: number | null; title?: string } = {},
  pages?: readonly StoredPage[],
): SeededBook => {
  const id = newId();
  const time = isoNow();
  const filename = `${title}.cbz`;
  const pk = insert(database, 'books', {
    id,
    library_pk: series.library.pk,
    series_pk: series.pk,
    path: `${series.path}/${filename}`,
    filename,
    format: 'cbz',
    title,
    title_sort: sortTitle(title),
    title_key: naturalKey(sortTitle(title)),
    number,
    file_size: 1000,
    file_modified_at: time,
    file_modified_ms: Date.parse(time),
    inode: id,
    page_count: pages?.length ?? 10,
    created_at: time,
    modified_at: time,
    ...columns,
  });
  if (pages) insert(database, 'book_pages', { book_pk: pk, pages: encodePages(pages) });
  return { pk, id, series };
};

/** The columns that identify the current version of a file. */
export const fileColumns = (path: string) => {
  const { size, mtimeMs, ino } = statSync(path, { bigint: true });
  return { file_size: Number(size), file_modified_ms: Number(mtimeMs), inode: String(ino) };
};

/** Sets the user's progress in a book: at `page`, or completed. */
export const seedProgress = (
  database: Database,
  user: Seeded,
  book: SeededBook,
  { page, at: time = isoNow() }: { page?: number; at?: string } = {},
): void => {
  insert(database, 'progress', {
    user_pk: user.pk,
    book_pk: book.pk,
    series_pk: book.series.pk,
    current_page: page ?? 10,
    is_completed: page === undefined ? 1 : 0,
    started_at: time,
    updated_at: time,
    completed_at: page === undefined ? time : null,
  });
};

/** The query plan steps of all statements that `work` prepares, one per line. */
export const queryPlans = (database: Database, work: () => void): string[] => {
  const prepare = database.prepare.bind(database);
  const texts: string[] = [];
  database.prepare = (text: string) => {
    texts.push(text);
    return prepare(text);
  };
  try {
    work();
  } finally {
    database.prepare = prepare;
  }
  return texts.flatMap((text) => {
    const names = [...text.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1]);
    const plan = prepare(`EXPLAIN QUERY PLAN ${text}`);
    return plan.all(Object.fromEntries(names)).map((step) => (step as { detail: string }).detail);
  });
};
