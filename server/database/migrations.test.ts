import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { closeDatabase, connect, openDatabase } from './database.ts';
import { buildSchema } from './migrate.ts';
import { fillNaturalKeys } from './natural-keys.ts';
import type { Database } from './types.ts';
import { createTestStore, seedBook, seedLibrary, seedSeries } from '../testing/seed.ts';

test('0200 takes what the scan that found a series wrote of it for no change', () => {
  const { database, close } = createTestStore();
  const library = seedLibrary(database);
  const dates = (name: string, date_updated: string, locked_fields = '[]') =>
    seedSeries(database, library, {
      name,
      date_added: '2026-01-01T10:00:00.500Z',
      date_updated,
      locked_fields,
    });
  dates('Same scan', '2026-01-01T10:03:00.000Z');
  dates('Edited at once', '2026-01-01T10:03:00.000Z', '["name"]');
  dates('Later', '2026-01-02T10:00:00.000Z');
  const file = new URL('./migrations/0200-unchanged-series.sql', import.meta.url);
  database.exec(readFileSync(file, 'utf8'));
  expect(
    database.prepare('SELECT name FROM series WHERE date_updated = date_added').pluck().all(),
  ).toEqual(['Same scan']);
  close();
});

test('0585 keeps of the address of a feed its server', () => {
  const { database, close } = createTestStore();
  const { pk } = seedSeries(database, seedLibrary(database));
  const url = 'https://user:password@example.org:8443?passkey=secret/1';
  const page = 'https://example.org/page/1';
  database
    .prepare(
      `INSERT INTO release_sources (id, display_name, source_tag, url, enabled, created_at, updated_at)
       VALUES ('s', 'A', 'a', ?, 1, '', '')`,
    )
    .run(url);
  const insert = database.prepare(
    `INSERT INTO releases (id, series_pk, source_pk, externalReleaseId, payloadUrl, state, confidence,
       observedAt, createdAt, formatHints, metadata)
     VALUES (:address, :pk, (SELECT pk FROM release_sources), :address, :address, 'announced', 1, '', '', '{}', '{}')`,
  );
  for (const address of [url, page]) insert.run({ pk, address });
  const file = new URL('./migrations/0585-addresses-of-feeds.sql', import.meta.url);
  database.exec(readFileSync(file, 'utf8'));
  expect(database.prepare('SELECT payloadUrl FROM releases ORDER BY pk').pluck().all()).toEqual([
    ...['https://example.org:8443', page],
  ]);
  close();
});

test('0770 keeps books, when a backup of an older version is opened', () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-older-'));
  const file = join(dir, 'octavo.db');
  const older = connect(file);
  buildSchema(older, 750);
  const seeded = seedSeries(older, seedLibrary(older));
  for (const number of [1, 2]) seedBook(older, seeded, { number, device: '66' });
  const read = (database: Database) =>
    database
      .prepare<[], Record<string, unknown>>('SELECT * FROM books ORDER BY pk')
      .all()
      .map(({ device: _, ...book }) => book);
  const before = read(older);
  older.close();
  const database = openDatabase(file);
  expect(before).toHaveLength(2);
  expect(read(database)).toEqual(before);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  expect(database.prepare('SELECT book_count FROM series').pluck().all()).toEqual([2]);
  const copy = connect(`${file}.before-770`);
  expect(copy.prepare('SELECT device FROM books').pluck().all()).toEqual(['66', '66']);
  copy.close();
  closeDatabase(database);
  rmSync(dir, { recursive: true });
});

test('of the copies before migrations the newest two stay', () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-copies-'));
  const file = join(dir, 'octavo.db');
  const others = ['octavo.db.before-x', 'octavo.db.before-9.partial', 'other.db.before-1'];
  for (const version of [9, 10, 100, 190]) writeFileSync(`${file}.before-${version}`, 'a copy');
  for (const name of others) writeFileSync(join(dir, name), 'not ours');
  openDatabase(file).close();
  const copies = readdirSync(dir).filter((name) => name.includes('.before-'));
  expect(copies.sort()).toEqual([...others, 'octavo.db.before-100', 'octavo.db.before-190'].sort());
  rmSync(dir, { recursive: true });
});

test('an upgrade computes the keys by which series and books sort again', () => {
  const { database, close } = createTestStore();
  seedSeries(database, seedLibrary(database), { name: '‘Salem' });
  database.exec(`UPDATE series SET name_key = '‘salem'`);
  fillNaturalKeys(database);
  expect(database.prepare('SELECT name_key FROM series').pluck().get()).toBe('salem');
  close();
});
