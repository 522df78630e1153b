import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { encodePages } from '../../media/page-json.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { writeCbz } from '../../testing/zip.ts';

const long = '2020-01-01T00:00:00.000Z';

let library: TestLibrary;
beforeEach(async () => {
  library = createTestLibrary();
  for (const number of [1, 2]) {
    writeCbz(join(library.root, `Alpha/Alpha ${number}.cbz`), 4, '<Writer>Ann</Writer>');
    writeCbz(join(library.root, `Beta/Beta ${number}.cbz`), 4);
  }
  await library.scan();
  await library.analyze();
  run(`UPDATE books SET modified_at = '${long}'`);
  run(`UPDATE series SET date_updated = '${long}', metadata_updated_at = '${long}'`);
});
afterEach(() => library.close());

const run = (sql: string, ...values: unknown[]) => library.database.prepare(sql).run(...values);
const rows = (sql: string) => library.database.prepare<[], Record<string, unknown>>(sql).all();

/** Makes the records as if an older version of the scanner had read these books. */
const readByOldVersion = (path = '%') =>
  run('UPDATE books SET reader_version = 0 WHERE path LIKE ?', path);
/** Rearranges the stored pages of the first book. */
const listPages = (rearrange: (pages: StoredPage[]) => StoredPage[]) => {
  const pages = rearrange(library.pages(1));
  run('UPDATE book_pages SET pages = ? WHERE book_pk = 1', encodePages(pages));
  run('UPDATE books SET page_count = ? WHERE pk = 1', pages.length);
};

test('what a newer version reads from unchanged files appears, beneath edits', async () => {
  readByOldVersion();
  run(`UPDATE books SET title = 'Mine', locked_fields = '["title"]', number = 7,
    metadata = json_remove(metadata, '$.authors') WHERE path = 'Alpha/Alpha 1.cbz'`);
  run(`UPDATE series SET authors = '[]'`);
  const { progress, events } = await library.scan();
  expect(progress).toMatchObject({ books_added: 0, books_updated: 1, books_removed: 0 });
  expect(library.books()[0]).toMatchObject({ title: 'Mine', number: 1, analyzed: 1 });
  const [alpha] = rows(
    `SELECT authors, date_updated, metadata_updated_at FROM series ORDER BY name`,
  );
  expect(alpha).toMatchObject({ date_updated: long });
  expect(alpha?.['authors']).toContain('Ann');
  expect(alpha?.['metadata_updated_at']).not.toBe(long);
  expect(events.map(({ type }) => type).sort()).toEqual([
    ...['book_updated', 'library_updated', 'series_updated'],
  ]);
  expect((await library.scan()).progress.books_updated).toBe(0);
});

test('books and series about which it reads nothing new do not count as updated', async () => {
  readByOldVersion();
  // As an older version wrote it, without fields that came later.
  run(`UPDATE books SET metadata = json_remove(metadata, '$.identifiers')`);
  const { progress, events } = await library.scan();
  expect(progress.books_updated).toBe(0);
  expect(events.map(({ type }) => type)).toEqual(['library_updated']);
  const dates = `SELECT modified_at AS d FROM books UNION SELECT date_updated FROM series
    UNION SELECT metadata_updated_at FROM series`;
  expect(rows(dates)).toEqual([{ d: long }]);
  expect(rows(`SELECT 1 FROM books WHERE reader_version = 0 OR analyzed = 0`)).toEqual([]);
  expect(rows('SELECT added + changed + moved AS n FROM scan_reports ORDER BY pk DESC')[0]).toEqual(
    { n: 0 },
  );
});

test('what a deep scan finds unchanged does not count as updated', async () => {
  const { progress, events } = await library.scan('deep');
  expect(progress.books_updated).toBe(0);
  expect(events.map(({ type }) => type)).toEqual(['library_updated']);
  const dates = `SELECT modified_at AS d FROM books UNION SELECT date_updated FROM series
    UNION SELECT metadata_updated_at FROM series`;
  expect(rows(dates)).toEqual([{ d: long }]);
});

test('a series that is described differently counts as updated after a deep scan', async () => {
  writeFileSync(
    join(library.root, 'Alpha/series.json'),
    JSON.stringify({ metadata: { description_text: 'About Alpha' } }),
  );
  const { events } = await library.scan('deep');
  expect(events.map(({ type }) => type)).toEqual(['series_updated', 'library_updated']);
  expect(rows(`SELECT name FROM series WHERE date_updated <> '${long}'`)).toEqual([
    { name: 'Alpha' },
  ]);
});

test('a scan that was cancelled goes on, and books of the rest do not count as updated', async () => {
  readByOldVersion();
  const alpha = `(SELECT pk FROM series WHERE name = 'Alpha')`;
  run(`INSERT INTO stale_series (series_pk, is_quiet) VALUES (${alpha}, 1)`);
  run(`UPDATE books SET reader_version = 1 WHERE path LIKE 'Alpha%'`);
  run(`UPDATE series SET authors = '[]'`);
  await library.scan();
  const series = rows('SELECT authors, date_updated FROM series ORDER BY name');
  expect(series).toMatchObject([{ date_updated: long }, { date_updated: long }]);
  expect(series[0]?.['authors']).toContain('Ann');
});

test('places follow their pages where a newer version lists them in another way', async () => {
  const first = library.books()[0]?.id ?? '';
  library.startReading(first);
  run(`UPDATE books SET cover_choice = '{"page":4}' WHERE pk = 1`);
  readByOldVersion('Alpha/Alpha 1.cbz');
  // The second of five pages was a picture that is none now.
  const picture = (page: StoredPage) => ({ ...page, filename: 'thumbnail.png' });
  listPages((pages) => [
    ...pages.slice(3),
    ...pages.slice(0, 1).map(picture),
    ...pages.slice(0, 3),
  ]);
  run('UPDATE progress SET current_page = 4');
  run(`INSERT INTO annotations (id, user_pk, book_pk, kind, page, search_key, created_at, updated_at)
    VALUES ('a', 1, 1, 'bookmark', 5, '', '', ''), ('b', 1, 1, 'bookmark', 2, '', '', '')`);
  await library.scan();
  expect(library.pages(1).map(({ filename }) => filename)).toEqual(
    [1, 2, 3, 4].map((page) => `page ${page}.png`),
  );
  expect(library.books()[0]).toMatchObject({ page_count: 4, analyzed: 0 });
  expect(library.pageReached(first)).toBe(2);
  expect(rows('SELECT page FROM annotations ORDER BY id')).toEqual([{ page: 3 }, { page: 4 }]);
  expect(rows('SELECT cover_choice FROM books WHERE pk = 1')).toEqual([
    { cover_choice: '{"page":2}' },
  ]);
});

test('another first page becomes the cover, and no other cover is made again', async () => {
  const covers = () =>
    new Map(
      readdirSync(library.thumbnailsDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))]),
    );
  const right = covers();
  listPages((pages) => pages.toReversed());
  run('UPDATE books SET analyzed = 0, cover_ratio = NULL WHERE pk = 1');
  await library.analyze();
  const wrong = covers();
  readByOldVersion();
  await library.scan();
  expect(await library.analyze()).toEqual({ analyzed: 1, failed: 0 });
  expect(covers()).toEqual(right);
  expect([...wrong].filter(([name, image]) => !right.get(name)?.equals(image))).toHaveLength(1);
});
