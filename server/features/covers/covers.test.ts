import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Content } from '../../http/api/content.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { createCoverUploads } from '../../media/cover-uploads.ts';
import { createImageQueue } from '../../media/image-queue.ts';
import { createPageSource, type PageSource } from '../../media/pages/page-source.ts';
import { unfinishedFolder } from '../../media/cover-files.ts';
import { createThumbnails } from '../../media/thumbnails.ts';
import {
  createTestStore,
  fileColumns,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { pngPage, writeCbz, type TestEntry } from '../../testing/zip.ts';
import { createCoversService, type CoversService } from './service.ts';
import { createCoversStore } from './store.ts';

let home: TestStore;
let library: SeededLibrary;
let saga: SeededSeries;
let source: PageSource;
let reads: number;
let covers: CoversService;

beforeEach(() => {
  home = createTestStore();
  library = seedLibrary(home.database, { path: join(home.dir, 'library') });
  saga = seedSeries(home.database, library);
  source = createPageSource();
  reads = 0;
  covers = createCoversService({
    store: createCoversStore(home.database),
    uploads: createCoverUploads({ dir: join(home.dir, 'covers') }),
    thumbnails: createThumbnails({ dir: join(home.dir, 'thumbnails'), queue: createImageQueue() }),
    pages: {
      read: (path, page) => {
        reads += 1;
        return source.read(path, page);
      },
    },
  });
});
afterEach(async () => {
  await source.close();
  home.close();
});

const addBook = async (
  series: SeededSeries,
  number: number,
  entries: readonly TestEntry[] = [{ name: '1.png', data: pngPage(600, 900, number) }],
): Promise<SeededBook> => {
  const path = join(library.path, series.path, `Book ${number}.cbz`);
  writeCbz(path, entries);
  const { pages, fingerprint } = await openBook(path, readFileSync(path).length);
  return seedBook(home.database, series, { number, fingerprint, ...fileColumns(path) }, pages);
};

const imageOf = async ({ body }: Content) => sharp(body as Buffer).metadata();

test('a cover is JPEG, or WebP for those who name it, and at most 400 px wide', async () => {
  const book = await addBook(saga, 1);
  const jpeg = await covers.book(book.id, 'image/*');
  expect(jpeg).toMatchObject({ media_type: 'image/jpeg', vary: 'accept' });
  expect(await imageOf(jpeg)).toMatchObject({ format: 'jpeg', width: 400, height: 600 });
  const webp = await covers.book(book.id, 'image/avif,image/webp,*/*');
  expect(webp.media_type).toBe('image/webp');
  expect(await imageOf(webp)).toMatchObject({ format: 'webp', width: 400 });
  expect(webp.etag).not.toBe(jpeg.etag);
  expect(webp.etag).not.toContain('"');
});

test('a cover is made once, kept on disk, and made again for a replaced file', async () => {
  const book = await addBook(saga, 1);
  const [first] = await Promise.all([
    covers.book(book.id, undefined),
    covers.book(book.id, undefined),
  ]);
  expect((await covers.book(book.id, undefined)).etag).toBe(first.etag);
  expect(reads).toBe(1);
  const unfinished = unfinishedFolder(join(home.dir, 'thumbnails'));
  expect(readdirSync(unfinished)).toEqual([]);
  const folders = [book.id.slice(-3), basename(unfinished)];
  expect(readdirSync(join(home.dir, 'thumbnails')).sort()).toEqual(folders);
  home.database.prepare(`UPDATE books SET fingerprint = 'other' WHERE id = ?`).run(book.id);
  expect((await covers.book(book.id, undefined)).etag).not.toBe(first.etag);
});

test('a page that cannot be decoded is passed over for the next', async () => {
  const book = await addBook(saga, 1, [
    { name: '1.jpg', data: 'not an image' },
    { name: '2.png', data: pngPage(60, 90) },
  ]);
  expect(await imageOf(await covers.book(book.id, undefined))).toMatchObject({ width: 60 });
});

test('a series shows its first book in order that can be read', async () => {
  await addBook(saga, 10, [{ name: '1.png', data: pngPage(10, 10) }]);
  await addBook(saga, 2, [{ name: '1.png', data: pngPage(20, 20) }]);
  seedBook(home.database, saga, { number: 1, error: 'The archive is cut off.' });
  seedBook(home.database, saga, { number: 0, missing_since: '2020-01-01T00:00:00.000Z' });
  expect(await imageOf(await covers.series(saga.id, undefined))).toMatchObject({ width: 20 });
});

test('a library shows its first series by name', async () => {
  await addBook(saga, 1, [{ name: '1.png', data: pngPage(10, 10) }]);
  const akira = seedSeries(home.database, library, { name: 'Akira' });
  await addBook(akira, 1, [{ name: '1.png', data: pngPage(30, 30) }]);
  seedSeries(home.database, library, { name: 'Aaa, without a book' });
  expect(await imageOf(await covers.library(library.id, undefined))).toMatchObject({ width: 30 });
});

test('a record without a cover is not found, with the reason', async () => {
  const broken = seedBook(home.database, saga, { error: 'The archive is cut off.' });
  await expect(covers.book(broken.id, undefined)).rejects.toMatchObject({
    code: 'NotFound',
    message: `Book ${broken.id} has no cover. The archive is cut off.`,
  });
  await expect(covers.series(saga.id, undefined)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(covers.library(library.id, undefined)).rejects.toMatchObject({ code: 'NotFound' });
  const undecodable = await addBook(saga, 2, [{ name: '1.jpg', data: 'not an image' }]);
  await expect(covers.book(undecodable.id, undefined)).rejects.toMatchObject({ code: 'NotFound' });
  const empty = seedBook(home.database, saga, { number: 3 });
  await expect(covers.book(empty.id, undefined)).rejects.toMatchObject({ code: 'NotFound' });
});

test.each(['book', 'series', 'library'] as const)('an unknown %s is not found', async (kind) => {
  const id = crypto.randomUUID();
  await expect(covers[kind](id, undefined)).rejects.toThrow(`${id} was not found`);
});
