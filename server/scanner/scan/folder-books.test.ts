import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it, test } from 'vitest';

import { createPageSource } from '../../media/pages/page-source.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
const put = (path: string, data: Buffer | string = pngPage()) => {
  mkdirSync(dirname(pathOf(path)), { recursive: true });
  writeFileSync(pathOf(path), data);
};
/** The folders are new; without this, the scan would wait. */
const scan = () => library.scan('normal', { quietMs: 0 });
const paths = () => library.books().map(({ path }) => path);
const only = () => {
  const [book, ...others] = library.books();
  if (!book || others.length > 0) throw new Error(`${others.length + 1} books`);
  return book;
};
const names = () => library.pages(only().pk).map(({ filename }) => filename);

it('is a book with its images in natural order, without junk, titled by its ComicInfo', async () => {
  for (const name of ['10.png', '2.png', '1.png', '.hidden.png', 'Thumbs.db', 'notes.txt']) {
    put(`Alpha/Chapter 1.5/${name}`);
  }
  put('Alpha/Chapter 1.5/ComicInfo.xml', '<ComicInfo><Title>Half</Title></ComicInfo>');
  await scan();
  expect(only()).toMatchObject({
    path: 'Alpha/Chapter 1.5',
    format: 'folder',
    title: 'Half',
    number: 1.5,
    page_count: 3,
    series: 'Alpha',
    file_hash: null,
  });
  expect(names()).toEqual(['1.png', '2.png', '10.png']);
  expect(await library.analyze()).toEqual({ analyzed: 1, failed: 0 });
  expect(library.pages(only().pk)[0]).toMatchObject({ width: 8, height: 12 });
});

test.each([
  ['an image at the root', ['page 1.png'], []],
  ['a picture beside archives', ['A/A 1.cbz', 'A/scan.png'], ['A/A 1.cbz']],
  ['a cover and a banner alone', ['A/cover.png', 'A/banner.png'], []],
  ['a picture above folders of books', ['A/art.png', 'A/1/1.png', 'A/1/2.png'], ['A/1']],
  ['pages above folders of books', ['A/1.png', 'A/2.png', 'A/3.png', 'A/B/1.png'], ['A', 'A/B']],
  ['a folder with one page', ['A/1.png'], ['A']],
])('%s', async (_, files, books) => {
  for (const file of files) {
    if (file.endsWith('.cbz')) writeCbz(pathOf(file), 1);
    else put(file);
  }
  await scan();
  expect(paths()).toEqual(books);
});

it('keeps its id and its pages when it moves, and follows every change of what it holds', async () => {
  put('A/1.png');
  put('A/2.png');
  await scan();
  await library.analyze();
  const { id } = only();
  expect((await scan()).progress.books_updated).toBe(0);

  renameSync(pathOf('A'), pathOf('B'));
  await scan();
  expect(only()).toMatchObject({ id, path: 'B', analyzed: 1 });

  renameSync(pathOf('B/2.png'), pathOf('B/0.png'));
  await scan();
  expect(only()).toMatchObject({ id, analyzed: 0 });
  expect(names()).toEqual(['0.png', '1.png']);

  put('B/1.png', pngPage(8, 12, 7));
  utimesSync(pathOf('B/1.png'), new Date(), new Date(Date.now() + 5000));
  expect((await scan()).progress.books_updated).toBe(1);

  rmSync(pathOf('B/0.png'));
  await scan();
  expect(names()).toEqual(['1.png']);
  await library.analyze(true);
  expect(only()).toMatchObject({ id, analyzed: 1, page_count: 1 });
});

it.skipIf(leftOutOnWindows('links to files take rights there'))(
  'reads its pages, also through a link, and nothing outside of it',
  async () => {
    put('A/1.png', pngPage(8, 12, 1));
    put('../elsewhere.png', pngPage(8, 12, 2));
    symlinkSync(pathOf('../elsewhere.png'), pathOf('A/2.png'));
    await scan();
    const pages = library.pages(only().pk);
    const source = createPageSource();
    const read = (page?: StoredPage) => (page ? source.read(pathOf('A'), page) : null);
    expect(await read(pages[0])).toEqual(pngPage(8, 12, 1));
    expect(await read(pages[1])).toEqual(pngPage(8, 12, 2));
    const page = pages[0] as StoredPage;
    for (const filename of ['../../elsewhere.png', '..', pathOf('../elsewhere.png')]) {
      await expect(source.read(pathOf('A'), { ...page, filename })).rejects.toThrow(
        /is not in its folder/,
      );
    }
    await expect(source.read(pathOf('A'), { ...page, filename: '9.png' })).rejects.toThrow(
      /no longer exists/,
    );
    await source.close();
  },
);

it('lists a page that is not an image with an error, and the others', async () => {
  put('A/1.png', 'no image');
  put('A/2.png');
  await scan();
  expect(await library.analyze()).toEqual({ analyzed: 1, failed: 0 });
  const [first, second] = library.pages(only().pk);
  expect(first).toHaveProperty('error', expect.stringMatching(/not an image/));
  expect(second).not.toHaveProperty('error');
});
