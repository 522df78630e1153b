import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getBookMetadata, getSeriesMetadata } from '../../../shared/api/edits.ts';
import type { ImportKind, ImportSource } from '../../../shared/api/import-record.ts';
import { listImportLines, runImport, undoImport } from '../../../shared/api/imports.ts';
import {
  serverFixtures,
  startMovedLibrary,
  type MovedLibrary,
} from '../../testing/moved-library.ts';
import { pngPage } from '../../testing/zip.ts';

/** Databases by the published schemas of programs that cannot be run here. */

const fixtures = join(serverFixtures, '../library');
const flight = 'Comics/Pepper & Carrot/Pepper & Carrot 001 - Potion of Flight (2014).cbz';
const rainbow = 'Comics/Pepper & Carrot/Pepper & Carrot 002 - Rainbow potions (2014).cbz';
const contest = 'Comics/Pepper & Carrot/Pepper & Carrot 006 - The Potion Contest (2015).cbz';
const moby = 'Books/Herman Melville/Moby-Dick.epub';
const paths = [flight, rainbow, contest, moby];

let moved: MovedLibrary;
let folder: string;
beforeAll(async () => {
  moved = await startMovedLibrary();
  folder = mkdtempSync(join(tmpdir(), 'octavo-by-schema-'));
}, 240_000);
afterAll(async () => {
  await moved.stop();
  rmSync(folder, { recursive: true, force: true });
});

const schemaOf = (program: string): string =>
  readFileSync(join(import.meta.dirname, `../../testing/${program}.sql`), 'utf8');
const rows = <Row>(sql: string, ...given: unknown[]): Row[] =>
  moved.database.prepare<unknown[], Row>(sql).all(...given);
const lines = async (id: string, kind: ImportKind) =>
  (
    await moved.octavo.api.call(listImportLines, {
      params: { id },
      query: { kind, pageSize: 500 },
    })
  ).data;
