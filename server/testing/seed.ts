import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { effectivePermissions, type Permission, type Role } from '../../shared/permissions.ts';
import { closeDatabase, openDatabase, type Database } from '../database/database.ts';
import { newId, now } from '../database/ids.ts';
import type { Caller } from '../http/caller.ts';
import type { StoredPage } from '../media/stored-page.ts';
import { fold } from '../text/fold.ts';
import { naturalKey, sortTitle } from '../text/natural.ts';

export interface TestStore {
  database: Database;
  /** A folder of the test's own, which holds the database file. */
  dir: string;
  close(): void;
}

/** A real store, empty, in a folder of its own. */
export const createTestStore = (): TestStore => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-store-'));
  const database = openDatabase(join(dir, 'octavo.db'));
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

/** A user whose password nobody knows. */
export const seedUser = (
  database: Database,
  { username = 'ada', role = 'reader' }: { username?: string; role?: Role } = {},
): Seeded & { username: string; role: Role } => {
  const id = newId();
  const at = now();
  const columns = { id, username, username_key: fold(username), password_hash: '-', role };
  const pk = insert(database, 'users', { ...columns, created_at: at, updated_at: at });
  return { pk, id, username, role };
};

/** The user as the guard hands it to a service; `without` takes permissions away. */
export const callerOf = (
  user: ReturnType<typeof seedUser>,
  { without = [] }: { without?: Permission[] } = {},
): Caller => ({
  user_pk: user.pk,
  user: { id: user.id, username: user.username, email: null, role: user.role },
  permissions: new Set(
    effectivePermissions(user.role, []).filter((permission) => !without.includes(permission)),
  ),
  auth_method: 'jwt',
  jti: null,
  key_id: null,
  version: '',
});

export interface SeededLibrary extends Seeded {
  path: string;
}

/** A library; columns of the table may be set by name. */
export const seedLibrary = (
  database: Database,
  {
    name = 'Comics',
    path = '/comics',
    ...columns
  }: Columns & { name?: string; path?: string } = {},
): SeededLibrary => {
  const id = newId();
  const at = now();
  const key = { name_key: fold(name), created_at: at, updated_at: at };
  return { pk: insert(database, 'libraries', { id, name, path, ...key, ...columns }), id, path };
};

export interface SeededSeries extends Seeded {
  library: SeededLibrary;
  path: string;
}

/** A series in a folder of its name. */
export const seedSeries = (
  database: Database,
  library: SeededLibrary,
  { name = 'Saga', ...columns }: Columns & { name?: string } = {},
): SeededSeries => {
  const id = newId();
  const at = now();
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
    metadata_updated_at: at,
    date_added: at,
    date_updated: at,
    ...columns,
  });
  return { pk, id, library, path: name };
};

export interface SeededBook extends Seeded {
  series: SeededSeries;
}

/**
 * A book of 10 pages named after its number. Where `pages` are given, they are stored as well and
 * `page_count` follows them.
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
  const at = now();
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
    file_modified_at: at,
    file_modified_ms: Date.parse(at),
    device: '1',
    inode: id,
    page_count: pages?.length ?? 10,
    created_at: at,
    modified_at: at,
    ...columns,
  });
  if (pages) insert(database, 'book_pages', { book_pk: pk, pages: JSON.stringify(pages) });
  return { pk, id, series };
};

/** The columns by which the catalogue knows this file from the one that replaces it. */
export const fileColumns = (path: string) => {
  const { size, mtimeMs, ino } = statSync(path, { bigint: true });
  return { file_size: Number(size), file_modified_ms: Number(mtimeMs), inode: String(ino) };
};

/** What the user has read of a book: `page`, or all of it. */
export const seedProgress = (
  database: Database,
  user: Seeded,
  book: SeededBook,
  { page, at = now() }: { page?: number; at?: string } = {},
): void => {
  insert(database, 'progress', {
    user_pk: user.pk,
    book_pk: book.pk,
    series_pk: book.series.pk,
    current_page: page ?? 10,
    is_completed: page === undefined ? 1 : 0,
    started_at: at,
    updated_at: at,
    completed_at: page === undefined ? at : null,
  });
};

/** The steps of the plans of every statement that `work` prepares, a line each. */
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
