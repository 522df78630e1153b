import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import {
  chooseBookCover,
  chooseSeriesCover,
  resetSeriesCover,
} from '../../../shared/api/covers.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { getSeries } from '../../../shared/api/series.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
/** Ids of books 1 and 2: a portrait page of 1:2 and a wide one of 3:2; then the other way round. */
let first: string;
let second: string;
let series: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-cover-ratio-'));
  const shapes = { tall: pngPage(100, 200, 1), wide: pngPage(300, 200, 2) };
  writeCbz(join(root, 'Saga/1.cbz'), [
    { name: '1.png', data: shapes.tall },
    { name: '2.png', data: shapes.wide },
  ]);
  writeCbz(join(root, 'Saga/2.cbz'), [
    { name: '1.png', data: shapes.wide },
    { name: '2.png', data: shapes.tall },
  ]);
  octavo = await startTestServer();
  const { id } = await octavo.api.call(createLibrary, { body: { name: 'Comics', path: root } });
  await octavo.api.call(startScan, { params: { id }, query: { mode: 'deep' } });
  await octavo.idle();
  const { data } = await octavo.api.call(listBooks, { query: { sort: 'number' } });
  first = data[0]?.id ?? '';
  second = data[1]?.id ?? '';
  series = data[0]?.series_id ?? '';
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const ofBook = async (id: string) =>
  (await octavo.api.call(getBook, { params: { id } })).cover_ratio;
const ofSeries = async () =>
  (await octavo.api.call(getSeries, { params: { id: series } })).cover_ratio;

test('a scan stores the shape of the covers before a page asks for them', async () => {
  const { data } = await octavo.api.call(listBooks, { query: { sort: 'number' } });
  expect(data.map((book) => book.cover_ratio)).toEqual([0.5, 1.5]);
  expect(await ofSeries()).toBe(0.5);
});

test('the shape of a chosen cover is known after it was shown once', async () => {
  const params = { id: first };
  await octavo.api.call(chooseBookCover, { params, body: { page: 2 } });
  expect(await ofBook(first)).toBeNull();
  await octavo.request(`/books/${first}/thumbnail`);
  await vi.waitFor(async () => expect(await ofBook(first)).toBe(1.5));
  expect(await ofSeries()).toBe(1.5);
});

test('the cover of a series has the shape of the book or page that was chosen', async () => {
  const params = { id: series };
  await octavo.api.call(chooseSeriesCover, { params, body: { book_id: second } });
  expect(await ofSeries()).toBe(1.5);
  await octavo.api.call(chooseSeriesCover, { params, body: { book_id: second, page: 2 } });
  expect(await ofSeries()).toBeNull();
  await octavo.request(`/series/${series}/thumbnail`);
  await vi.waitFor(async () => expect(await ofSeries()).toBe(0.5));
  // The cover that it would have without a choice is not its shape.
  await octavo.request(`/series/${series}/cover/automatic`);
  await octavo.api.call(resetSeriesCover, { params });
  expect(await ofSeries()).toBe(1.5);
});
