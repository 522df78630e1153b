import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import type { Book } from '../../shared/api/book-record.ts';
import type { Import, ImportSource } from '../../shared/api/import-record.ts';
import { getImport, createImport } from '../../shared/api/imports.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { connect } from '../database/database.ts';
import type { Database } from '../database/types.ts';
import { startTestServer, type TestServer } from './server.ts';

export const serverFixtures = join(import.meta.dirname, '../../../shared/fixtures/servers');
const fixtures = join(import.meta.dirname, '../../../shared/fixtures/library');

/** Replaced by another file at the same place. */
const replaced = ['Pepper & Carrot 006 - The Potion Contest (2015).cbz', 'labelled_pages.pdf'];

export interface MovedLibrary {
  octavo: TestServer;
  root: string;
  /** The library's database, beside the server. */
  database: Database;
  /** The book that a path of the fixtures, such as `Comics/Saga/1.cbz`, belongs to now. */
  book(path: string): Book;
  /** Reads a database of another program; resolves when the report is there. */
  read(source: ImportSource, path: string): Promise<Import>;
  get(id: string): Promise<Import>;
  stop(): Promise<void>;
}

/**
 * A server whose libraries hold the books of the fixtures in another folder: a third of them renamed
 * or moved to another folder, and some replaced.
 */
export const startMovedLibrary = async ({ empty = false } = {}): Promise<MovedLibrary> => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-moved-'));
  cpSync(fixtures, root, { recursive: true });
  const now = new Map<string, string>();
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => /\.(cbz|cbr|cb7|epub|pdf)$/.test(path))
    .sort();
  files.forEach((path, index) => {
    const moved = replaced.some((name) => path.endsWith(name)) ? path : movedPath(path, index);
    mkdirSync(dirname(join(root, moved)), { recursive: true });
    renameSync(join(root, path), join(root, moved));
    now.set(path.replaceAll('\\', '/'), moved.replaceAll('\\', '/'));
    if (replaced.some((name) => path.endsWith(name))) {
      appendFileSync(join(root, moved), Buffer.alloc(1000, ' '));
    }
  });
  const octavo = await startTestServer();
  const { call } = octavo.api;
  if (!empty) {
    for (const name of readdirSync(root).sort()) {
      await call(createLibrary, { body: { name, path: join(root, name), scan_immediately: true } });
    }
  }
  await octavo.idle();
  let books = (await call(listBooks, { query: { pageSize: 500 } })).data;
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const get = (id: string) => call(getImport, { params: { id } });
  return {
    octavo,
    root,
    database,
    book(path) {
      const current = join(root, ...(now.get(path) ?? path).split('/'));
      const found = books.find((book) => book.path === current);
      if (!found) throw new Error(`There is no ${path}, which is at ${current} now`);
      return found;
    },
    async read(source, path) {
      const { id, status } = await call(createImport, { body: { source, path } });
      if (status !== 'reading') throw new Error(`The import is ${status} when it begins`);
      await octavo.idle();
      books = (await call(listBooks, { query: { pageSize: 500 } })).data;
      return get(id);
    },
    get,
    async stop() {
      database.close();
      await octavo.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Every third book has another name or is in another folder of its library. */
const movedPath = (path: string, index: number): string => {
  if (index % 3 !== 0) return path;
  const [library = '', ...rest] = path.split(/[/\\]/);
  if (index % 2 === 0) {
    const ending = extname(path);
    return `${path.slice(0, -ending.length)} (another name)${ending}`;
  }
  return join(library, 'Elsewhere', ...rest);
};
