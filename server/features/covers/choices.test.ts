import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { analyzeBook, listBooks } from '../../../shared/api/books.ts';
import {
  chooseBookCover,
  chooseSeriesCover,
  getBookCover,
  getSeriesCover,
  resetBookCover,
  resetSeriesCover,
  uploadBookCover,
  uploadSeriesCover,
} from '../../../shared/api/covers.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { newId } from '../../database/ids.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryId: string;
let series: string;
/** Ids of books 1 and 2; page n of book m is m0n pixels wide. */
let first: string;
let second: string;

const write = (book: number, pages = [1, 2]) =>
  writeCbz(
    join(root, `Saga/${book}.cbz`),
    pages.map((page) => ({ name: `${page}.png`, data: pngPage(book * 100 + page, 200, page) })),
  );
const scan = async () => {
  await octavo.api.call(startScan, { params: { id: libraryId }, query: { mode: 'deep' } });
  await octavo.idle();
};
const widthOf = async (path: string) => {
  const response = await octavo.request(`${path}/thumbnail`);
  if (response.status !== 200) return response.status;
  return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width;
};
const bookWidth = (id: string) => widthOf(`/books/${id}`);
const seriesWidth = () => widthOf(`/series/${series}`);
const image = (width: number) =>
  sharp({ create: { width, height: 90, channels: 3, background: '#a33' } });
const bytes = async (made: Sharp) => new Uint8Array(await made.toBuffer());

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-covers-'));
  octavo = await startTestServer();
  write(1);
  write(2);
  const body = { name: 'Comics', path: root };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await scan();
  const { data } = await octavo.api.call(listBooks, { query: { sort: 'number' } });
  first = data[0]?.id ?? '';
  second = data[1]?.id ?? '';
  series = data[0]?.series_id ?? '';
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a chosen page stays the cover when the file is replaced and read again', async () => {
  const params = { id: first };
  expect(await octavo.api.call(getBookCover, { params })).toMatchObject({ source: 'automatic' });
  const chosen = await octavo.api.call(chooseBookCover, { params, body: { page: 2 } });
  expect(chosen).toEqual({ source: 'page', book_id: first, page: 2, upload_id: null });
  expect([await bookWidth(first), await seriesWidth()]).toEqual([102, 102]);
  write(1, [1, 2, 3]);
  await scan();
  await octavo.api.call(analyzeBook, { params });
  await octavo.idle();
  expect(await bookWidth(first)).toBe(102);
  await octavo.api.call(resetBookCover, { params });
  expect(await bookWidth(first)).toBe(101);
  const call = octavo.api.call(chooseBookCover, { params, body: { page: 9 } });
  await expect(call).rejects.toMatchObject({ code: 'BadRequest' });
});

test('a page that a replaced file has not any more makes way for the first', async () => {
  const params = { id: second };
  await octavo.api.call(chooseBookCover, { params, body: { page: 2 } });
  write(2, [1]);
  await scan();
  expect(await bookWidth(second)).toBe(201);
  write(2);
  await scan();
  expect(await bookWidth(second)).toBe(202);
  await octavo.api.call(resetBookCover, { params });
});

test('a series shows the book or the page that was chosen', async () => {
  const params = { id: series };
  await octavo.api.call(chooseSeriesCover, { params, body: { book_id: second } });
  expect(await seriesWidth()).toBe(201);
  await octavo.api.call(chooseSeriesCover, { params, body: { book_id: second, page: 2 } });
  expect([await seriesWidth(), await bookWidth(second)]).toEqual([202, 201]);
  expect(await octavo.api.call(getSeriesCover, { params })).toEqual({
    source: 'page',
    book_id: second,
    page: 2,
    upload_id: null,
  });
  await octavo.api.call(resetSeriesCover, { params });
  expect(await seriesWidth()).toBe(101);
  const stranger = octavo.api.call(chooseSeriesCover, { params, body: { book_id: newId() } });
  await expect(stranger).rejects.toMatchObject({ code: 'BadRequest' });
});

test('an uploaded image is the cover, whatever happens to the file, until it is removed', async () => {
  const kept = () => readdirSync(join(octavo.dataDir, 'covers'), { recursive: true }).map(String);
  const params = { id: first };
  for (const [made, width] of [
    [image(60).png(), 60],
    [image(61).jpeg(), 61],
    [image(62).webp(), 62],
    [image(63).avif(), 63],
  ] as const) {
    const chosen = await octavo.api.call(uploadBookCover, { params, body: await bytes(made) });
    expect(chosen).toMatchObject({ source: 'upload', upload_id: expect.any(String) as string });
    expect(await bookWidth(first)).toBe(width);
  }
  expect(kept().filter((name) => name.includes(first))).toHaveLength(4);
  writeFileSync(join(root, 'Saga/1.cbz'), 'damaged');
  await scan();
  expect(await bookWidth(first)).toBe(63);
  write(1);
  await scan();
  await octavo.api.call(resetBookCover, { params });
  expect(await bookWidth(first)).toBe(101);
  await octavo.api.call(uploadSeriesCover, {
    params: { id: series },
    body: await bytes(image(64).png()),
  });
  expect([await seriesWidth(), await bookWidth(first)]).toEqual([64, 101]);
});

test('only images that can be shown are taken', async () => {
  const bomb = pngPage(1, 1);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  for (const [body, sentence] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'PNG, JPEG, WebP or AVIF'],
    ['', 'PNG, JPEG, WebP or AVIF'],
    [bomb, ''],
    [pngPage(4, 4).subarray(0, 30), ''],
  ] as const) {
    const response = await octavo.request(`/books/${first}/cover`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(sentence);
  }
  const large = { method: 'POST', headers: { 'content-type': 'image/png' } };
  const body = new Uint8Array(21 * 1024 * 1024);
  expect((await octavo.request(`/books/${first}/cover`, { ...large, body })).status).toBe(413);
  expect(await octavo.api.call(getBookCover, { params: { id: first } })).toMatchObject({
    source: 'automatic',
  });
});

test('readers choose no covers', async () => {
  const headers = await addUser(octavo.dataDir, { username: 'ann', role: 'reader' });
  const params = { id: first };
  const call = octavo.api.call(chooseBookCover, { params, body: { page: 1 }, headers });
  await expect(call).rejects.toMatchObject({ code: 'Forbidden' });
});
