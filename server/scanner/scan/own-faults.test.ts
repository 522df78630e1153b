import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { writeCbz } from '../../testing/zip.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
  for (const path of ['A/A 1.cbz', 'A/A 2.cbz', 'B/B 1.cbz']) add(path);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await library.close();
});

const add = (path: string, pages = 2) => writeCbz(join(library.root, path), pages);
const paths = () => library.books().map(({ path }) => path);
const failOn = (table: string, event: string, condition: string) =>
  library.database.exec(
    `CREATE TRIGGER test_fault BEFORE ${event} ON ${table} WHEN ${condition}
     BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  );
const sound = () => library.database.exec('DROP TRIGGER test_fault');
const scan = async () => (await library.scan()).progress;
const fault = (path: string, detail = 'refused') => ({
  path,
  message: `Octavo itself failed here and left everything as it was: “${detail}”. Please report this.`,
});

test('a new book that cannot be stored leaves nothing behind, and the others are added', async () => {
  failOn('book_pages', 'INSERT', `(SELECT path FROM books WHERE pk = new.book_pk) = 'A/A 2.cbz'`);
  expect((await scan()).errors).toEqual([fault('A/A 2.cbz')]);
  expect(paths()).toEqual(['A/A 1.cbz', 'B/B 1.cbz']);
  sound();
  expect(await scan()).toMatchObject({ errors: [], books_added: 1 });
  expect(paths()).toEqual(['A/A 1.cbz', 'A/A 2.cbz', 'B/B 1.cbz']);
});

test('a changed book that cannot be stored stays as it was, and is tried again', async () => {
  await scan();
  add('A/A 1.cbz', 5);
  add('B/B 1.cbz', 5);
  failOn('books', 'UPDATE OF page_count', `new.path = 'A/A 1.cbz'`);
  expect((await scan()).errors).toEqual([fault('A/A 1.cbz')]);
  expect(library.books().map(({ page_count }) => page_count)).toEqual([2, 2, 5]);
  sound();
  expect((await scan()).errors).toEqual([]);
  expect(library.books().map(({ page_count }) => page_count)).toEqual([5, 2, 5]);
});

test('a series whose summary cannot be stored does not keep the others from theirs', async () => {
  failOn('series', 'UPDATE OF name', `new.path = 'A'`);
  expect((await scan()).errors).toEqual([fault('A')]);
  const unfinished = library.database
    .prepare<[], string>('SELECT path FROM series WHERE pk IN (SELECT series_pk FROM stale_series)')
    .pluck();
  expect(unfinished.all()).toEqual(['A']);
  sound();
  expect((await scan()).errors).toEqual([]);
  expect(unfinished.all()).toEqual([]);
});

test('a book whose file makes the scanner itself fail is left out', async () => {
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    if (this.includes('A 2')) throw new TypeError('no such letter');
    return normalize.call(this, form);
  });
  const { errors } = await scan();
  expect(errors).toEqual([fault('A/A 2.cbz', 'no such letter')]);
  expect(paths()).toEqual(['A/A 1.cbz', 'B/B 1.cbz']);
});

test('a book whose cover makes the analysis itself fail does not keep the others from theirs', async () => {
  await scan();
  library.database.exec(
    `UPDATE book_pages SET cover = 'no page'
     WHERE book_pk = (SELECT pk FROM books WHERE path = 'A/A 1.cbz')`,
  );
  expect(await library.analyze()).toEqual({ analyzed: 2, failed: 1 });
  expect(library.books().map(({ path, error }) => [path, error])).toEqual([
    ['A/A 1.cbz', expect.stringContaining('Octavo itself failed here')],
    ['A/A 2.cbz', null],
    ['B/B 1.cbz', null],
  ]);
});
