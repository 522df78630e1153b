import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createLibrary } from '../../../shared/api/libraries.ts';
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
  const [first, second, ...others] = await found();
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
