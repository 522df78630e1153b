import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
const longAgo = (path: string) => utimesSync(pathOf(path), new Date(2020, 0), new Date(2020, 0));
const half = (path: string) => {
  writeCbz(pathOf(path), 4);
  const whole = readFileSync(pathOf(path));
  writeFileSync(pathOf(path), whole.subarray(0, whole.length / 2));
  return whole;
};

it('waits for a file that is being copied, and lists it without an error', async () => {
  const whole = half('A/A 1.cbz');
  const scan = library.scan('normal', { quietMs: 60_000 });
  await sleep(100);
  expect(library.books()).toEqual([]);
  writeFileSync(pathOf('A/A 1.cbz'), whole);
  longAgo('A/A 1.cbz');
  expect((await scan).progress).toMatchObject({ books_added: 1, error_count: 0 });
  expect(library.books()).toMatchObject([{ page_count: 4, error: null }]);
});

it('lists a broken file that nobody writes to at once', async () => {
  writeCbz(pathOf('A/A 1.cbz'), 1);
  writeFileSync(pathOf('A/A 1.cbz'), '<html>404</html>');
  longAgo('A/A 1.cbz');
  await library.scan('normal', { quietMs: 60_000 });
  expect(library.books()).toMatchObject([{ error: expect.stringMatching(/web page/) as string }]);
});

it('leaves a book as it was while its file is written, and says so', async () => {
  writeCbz(pathOf('A/A 1.cbz'), 4);
  await library.scan();
  const before = library.books();
  half('A/A 1.cbz');
  half('A/A 2.cbz');
  const write = () => {
    const soon = new Date(Date.now() + 900);
    for (const path of ['A/A 1.cbz', 'A/A 2.cbz']) utimesSync(pathOf(path), soon, soon);
  };
  write();
  const writer = setInterval(write, 20);
  const { progress } = await library.scan('normal', { quietMs: 1000 });
  clearInterval(writer);
  expect(progress.errors.map(({ path }) => path)).toEqual(['A/A 1.cbz', 'A/A 2.cbz']);
  expect(progress.errors[0]?.message).toMatch(/still being written/);
  expect(library.books()).toEqual(before);
});

it('waits until all pages of a folder are there', async () => {
  mkdirSync(pathOf('A'));
  writeFileSync(pathOf('A/1.png'), pngPage());
  const scan = library.scan('normal', { quietMs: 60_000 });
  await sleep(100);
  writeFileSync(pathOf('A/2.png'), pngPage());
  for (const path of ['A/1.png', 'A/2.png', 'A']) longAgo(path);
  await scan;
  expect(library.books()).toMatchObject([{ path: 'A', page_count: 2 }]);
});

it('stops waiting when the scan is cancelled', async () => {
  half('A/A 1.cbz');
  const controller = new AbortController();
  const scan = library.scan('normal', { quietMs: 60_000, signal: controller.signal });
  const outcome = scan.catch((reason: unknown) => reason);
  await sleep(100);
  controller.abort(new Error('Enough'));
  expect(await outcome).toMatchObject({ message: 'Enough' });
  expect(library.books()).toEqual([]);
});

it('leaves no series without its summary when the scan is cancelled between its books and its end', async () => {
  writeCbz(pathOf('saga_hc/1.cbz'), 2, '<Series>Saga</Series><Genre>Space</Genre>');
  writeCbz(pathOf('gone/1.cbz'), 2, '<Series>Gone</Series>');
  for (const path of ['saga_hc/1.cbz', 'gone/1.cbz']) longAgo(path);
  half('saga_hc/2.cbz');
  const series = () =>
    library.database.prepare('SELECT name, genres FROM series ORDER BY path').all();
  const stale = () => library.database.prepare('SELECT count(*) FROM stale_series').pluck().get();
  const controller = new AbortController();
  const scan = library.scan('normal', { quietMs: 60_000, signal: controller.signal });
  while (library.books().length < 2) await sleep(5);
  controller.abort(new Error('Enough'));
  await expect(scan).rejects.toThrow('Enough');
  expect(series()).toEqual([
    { name: 'gone', genres: '[]' },
    { name: 'saga hc', genres: '[]' },
  ]);
  // Both files are unchanged for the next scan.
  longAgo('saga_hc/2.cbz');
  await library.scan('normal', { quietMs: 60_000 });
  expect(series()).toEqual([
    { name: 'Gone', genres: '[]' },
    { name: 'Saga', genres: '["Space"]' },
  ]);
  expect(stale()).toBe(0);
});
