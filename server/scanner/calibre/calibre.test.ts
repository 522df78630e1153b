import { randomUUID } from 'node:crypto';
import { rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';

import { listCalibreColumns, previewLibrary } from '../../../shared/api/library-preview.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { listSeries } from '../../../shared/api/series.ts';
import { useCalibre } from '../../testing/calibre-library.ts';

const calibre = useCalibre();
const { bookIn, books, change, databasePath, restoreDatabase, rows, scan, update } = calibre;

const series = async () =>
  (await calibre.octavo().api.call(listSeries, { query: { pageSize: 50 } })).data
    .map(({ name, book_count }) => [name, book_count])
    .sort();

test('a calibre library is read in its place, and stays in step', async () => {
  const { errors } = await scan();
  expect(errors).toEqual([]);
  expect(await series()).toEqual([
    ["Alice's Adventures in Wonderland", 1],
    ['Hefty Water', 1],
    ['Moby-Dick', 1],
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
  const moby = await bookIn('Moby-Dick');
  expect(moby).toMatchObject({
    title: 'Moby-Dick',
    format: 'epub',
    other_formats: [{ format: 'pdf', readable: true }],
    metadata: {
      isbn: '9780142437247',
      authors: [{ name: 'Herman Melville', role: 'writer', sort: 'Melville, Herman' }],
    },
  });
  const before = await books();
  expect((await scan()).books_updated).toBe(0);

  change(`UPDATE books SET title = 'Moby', last_modified = '2026-12-01 00:00:00+00:00' WHERE id = 2;
    INSERT INTO books_series_link (book, series) VALUES (2, 1)`);
  expect((await scan()).books_updated).toBe(1);
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
  restoreDatabase();
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
  restoreDatabase();
  expect((await scan()).errors).toEqual([]);
  expect(await series()).toEqual(before);
});

test('a database that is half-written, huge or leads out of the library harms nothing', async () => {
  await scan();
  const before = await series();
  const refused = async (pattern: RegExp) =>
    expect((await scan()).errors).toMatchObject([
      { path: 'metadata.db', message: expect.stringMatching(pattern) as string },
    ]);
  // A journal of a transaction that did not end.
  writeFileSync(`${databasePath()}-journal`, Buffer.from('d9d505f920a163d7', 'hex'));
  utimesSync(databasePath(), new Date(), new Date());
  await refused(/did not finish writing/);
  rmSync(`${databasePath()}-journal`);
  change(`INSERT OR REPLACE INTO comments (book, text) VALUES (2, printf('%.*c', 5000000, 'x'))`);
  await refused(/a value of more than/);
  restoreDatabase();
  // Written while calibre holds its lock.
  const locked = new SQLite(databasePath());
  locked.exec('BEGIN EXCLUSIVE');
  expect((await scan()).errors).toEqual([]);
  locked.exec('ROLLBACK');
  locked.close();
  change(`INSERT INTO data (book, format, uncompressed_size, name) VALUES (2, 'LIT', 1, '../../../secret');
    UPDATE books SET path = '../../elsewhere' WHERE id = 5;
    PRAGMA user_version = 9999`);
  writeFileSync(join(calibre.root(), '../secret.lit'), 'secret');
  expect((await scan()).errors).toEqual([]);
  expect(rows("SELECT * FROM book_formats WHERE format = 'lit'")).toEqual([]);
  rmSync(join(calibre.root(), '../secret.lit'));
  expect((await series()).length).toBe(before.length);
});

test('ratings, identifiers, sort names and columns come in, and stay in step', async () => {
  const { columns } = await calibre
    .octavo()
    .api.call(listCalibreColumns, { body: { path: calibre.root() } });
  expect(columns.map(({ label, datatype, suggestion }) => [label, datatype, suggestion])).toEqual([
    ['read', 'bool', 'read'],
    ['shelf', 'text', 'tags'],
    ['finished', 'datetime', 'read'],
    ['progress', 'float', null],
    ['opinion', 'comments', null],
  ]);
  const [user] = rows<{ id: string }>('SELECT id FROM users');
  await scan();
  await expect(update({ calibre_reader: randomUUID() })).rejects.toThrow(/BadRequest|yourself/);
  await update({
    calibre_reader: user?.id ?? '',
    calibre_columns: {
      read: 'read',
      finished: 'read',
      shelf: 'labels',
      opinion: 'summary',
      progress: 'tags',
    },
  });
  await scan();
  const holmes = await bookIn('Sherlock');
  expect(holmes.metadata).toMatchObject({ community_rating: 5 });
  expect(holmes.progress).toMatchObject({
    is_completed: true,
    completed_at: '2025-12-24T00:00:00.000Z',
  });
  expect(rows("SELECT labels FROM series WHERE name = 'Sherlock Holmes'")).toEqual([
    { labels: '["Favourites","Winter"]' },
  ]);
  const moby = await bookIn('Moby-Dick');
  expect(moby.metadata).toMatchObject({
    identifiers: [{ type: 'gutenberg', value: '2701' }],
    tags: ['Progress: 41.5'],
    summary: expect.stringMatching(/Long, and worth it\.$/) as string,
  });
  expect(rows("SELECT name_sort FROM creators WHERE name = 'Lewis Carroll'")).toEqual([
    { name_sort: 'Carroll, Lewis' },
  ]);

  change(`UPDATE custom_column_2 SET value = 'Summer' WHERE id = 2;
    UPDATE authors SET sort = 'Dodgson, Charles' WHERE name = 'Lewis Carroll';
    UPDATE ratings SET rating = 7;`);
  expect((await scan()).books_updated).toBe(3);
  expect((await bookIn('Sherlock')).metadata.community_rating).toBe(3.5);
  expect(rows("SELECT name_sort FROM creators WHERE name = 'Lewis Carroll'")).toEqual([
    { name_sort: 'Dodgson, Charles' },
  ]);
  await calibre.octavo().idle();
  // Somebody who reads it again has begun it: only what changes in calibre counts.
  await calibre.octavo().api.call(updateProgress, {
    params: { id: holmes.id },
    body: { current_page: 1, is_completed: false },
  });
  await scan();
  expect((await bookIn('Sherlock')).progress).toMatchObject({ is_completed: false });
});

test('a folder with a calibre database is offered as such', async () => {
  const { folders } = await calibre
    .octavo()
    .api.call(previewLibrary, { body: { paths: [calibre.root()] } });
  expect(folders[0]).toMatchObject({ has_calibre: true, book_count: 9 });
});
