import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getBook, listBooks, listBooksOnDeck } from '../../shared/api/books.ts';
import { listPages } from '../../shared/api/pages.ts';
import {
  getProgress,
  listCurrentlyReading,
  markBookRead,
  markBookUnread,
  updateProgress,
} from '../../shared/api/progress.ts';
import { getSeries, listBooksOfSeries, markSeriesRead } from '../../shared/api/series.ts';
import type { Paginated } from '../../shared/endpoint.ts';
import { AppError, type ErrorBody } from '../../shared/errors.ts';
import { connect } from '../database/database.ts';
import { openBook } from '../media/formats/open-book.ts';
import {
  fileColumns,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
} from '../testing/seed.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

let server: TestServer;
let library: SeededLibrary;
let saga: SeededSeries;
let books: SeededBook[];

beforeAll(async () => {
  server = await startTestServer();
  const database = connect(join(server.dataDir, 'octavo.db'));
  library = seedLibrary(database, { path: join(server.dataDir, 'library') });
  saga = seedSeries(database, library);
  const addBook = async (number: number) => {
    const path = join(library.path, 'Saga', `Book ${number}.cbz`);
    writeCbz(path, [
      { name: '1.png', data: pngPage(600, 900, number) },
      { name: '2.png', data: pngPage(600, 900, number + 10) },
    ]);
    const { pages, fingerprint } = await openBook(path, readFileSync(path).length);
    return seedBook(
      database,
      saga,
      { number, fingerprint, analyzed: 1, ...fileColumns(path) },
      pages,
    );
  };
  books = await Promise.all([1, 2, 3].map(addBook));
  seedBook(database, saga, { number: 4, error: 'The archive is cut off.' });
  database.close();
});
afterAll(() => server.stop());

const idOf = (index: number): string => {
  const book = books[index];
  if (!book) throw new Error(`There is no book ${index}`);
  return book.id;
};

