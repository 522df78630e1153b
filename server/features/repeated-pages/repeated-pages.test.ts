import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createAnnotation,
  listAnnotations,
  updateAnnotation,
} from '../../../shared/api/annotations.ts';
import { listBooks } from '../../../shared/api/books.ts';
import {
  applyConversion,
  listConversionFiles,
  planConversion,
  undoConversion,
} from '../../../shared/api/conversions.ts';
import { chooseBookCover, getBookCover } from '../../../shared/api/covers.ts';
import { createLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { getProgress, markBookRead, updateProgress } from '../../../shared/api/progress.ts';
import {
  findRepeatedPages,
  listRepeatedPages,
  updateRepeatedPage,
} from '../../../shared/api/repeated-pages.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let id: string;

const advert = pngPage(30, 40, 7);
const credits = pngPage(20, 40, 9);
const own = (book: number, page: number) => pngPage(10 + book, 20 + page, 128);
const write = (name: string, pages: readonly Buffer[]) =>
  writeFileSync(
    join(root, name),
    zipBytes(pages.map((data, index) => ({ name: `${index + 10}.png`, data }))),
  );
const listOf = (types: readonly string[]) =>
  `<ComicInfo><Pages>${types.map((type, image) => `<Page Image="${image}" Type="${type}"/>`).join('')}</Pages></ComicInfo>`;
const search = async () => {
  await octavo.api.call(findRepeatedPages, { params: { id } });
  await octavo.idle();
};
const found = async (mark?: 'none' | 'advertising' | 'keep') =>
  (await octavo.api.call(listRepeatedPages, { params: { id }, query: mark ? { mark } : {} })).data;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-repeated-'));
  mkdirSync(join(root, 'A'));
  for (let book = 1; book <= 6; book += 1) {
    const pages = Array.from({ length: 8 }, (_, page) => own(book, page));
    write(`A/${book}.cbz`, [credits, ...pages, ...(book === 6 ? [] : [advert])]);
  }
  // A page that its metadata marks as deleted is in the archive, but not in the book.
  const withDeleted = Array.from({ length: 8 }, (_, page) => own(5, page));
  writeFileSync(
    join(root, 'A/5.cbz'),
    zipBytes([
      { name: 'ComicInfo.xml', data: listOf(['Deleted', ...Array<string>(10).fill('Story')]) },
      { name: '00.png', data: own(60, 1) },
      ...[credits, ...withDeleted, advert].map((data, index) => ({
        name: `${index + 10}.png`,
        data,
      })),
    ]),
  );
  // Copies of one book say nothing.
  for (let copy = 1; copy <= 6; copy += 1)
    write(`A/copy ${copy}.cbz`, [own(50, 1), own(50, 2), advert]);
  octavo = await startTestServer();
  id = (
    await octavo.api.call(createLibrary, {
      body: { name: 'Comics', path: root, scan_immediately: true },
    })
  ).id;
  await octavo.idle();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

test('pages of many different books are found, with their places and pictures, and marks last', async () => {
  await search();
  const [first, second, ...others] = (await found()).sort((a, b) => b.cover_count - a.cover_count);
  expect(others).toEqual([]);
  expect([first, second]).toMatchObject([
    { book_count: 6, front_count: 6, cover_count: 6, file_size: advert.length && first?.file_size },
    { book_count: 6, front_count: 1, back_count: 6, cover_count: 0, file_size: advert.length },
  ]);
  expect(first?.file_size).toBe(credits.length);
  const response = await octavo.request(`/repeated-pages/${second?.id ?? ''}/picture`);
  const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(picture).toMatchObject({ format: 'webp', width: 30, height: 40 });

  const params = { id: second?.id ?? '' };
  await octavo.api.call(updateRepeatedPage, { params, body: { mark: 'advertising' } });
  await search();
  expect((await found('advertising')).map((page) => page.id)).toEqual([params.id]);
  expect((await found('none')).map((page) => page.id)).toEqual([first?.id]);
  expect((await octavo.request(`/repeated-pages/${id}/picture`)).status).toBe(404);
});

test('marked pages are removed by a conversion, places follow, and undo brings all back', async () => {
  await octavo.api.call(updateLibrary, { params: { id }, body: { convert_files: true } });
  for (const { id: page } of await found())
    await octavo.api.call(updateRepeatedPage, {
      params: { id: page },
      body: { mark: 'advertising' },
    });
  const bookAt = async (name: string) => {
    const { data } = await octavo.api.call(listBooks, { query: { pageSize: 100 } });
    const book = data.find(({ path }) => path === join(root, 'A', name));
    if (!book) throw new Error(`There is no ${name}`);
    return book;
  };
  const book = await bookAt('1.cbz');
  const before = readFileSync(join(root, 'A/1.cbz'));
  const named = { params: { id: book.id } };
  await octavo.api.call(updateProgress, { ...named, body: { current_page: 4 } });
  const mark = async (page: number) =>
    (await octavo.api.call(createAnnotation, { ...named, body: { kind: 'bookmark', page } })).id;
  const marks = { first: await mark(1), moved: await mark(10), last: await mark(10) };
  await octavo.api.call(chooseBookCover, { ...named, body: { page: 3 } });
  const done = await bookAt('2.cbz');
  await octavo.api.call(markBookRead, { params: { id: done.id } });
  const pagesOfMarks = async () => {
    const { data } = await octavo.api.call(listAnnotations, { query: { book_id: book.id } });
    return Object.fromEntries(
      Object.entries(marks).map(([name, markId]) => [
        name,
        data.find((annotation) => annotation.id === markId)?.page,
      ]),
    );
  };
  const places = async () => ({
    page: (await octavo.api.call(getProgress, named)).current_page,
    marks: await pagesOfMarks(),
    cover: (await octavo.api.call(getBookCover, named)).page,
    done: (await octavo.api.call(getProgress, { params: { id: done.id } })).current_page,
  });
  const former = await places();
  const formerMarks = { first: 1, moved: 10, last: 10 };
  expect(former).toEqual({ page: 4, marks: formerMarks, cover: 3, done: 10 });

  const plan = async (removed_pages: 'behind_first' | 'all') => {
    const conversion = await octavo.api.call(planConversion, {
      params: { id },
      body: { removed_pages },
    });
    await octavo.idle();
    const { data } = await octavo.api.call(listConversionFiles, {
      params: { id: conversion.id },
      query: { pageSize: 100 },
    });
    return { id: conversion.id, files: new Map(data.map((file) => [file.from_path, file])) };
  };
  // The first page stays unless it is chosen; a third of a book is not advertising.
  const careful = await plan('behind_first');
  expect(careful.files.get('A/1.cbz')).toMatchObject({ page_count: 10, removed: [10] });
  expect(careful.files.has('A/6.cbz')).toBe(false);
  expect(careful.files.get('A/copy 1.cbz')).toMatchObject({
    state: 'skipped',
    reason: expect.stringMatching(/^More than a fifth/) as string,
  });
  const conversion = await plan('all');
  expect(conversion.files.get('A/1.cbz')).toMatchObject({ page_count: 10, removed: [1, 10] });
  await octavo.api.call(applyConversion, { params: { id: conversion.id } });
  await octavo.idle();
  expect(await bookAt('1.cbz')).toMatchObject({ id: book.id, page_count: 8, error: null });
  expect(await places()).toEqual({
    ...{ page: 3, marks: { first: 1, moved: 8, last: 8 }, cover: 2, done: 8 },
  });
  expect(await bookAt('5.cbz')).toMatchObject({ page_count: 8, error: null });
  expect(readFileSync(join(root, 'A/5.cbz')).toString('latin1')).toContain(
    listOf(['Deleted', ...Array<string>(8).fill('Story')]),
  );
  // A mark that is moved or made afterwards stays where it is.
  await octavo.api.call(updateAnnotation, { params: { id: marks.moved }, body: { page: 5 } });
  Object.assign(marks, { new: await mark(8) });

  await octavo.api.call(undoConversion, { params: { id: conversion.id }, body: {} });
  await octavo.idle();
  expect(readFileSync(join(root, 'A/1.cbz')).equals(before)).toBe(true);
  expect(await places()).toEqual({ ...former, marks: { ...formerMarks, moved: 6, new: 9 } });
});
