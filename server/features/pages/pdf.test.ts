import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { getManifest } from '../../../shared/api/epub.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listPages } from '../../../shared/api/pages.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { writePdf } from '../../testing/pdf.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const comic = join(fixtures, 'library/PDF/Pepper & Carrot/Pepper & Carrot 006 (2015).pdf');
const locked = join(fixtures, 'faults/encrypted/aes-256 (password foo).pdf');

let octavo: TestServer;
let root: string;
let id: string;

const books = async () => (await octavo.api.call(listBooks, { query: { sort: 'title,asc' } })).data;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-pdfs-'));
  cpSync(comic, join(root, 'Pepper & Carrot', 'Pepper & Carrot 006 (2015).pdf'));
  cpSync(locked, join(root, 'Locked', 'Locked 1.pdf'));
  writePdf(join(root, 'Extreme', 'Extreme 1.pdf'), [
    [1, 14_400],
    [14_400, 1],
  ]);
  octavo = await startTestServer();
  const library = await octavo.api.call(createLibrary, { body: { name: 'PDF', path: root } });
  await octavo.api.call(startScan, { params: { id: library.id } });
  await octavo.idle();
  const book = (await books()).find(({ title }) => title.startsWith('Pepper'));
  if (!book) throw new Error('No book');
  id = book.id;
}, 30_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const fetchImage = async (path: string, headers: Record<string, string> = {}) => {
  const response = await octavo.request(path, { headers });
  expect(response.status).toBe(200);
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
  const type = response.headers.get('content-type');
  return { type, etag: response.headers.get('etag'), format, width, height };
};

test('is a book like any other, or says why it is not', async () => {
  const found = await books();
  expect(found).toHaveLength(3);
  expect(found.find((book) => book.id === id)).toMatchObject({
    format: 'pdf',
    title: 'Pepper & Carrot 006 - The Potion Contest',
    number: 6,
    release_date: '2015-01-01',
    page_count: 8,
    analyzed: true,
  });
  expect(found.find(({ title }) => title.startsWith('Locked'))).toMatchObject({
    format: 'pdf',
    page_count: 0,
    error: 'The PDF is protected by a password. Save it without one.',
  });
});

describe('a page', () => {
  const path = (query = '') => `/books/${id}/pages/1${query}`;

  test('is listed as what comes without asking for anything', async () => {
    const { data } = await octavo.api.call(listPages, { params: { id } });
    expect(data).toHaveLength(8);
    const { page_number, media_type, width, height } = data[0] ?? {};
    expect({ page_number, media_type }).toEqual({ page_number: 1, media_type: 'image/jpeg' });
    const image = await fetchImage(path());
    expect(image).toMatchObject({ type: 'image/jpeg', format: 'jpeg', width, height });
  });

  test('is drawn to any size, in any format', async () => {
    expect(await fetchImage(path('?width=800'))).toMatchObject({ format: 'jpeg', width: 800 });
    expect(await fetchImage(path('?width=800&height=100'))).toMatchObject({ height: 100 });
    expect(await fetchImage(path('?width=3000&format=webp'))).toMatchObject({
      type: 'image/webp',
      format: 'webp',
      width: 3000,
    });
    expect(await fetchImage(path('?format=png'))).toMatchObject({ format: 'png', width: 2349 });
    expect(await fetchImage(path('?width=90'), { accept: 'image/webp' })).toMatchObject({
      format: 'webp',
    });
  });

  test('is not sent again to a client that has it, and is sent in parts', async () => {
    const { etag } = await fetchImage(path());
    const again = await octavo.request(path(), { headers: { 'if-none-match': etag ?? '' } });
    expect(again.status).toBe(304);
    const part = await octavo.request(path(), { headers: { range: 'bytes=0-1' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test('past the end is not found', async () => {
    expect((await octavo.request(`/books/${id}/pages/9`)).status).toBe(404);
  });
});

test('the manifest says that it is read by looking, not as text', async () => {
  const accessibilityOf = async () =>
    (await octavo.api.call(getManifest, { params: { id } })).metadata.accessibility;
  expect(await accessibilityOf()).toEqual({ accessMode: ['visual'] });
  // Known facts about the file are not read again.
  const file = join(root, 'Pepper & Carrot', 'Pepper & Carrot 006 (2015).pdf');
  renameSync(file, `${file}.away`);
  try {
    expect(await accessibilityOf()).toEqual({ accessMode: ['visual'] });
  } finally {
    renameSync(`${file}.away`, file);
  }
});

test('the first page is the cover', async () => {
  const cover = await fetchImage(`/books/${id}/thumbnail`, { accept: 'image/jpeg' });
  expect(cover).toMatchObject({ format: 'jpeg', width: 400, height: 278 });
});

test('the file itself comes whole, in ranges, or only announced', async () => {
  const bytes = readFileSync(comic);
  const whole = await octavo.request(`/books/${id}/file`);
  expect(whole.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);

  const head = await octavo.request(`/books/${id}/file`, { method: 'HEAD' });
  expect(head.headers.get('accept-ranges')).toBe('bytes');
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
  const etag = head.headers.get('etag') ?? '';

  const range = { range: 'bytes=-1024', 'if-range': etag };
  const end = await octavo.request(`/books/${id}/file`, { headers: range });
  expect(end.status).toBe(206);
  expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-1024))).toBe(true);
  // Somebody who has a part of another version gets the whole.
  const modified = Date.parse(head.headers.get('last-modified') ?? '');
  for (const [name, value, status] of [
    ['if-range', '"other"', 200],
    ['if-match', '"other"', 200],
    ['if-match', `"other", ${etag}`, 206],
    ['if-unmodified-since', new Date(modified - 1000).toUTCString(), 200],
    ['if-unmodified-since', new Date(modified).toUTCString(), 206],
  ] as const) {
    const headers = { range: 'bytes=0-9', [name]: value };
    const part = await octavo.request(`/books/${id}/file`, { headers });
    expect([name, value, part.status]).toEqual([name, value, status]);
    await part.body?.cancel();
  }
  const known = await octavo.request(`/books/${id}/file`, { headers: { 'if-none-match': etag } });
  expect(known.status).toBe(304);
});

test('pages of an extreme shape are drawn as long as their format can be', async () => {
  const extreme = (await books()).find(({ title }) => title.startsWith('Extreme'));
  const pages = `/books/${extreme?.id ?? ''}/pages`;
  for (const [path, side] of [
    [`${pages}/1`, 65_500],
    [`${pages}/2`, 65_500],
    [`${pages}/1?format=webp`, 16_383],
    [`${pages}/1?height=10000&format=png`, 10_000],
  ] as const) {
    const { width, height } = await fetchImage(path);
    expect([path, Math.max(width, height)]).toEqual([path, side]);
  }
});