describe('over HTTP', () => {
  test('lists come in the envelope, with links that keep the query', async () => {
    const path = `/books?pageSize=3&library_id=${library.id}&sort=number,desc`;
    const list = (await (await server.request(path)).json()) as Paginated<{ number: number }>;
    expect(list).toMatchObject({ page: 1, pageSize: 3, total: 4, totalPages: 2 });
    expect(list.data.map(({ number }) => number)).toEqual([4, 3, 2]);
    expect(list.links.next).toContain(`library_id=${library.id}`);
    const { data } = await server.api.call(listBooksOfSeries, { params: { id: saga.id } });
    expect(data.map(({ title }) => title)).toEqual(['Book 1', 'Book 2', 'Book 3', 'Book 4']);
  });

  test('an unknown sort field is a 400', async () => {
    const response = await server.request('/series?sort=colour');
    expect(response.status).toBe(400);
    expect(((await response.json()) as ErrorBody).error).toBe('BadRequest');
  });

  test('the older form of the full list names its successor', async () => {
    const older = await server.request('/series?full=true');
    expect(older.headers.get('deprecation')).toBe('true');
    expect(older.headers.get('link')).toBe('</api/v1/series/full>; rel="successor-version"');
    const newer = await server.request('/series/full');
    expect(newer.headers.get('deprecation')).toBeNull();
    const records = async (response: Response) =>
      ((await response.json()) as Paginated<unknown>).data;
    expect(await records(older)).toEqual(await records(newer));
    const plain = await server.request('/series?full=false');
    expect(plain.headers.get('deprecation')).toBeNull();
    expect((await records(plain))[0]).not.toHaveProperty('metadata');
  });

  test('progress shows in the book, its series and what is being read', async () => {
    const { api } = server;
    const params = { id: idOf(0) };
    await expect(api.call(getProgress, { params })).rejects.toMatchObject({ code: 'NotFound' });
    const written = await api.call(updateProgress, { params, body: { current_page: 1 } });
    expect((await api.call(getBook, { params })).progress).toEqual(written);
    const reading = await api.call(listCurrentlyReading);
    expect(reading.data.map(({ id }) => id)).toEqual([idOf(0)]);
    const { read_status, in_progress_count } = await api.call(getSeries, {
      params: { id: saga.id },
    });
    expect([read_status, in_progress_count]).toEqual(['in_progress', 1]);
    await api.call(markBookRead, { params });
    const deck = await api.call(listBooksOnDeck);
    expect(deck.data.map(({ id }) => id)).toEqual([idOf(1)]);
    await api.call(markBookUnread, { params });
    expect((await api.call(listCurrentlyReading)).total).toBe(0);
    expect(await api.call(markSeriesRead, { params: { id: saga.id } })).toEqual({ count: 4 });
  });

  test('a stale write is a 409 that carries what is stored', async () => {
    const params = { id: idOf(1) };
    const stored = await server.api.call(updateProgress, { params, body: { current_page: 2 } });
    const response = await server.request(`/books/${params.id}/progress`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT',
      },
      body: JSON.stringify({ current_page: 1 }),
    });
    expect(response.status).toBe(409);
    expect(((await response.json()) as ErrorBody).details).toEqual(stored);
    const empty = server.request(`/books/${params.id}/progress`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect((await empty).status).toBe(400);
  });

  test('a page is its stored bytes, in ranges too, and 304 while it is the same', async () => {
    const path = `/books/${idOf(0)}/pages/1`;
    const whole = await server.request(path);
    expect(whole.headers.get('content-type')).toBe('image/png');
    expect(whole.headers.get('cache-control')).toContain('private');
    expect(Buffer.from(await whole.arrayBuffer()).equals(pngPage(600, 900, 1))).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const same = await server.request(path, { headers: { 'if-none-match': etag } });
    expect(same.status).toBe(304);
    const part = await server.request(path, { headers: { range: 'bytes=0-3' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toBe('\x89PNG');
    const other = await server.request(`${path}?width=100`);
    expect(other.headers.get('vary')?.toLowerCase()).toContain('accept');
  });

  test.each([
    ['pages/0', 404],
    ['pages/3', 404],
    ['pages/first', 404],
    ['pages/1?width=0', 400],
    ['pages/1?width=10001', 400],
    ['pages/1?format=gif', 400],
    ['pages?sort=colour', 400],
  ])('%s is %i', async (path, status) => {
    expect((await server.request(`/books/${idOf(0)}/${path}`)).status).toBe(status);
  });

  test('a broken book lists its sentence', async () => {
    const { data } = await server.api.call(listBooks, { query: { sort: 'number,desc' } });
    const broken = data.find(({ error }) => error !== null)?.id ?? '';
    const error: unknown = await server.api.call(listPages, { params: { id: broken } }).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'UnprocessableContent',
      message: 'The archive is cut off.',
    });
  });

  test('covers are images of the kind that the client names', async () => {
    for (const path of [
      `/books/${idOf(0)}/thumbnail`,
      `/series/${saga.id}/thumbnail`,
      `/libraries/${library.id}/thumbnail`,
    ]) {
      const webp = await server.request(path, { headers: { accept: 'image/webp,*/*' } });
      expect([webp.status, webp.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const jpeg = await server.request(path, { headers: { accept: 'image/*' } });
      expect(jpeg.headers.get('content-type')).toBe('image/jpeg');
      const etag = jpeg.headers.get('etag') ?? '';
      const again = await server.request(path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    }
  });

  test('the file downloads under its name, whole or in part', async () => {
    const path = `/books/${idOf(0)}/file`;
    const response = await server.request(path);
    expect(response.headers.get('content-type')).toBe('application/vnd.comicbook+zip');
    expect(response.headers.get('content-disposition')).toContain('filename="Book 1.cbz"');
    const stored = readFileSync(join(library.path, 'Saga', 'Book 1.cbz'));
    expect(Buffer.from(await response.arrayBuffer()).equals(stored)).toBe(true);
    const part = await server.request(path, { headers: { range: 'bytes=-2' } });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(2);
    const size = String(stored.length);
    const beyond = await server.request(path, { headers: { range: `bytes=${size}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(beyond.headers.get('content-disposition')).toBeNull();
    expect(await beyond.json()).toEqual({
      ...{ error: 'RangeNotSatisfiable', details: null },
      message: `The content has only ${size} bytes`,
    });
    const head = await server.request(path, { method: 'HEAD', headers: { range: 'bytes=-2' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, size]);
  });

  test('the file is not sent again to a client that only keeps dates', async () => {
    const path = `/books/${idOf(0)}/file`;
    const head = await server.request(path, { method: 'HEAD' });
    const date = head.headers.get('last-modified') ?? '';
    const earlier = new Date(Date.parse(date) - 1000).toUTCString();
    const statusOf = async (headers: Record<string, string>) =>
      (await server.request(path, { headers })).status;
    expect(await statusOf({ 'if-modified-since': date })).toBe(304);
    expect(await statusOf({ 'if-modified-since': earlier })).toBe(200);
    expect(await statusOf({ 'if-modified-since': 'yesterday' })).toBe(200);
    // An ETag is more exact.
    expect(await statusOf({ 'if-modified-since': date, 'if-none-match': '"other"' })).toBe(200);
  });

  test('a download leaves no warning on the console', async () => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => warnings.push(message);
    process.on('warning', listen);
    await (await server.request(`/books/${idOf(0)}/file`)).arrayBuffer();
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });
});
