import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Book } from '../../shared/api/book-record.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { getManifest } from '../../shared/api/epub.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { basic, type Headers } from './send-json.ts';
import { admin, startTestServer, type TestServer } from './server.ts';
import { addUser } from './users.ts';

const fixtures = join(import.meta.dirname, '../../../shared/fixtures/library');

export interface FixtureLibrary {
  octavo: TestServer;
  /** Library ids by folder name: Comics, Manga, Webtoons, Books, PDF. */
  libraries: Record<string, string>;
  /** Present books. */
  books: Book[];
  /** The book whose file name contains `name`. */
  book(name: string): Book;
  /** The id of the EPUB that contains a file with this path. */
  epubWith(path: string): string;
  collection: string;
  /** Id of a read list with the three books of "Pepper & Carrot". */
  readList: string;
  admin: Headers;
  /** Basic credentials of a user with the role reader. */
  reader: Headers;
  stop(): Promise<void>;
}

/**
 * A server with a scanned copy of all fixture books: a library per folder, a collection, a read
 * list.
 */
export const startFixtureLibrary = async (): Promise<FixtureLibrary> => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-fixtures-'));
  cpSync(fixtures, root, { recursive: true, preserveTimestamps: true });
  const octavo = await startTestServer();
  const { call } = octavo.api;
  const libraries: Record<string, string> = {};
  for (const name of readdirSync(root).sort()) {
    const body = { name, path: join(root, name), scan_immediately: true };
    libraries[name] = (await call(createLibrary, { body })).id;
  }
  await octavo.idle();
  const books = (await call(listBooks, { query: { pageSize: 500 } })).data;
  const book = (name: string): Book => {
    const found = books.find(({ filename }) => filename.includes(name));
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };
  const pepper = ['001', '002', '006'].map((number) => book(`Pepper & Carrot ${number} - `));
  const series_ids = [book('Komga Logos #01').series_id, ...pepper.slice(0, 1).map(seriesId)];
  const collection = await call(createCollection, { body: { name: 'Rainy days', series_ids } });
  const readList = await call(createReadList, {
    body: { name: 'The event', book_ids: pepper.map(({ id }) => id) },
  });
  const epubs = new Map<string, string>();
  for (const { id } of books.filter(({ format }) => format === 'epub')) {
    const { readingOrder, resources } = await call(getManifest, { params: { id } });
    for (const { href } of [...readingOrder, ...resources]) {
      const path = decodeURIComponent(href).replace(/^.*?\/resources\//, '');
      if (!epubs.has(path)) epubs.set(path, id);
    }
  }
  const reader = await addUser(octavo.dataDir, { username: 'rita', role: 'reader' });
  return {
    octavo,
    libraries,
    books,
    book,
    epubWith: (path) => epubs.get(path) ?? `no EPUB has ${path}`,
    collection: collection.id,
    readList: readList.id,
    admin: basic(admin.username, admin.password),
    reader,
    async stop() {
      await octavo.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

const seriesId = ({ series_id }: Book): string => series_id;