const importAll = async (source: ImportSource, path: string): Promise<string> => {
  const { id, status, error } = await moved.read(source, path);
  expect({ status, error }).toEqual({ status: 'ready', error: null });
  await moved.octavo.api.call(runImport, { params: { id }, body: {} });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'imported', error: null });
  return id;
};
const undo = async (id: string) => {
  await moved.octavo.api.call(undoImport, { params: { id } });
  await moved.octavo.idle();
  for (const table of ['progress', 'ratings', 'annotations', 'wanted', 'read_lists']) {
    expect([table, rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
  }
  expect(rows('SELECT username FROM users')).toEqual([{ username: 'admin' }]);
};
const places = () =>
  rows(
    `SELECT u.username AS person, b.id, p.current_page AS page, p.is_completed AS done,
       p.updated_at AS read_at FROM progress p
     JOIN users u ON u.pk = p.user_pk JOIN books b ON b.pk = p.book_pk ORDER BY p.updated_at`,
  );
const readLists = () =>
  rows<{ name: string; id: string }>(
    `SELECT l.name, b.id FROM read_lists l JOIN read_list_books e ON e.read_list_pk = l.pk
     JOIN books b ON b.pk = e.book_pk ORDER BY l.name, e.position`,
  ).map(({ name, id }) => [name, id]);
const idOf = (path: string) => moved.book(path).id;
const metadata = (id: string) => moved.octavo.api.call(getBookMetadata, { params: { id } });

describe('YACReader', () => {
  let file: string;
  beforeAll(() => {
    mkdirSync(join(folder, 'Library/.yacreaderlibrary'), { recursive: true });
    file = join(folder, 'Library/.yacreaderlibrary/library.ydb');
    const database = new SQLite(file);
    database.exec(schemaOf('yacreader'));
    database.exec(`INSERT INTO default_reading_list VALUES (1, 'Favorites');
      INSERT INTO reading_list (id, parentId, name) VALUES (1, NULL, 'Winter'), (2, 1, 'Evenings');
      INSERT INTO comic_reading_list VALUES (2, 3, 0), (2, 1, 1);
      INSERT INTO comic_default_reading_list VALUES (2, 1, 0)`);
    paths.forEach((path, index) => {
      const bytes = readFileSync(join(fixtures, path));
      const head = createHash('sha1')
        .update(bytes.subarray(0, 512 * 1024))
        .digest('hex');
      const parent = path.startsWith('Books') ? 4 : 3;
      database
        .prepare('INSERT INTO comic VALUES (?, ?, ?, ?, ?)')
        .run(index + 1, parent, index + 1, path.split('/').at(-1), `/${path}`);
      database
        .prepare('INSERT INTO comic_info (id, hash) VALUES (?, ?)')
        .run(index + 1, `${head}${bytes.length}`);
    });
    database.exec(`UPDATE comic_info SET read = 1, hasBeenOpened = 1, rating = 4.5, review = 'Fine.',
        lastTimeOpened = 1700000000 WHERE id = 1;
      UPDATE comic_info SET hasBeenOpened = 1, currentPage = 2, bookmark2 = 2, lastTimeOpened = 1710000000 WHERE id = 2;
      UPDATE comic_info SET edited = 1, title = 'The Contest', number = '6', writer = 'David Revoy
Somebody', date = '7/2015', genere = 'Fantasy, Humour', ageRating = 'Teen', synopsis = 'Witches.' WHERE id = 3;
      UPDATE comic_info SET date = '3/7/2015' WHERE id = 3`);
    database.close();
  });

  test('positions, annotations, ratings, lists and edits are imported, by content', async () => {
    const id = await importAll('yacreader', join(folder, 'Library'));
    const books = await lines(id, 'book');
    // Some have another name now; the last of the comics was replaced.
    expect(books.map(({ basis, target }) => [basis, target?.id])).toEqual([
      ['content', idOf(flight)],
      ['place', idOf(rainbow)],
      ['place', idOf(contest)],
      ['content', idOf(moby)],
    ]);
    const person = 'YACReader';
    const read_at = '2023-11-14T22:13:20.000Z';
    expect(places()).toEqual([
      { person, id: idOf(flight), page: moved.book(flight).page_count, done: 1, read_at },
      { person, id: idOf(rainbow), page: 2, done: 0, read_at: '2024-03-09T16:00:00.000Z' },
    ]);
    expect(rows('SELECT rating, review FROM ratings')).toEqual([{ rating: 9, review: 'Fine.' }]);
    expect(rows('SELECT kind, page FROM annotations')).toEqual([{ kind: 'bookmark', page: 3 }]);
    expect(readLists()).toEqual([
      ['Favorites', idOf(rainbow)],
      ['Winter / Evenings', idOf(contest)],
      ['Winter / Evenings', idOf(flight)],
    ]);
    const { values, locks } = await metadata(idOf(contest));
    expect(values).toMatchObject({
      ...{ title: 'The Contest', number: 6, release_date: '2015-07-03', age_rating: 13 },
      ...{ genres: ['Fantasy', 'Humour'], summary: 'Witches.' },
      authors: [
        { name: 'David Revoy', role: 'writer' },
        { name: 'Somebody', role: 'writer' },
      ],
    });
    expect(locks).toMatchObject({ title: true, authors: true, publisher: false });
    await undo(id);
  }, 120_000);

  test('a newer database is refused', async () => {
    const database = new SQLite(file);
    database.exec(`UPDATE db_info SET version = '10.0.0'`);
    database.close();
    expect((await moved.read('yacreader', file)).error).toMatch(/newer version of YACReader/);
  });
});

describe('Kavita', () => {
  let file: string;
  beforeAll(() => {
    file = join(folder, 'kavita.db');
    const database = new SQLite(file);
    database.exec(schemaOf('kavita'));
    const time = `'2025-01-02 03:04:05.1234567'`;
    paths.forEach((path, index) => {
      const number = index + 1;
      const isText = path.endsWith('.epub');
      const pages = isText ? 40 : moved.book(path).page_count;
      const { length } = readFileSync(join(fixtures, path));
      database.exec(
        `INSERT INTO Chapter (Id, VolumeId, Range, MinNumber, Pages, TitleName) VALUES (${number}, ${isText ? 2 : 1}, '${number}', ${number}, ${pages}, '')`,
      );
      database
        .prepare(
          'INSERT INTO MangaFile (Id, ChapterId, FilePath, Pages, Bytes, Format) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(number * 10, number, `/manga/${path}`, pages, length, isText ? 3 : 1);
    });
    database.exec(`INSERT INTO AppUserProgresses (AppUserId, ChapterId, PagesRead, Created, LastModified, CreatedUtc, LastModifiedUtc)
      VALUES (1, 1, ${moved.book(flight).page_count}, '0001-01-01 00:00:00', '0001-01-01 00:00:00', ${time}, ${time}),
        (2, 2, 2, ${time}, ${time}, '0001-01-01 00:00:00', '2025-02-03 00:00:00'), (2, 4, 20, ${time}, ${time}, ${time}, '2025-03-03 00:00:00');
      INSERT INTO AppUserBookmark (Id, AppUserId, ChapterId, Page, Created, CreatedUtc) VALUES (1, 2, 1, 0, ${time}, ${time})`);
    // A chosen cover of a series, of the only chapter of a volume, one that is not chosen, and one that is gone.
    database.exec(`UPDATE Series SET CoverImage = 'series1.png', CoverImageLocked = 1 WHERE Id = 1;
      UPDATE Volume SET CoverImage = 'v2_c0.png', CoverImageLocked = 1 WHERE Id = 2;
      UPDATE Chapter SET CoverImage = 'v1_c1.png', CoverImageLocked = Id - 1 WHERE Id IN (1, 2);
      UPDATE Chapter SET CoverImage = '../kavita.db', CoverImageLocked = 1 WHERE Id = 3`);
    database.close();
    mkdirSync(join(folder, 'covers'));
    for (const name of ['series1', 'v2_c0']) {
      writeFileSync(join(folder, 'covers', `${name}.png`), pngPage(20, 30, 90));
    }
  });

  test('people, positions, annotations, ratings, lists, Want to read and locked fields are imported', async () => {
    const id = await importAll('kavita', file);
    const books = await lines(id, 'book');
    expect(books.map(({ target }) => target?.id)).toEqual(paths.map(idOf));
    expect(rows(`SELECT username, email, role, can_download FROM users ORDER BY pk`)).toEqual([
      expect.objectContaining({ username: 'admin' }),
      { username: 'boss', email: 'boss@example.com', role: 'admin', can_download: 1 },
      { username: 'kid', email: null, role: 'reader', can_download: 0 },
    ]);
    expect(rows('SELECT all_libraries, max_age, shows_unrated FROM content_restrictions')).toEqual([
      { all_libraries: 0, max_age: 13, shows_unrated: 0 },
    ]);
    const [first, second, third] = places() as Record<string, unknown>[];
    expect(first).toMatchObject({ person: 'boss', id: idOf(flight), done: 1 });
    expect(first?.['read_at']).toBe('2025-01-02T03:04:05.123Z');
    expect(second).toMatchObject({ person: 'kid', id: idOf(rainbow), page: 3, done: 0 });
    const share = (third?.['page'] as number) / moved.book(moby).page_count;
    expect([third?.['id'], share]).toEqual([idOf(moby), expect.closeTo(0.5, 1)]);
    expect(rows('SELECT rating, review FROM ratings')).toEqual([{ rating: 7, review: 'Good.' }]);
    expect(rows('SELECT kind, page FROM annotations')).toEqual([{ kind: 'bookmark', page: 1 }]);
    expect(readLists()).toEqual([
      ['In order', idOf(contest)],
      ['In order', idOf(flight)],
    ]);
    const { series_id } = moved.book(flight);
    const wanted = rows('SELECT s.id FROM wanted w JOIN series s ON s.pk = w.series_pk');
    const collected = rows(
      'SELECT s.id FROM collection_series e JOIN series s ON s.pk = e.series_pk',
    );
    expect([wanted, collected]).toEqual([[{ id: series_id }], [{ id: series_id }]]);
    const params = { id: series_id };
    const { values, locks } = await moved.octavo.api.call(getSeriesMetadata, { params });
    expect(values).toMatchObject({
      ...{ summary: 'A witch and a cat.', status: 'hiatus', genres: ['Comedy'] },
      authors: [{ name: 'David Revoy', role: 'writer' }],
    });
    expect(locks).toMatchObject({ summary: true, status: true, genres: true, language: false });
    const book = await metadata(idOf(rainbow));
    expect(book).toMatchObject({ values: { title: 'Rainbows' }, locks: { title: true } });
    const chosen = (table: string) =>
      rows<{ id: string }>(`SELECT id FROM ${table} WHERE cover_choice ->> 'upload' IS NOT NULL`);
    expect(chosen('series')).toEqual([{ id: series_id }]);
    expect(chosen('books')).toEqual([{ id: idOf(moby) }]);
    expect((await lines(id, 'cover')).map(({ state }) => state)).toEqual(['new', 'new']);
    const again = await importAll('kavita', file);
    expect((await moved.get(again)).counts.filter(({ imported }) => imported > 0)).toEqual([]);
    await undo(id);
    expect([...chosen('series'), ...chosen('books')]).toEqual([]);
  }, 120_000);

  test('a newer or unknown database is refused', async () => {
    const database = new SQLite(file);
    database.exec(`INSERT INTO __EFMigrationsHistory VALUES ('20990101000000_Later', '12')`);
    expect((await moved.read('kavita', file)).error).toMatch(/newer version of Kavita/);
    database.exec('DROP TABLE AppUserProgresses');
    database.close();
    expect((await moved.read('kavita', file)).error).toMatch(/AppUserProgresses is missing/);
  });
});
