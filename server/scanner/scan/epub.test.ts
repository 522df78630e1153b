import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { writeCbz } from '../../testing/zip.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

/** A book with texts of this many characters. */
const writeBook = (characters: number, texts = 1) => {
  const ids = Array.from({ length: texts }, (_, index) => `a${index}`);
  const items = ids.map(
    (id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = ids.map((id) => `<itemref idref="${id}"/>`);
  const data = `<html><body><p>${'x'.repeat(characters)}</p></body></html>`;
  writeCbz(join(library.root, 'Ann', 'Book.epub'), [
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      data: `<package><metadata><title>Book</title></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    },
    ...ids.map((id) => ({ name: `${id}.xhtml`, data, deflate: texts > 1 })),
  ]);
};

const progress = () =>
  library.database
    .prepare<[], { current_page: number; page_count: number }>(
      'SELECT p.current_page, b.page_count FROM progress p JOIN books b ON b.pk = p.book_pk',
    )
    .get();

const scanAndAnalyze = async () => {
  await library.scan();
  await library.analyze();
};

const readTo = (page: number) => {
  const [book] = library.books();
  if (!book) throw new Error('No book');
  library.startReading(book.id);
  library.database.prepare('UPDATE progress SET current_page = ?').run(page);
};

it('counts the pages of a text when it is analysed, one for each 1,024 characters', async () => {
  writeBook(10 * 1024 + 1);
  await library.scan();
  expect(library.books()[0]).toMatchObject({ page_count: 0, analyzed: 0, error: null });
  await library.analyze();
  expect(library.books()[0]).toMatchObject({ page_count: 11, analyzed: 1, error: null });
});

it('counts no more than fifty million characters of a book', async () => {
  writeBook(9_000 * 1024, 8);
  await scanAndAnalyze();
  expect(library.books()[0]).toMatchObject({ page_count: 6 * 9_000 + 2, analyzed: 1, error: null });
});

it('keeps the place of a reader in a text that became longer or shorter', async () => {
  writeBook(10 * 1024);
  await scanAndAnalyze();
  readTo(5);
  writeBook(20 * 1024);
  await library.scan();
  // The progress is unchanged until the text is recounted.
  expect(progress()).toEqual({ current_page: 5, page_count: 10 });
  await library.analyze();
  expect(progress()).toEqual({ current_page: 10, page_count: 20 });
  writeBook(1024);
  await scanAndAnalyze();
  expect(progress()).toEqual({ current_page: 1, page_count: 1 });
});

it.each([0, 1])('is finished at its end when its pages are counted after page %s', async (page) => {
  writeBook(3 * 1024);
  await library.scan();
  readTo(page);
  library.database.exec(`UPDATE progress SET is_completed = 1;
    INSERT INTO reading_places (id, user_pk, book_pk, current_page, is_completed, device_id, device_name,
      began_at, read_at) SELECT 'place', user_pk, book_pk, current_page, 1, '', '', '', '' FROM progress`);
  await library.analyze();
  expect(progress()).toEqual({ current_page: 3, page_count: 3 });
  const places = library.database.prepare('SELECT current_page FROM reading_places').pluck().all();
  expect(places).toEqual([3]);
});

it('finds a damaged text when it looks closely', async () => {
  writeBook(3 * 1024);
  await scanAndAnalyze();
  const path = join(library.root, 'Ann', 'Book.epub');
  const bytes = readFileSync(path);
  const inside = bytes.indexOf('xxxx');
  bytes.fill('y', inside, inside + 2);
  writeFileSync(path, bytes);
  // A recently written file would be waited for.
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  await library.scan('deep');
  const [book] = library.books();
  expect(book?.error).toBe(
    'Every page of the archive is damaged. Copy or download the file again.',
  );
});

it('reads a text again without forgetting its pages', async () => {
  writeBook(3 * 1024);
  await scanAndAnalyze();
  readTo(2);
  await library.analyze(true);
  expect(progress()).toEqual({ current_page: 2, page_count: 3 });
  expect(library.books()[0]).toMatchObject({ analyzed: 1, error: null });
});
