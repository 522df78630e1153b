import { chmodSync, cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import { createLibrary, type Library } from '../../../shared/api/libraries.ts';
import { previewLibrary } from '../../../shared/api/library-preview.ts';
import { getScanStatus, startScan } from '../../../shared/api/scans.ts';
import { listSeries } from '../../../shared/api/series.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const fixture = join(import.meta.dirname, '../../../../shared/fixtures/servers/calibre');

let octavo: TestServer;
let root: string;
let library: Library;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-calibre-'));
  cpSync(fixture, root, { recursive: true, preserveTimestamps: true });
  makeWritable();
  octavo = await startTestServer();
  library = await octavo.api.call(createLibrary, {
    body: { name: 'Calibre', path: root, scan_rules: { calibre: true } },
  });
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const databasePath = () => join(root, 'metadata.db');
const makeWritable = () => chmodSync(databasePath(), 0o644);

const scan = async () => {
  const params = { id: library.id };
  await octavo.api.call(startScan, { params, query: { mode: 'normal' } });
  return vi.waitFor(
    async () => {
      const status = await octavo.api.call(getScanStatus, { params });
      expect(status.status).toBe('completed');
      return status;
    },
    { timeout: 20_000, interval: 20 },
  );
};
const books = async () => (await octavo.api.call(listBooks, { query: { pageSize: 50 } })).data;
const series = async () =>
  (await octavo.api.call(listSeries, { query: { pageSize: 50 } })).data
    .map(({ name, book_count }) => [name, book_count])
    .sort();
const bookIn = async (folder: string, format = '') => {
  const found = (await books()).find(
    (book) => book.path.includes(folder) && book.path.endsWith(format),
  );
  return octavo.api.call(getBook, { params: { id: found?.id ?? '' } });
};

/** Runs a change as calibre would, except for its own functions in triggers. */
const change = (sql: string) => {
  const database = new SQLite(databasePath());
  for (const { name } of database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .all())
    database.exec(`DROP TRIGGER "${name}"`);
  database.exec(sql);
  database.close();
};

test('a calibre library is read where it lies, and stays in step', async () => {
  const { errors } = await scan();
  expect(errors).toEqual([]);
  expect(await series()).toEqual([
    ["Alice's Adventures in Wonderland", 1],
    ['Hefty Water', 1],
    ['Moby-Dick', 2],
    ['Science Comics 001 (1946)', 1],
    ['Sherlock Holmes', 1],
    ['The Incomplete Theft', 1],
    ['komga', 1],
    ['草枕', 1],
  ]);
  expect(await bookIn('Sherlock')).toMatchObject({
    title: 'The Adventures of Sherlock Holmes',
    number: 3,
    series_name: 'Sherlock Holmes',
    language: 'en',
  });
  const moby = await bookIn('Moby-Dick', '.pdf');
  expect(moby).toMatchObject({
    title: 'Moby-Dick',
    metadata: { isbn: '9780142437247', authors: [{ name: 'Herman Melville', role: 'writer' }] },
  });
  const before = await books();
  expect((await scan()).books_updated).toBe(0);

  change(`UPDATE books SET title = 'Moby', last_modified = '2026-12-01 00:00:00+00:00' WHERE id = 2;
    INSERT INTO books_series_link (book, series) VALUES (2, 1)`);
  expect((await scan()).books_updated).toBe(2);
  expect(await bookIn('Moby-Dick', '.epub')).toMatchObject({
    title: 'Moby',
    series_name: 'Sherlock Holmes',
  });
  expect((await books()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
});

test('a damaged or hostile database is refused, and what is known stays', async () => {
  await scan();
  const before = await series();
  truncateSync(databasePath(), 70_000);
  const { errors } = await scan();
  expect(errors).toMatchObject([
    { path: 'metadata.db', message: expect.stringMatching(/damaged/) as string },
  ]);
  expect(await series()).toEqual(before);
  // A view in place of a table.
  cpSync(join(fixture, 'metadata.db'), databasePath(), { force: true });
  makeWritable();
  change(
    'ALTER TABLE comments RENAME TO other; CREATE VIEW comments AS SELECT 1 AS book, 2 AS text',
  );
  expect((await scan()).errors).toMatchObject([
    { message: expect.stringContaining('comments is computed') as string },
  ]);
  writeFileSync(databasePath(), 'no database');
  expect((await scan()).errors).toMatchObject([
    { message: expect.stringContaining('not a database of calibre') as string },
  ]);
  expect(await series()).toEqual(before);
  cpSync(join(fixture, 'metadata.db'), databasePath(), { force: true });
  expect((await scan()).errors).toEqual([]);
  expect(await series()).toEqual(before);
});

test('a folder with a calibre database is offered as such', async () => {
  const { folders } = await octavo.api.call(previewLibrary, { body: { paths: [root] } });
  expect(folders[0]).toMatchObject({ has_calibre: true, book_count: 9 });
});
