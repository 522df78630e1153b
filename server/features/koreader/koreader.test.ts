import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import { createApiKey } from '../../../shared/api/api-keys.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { createPairing, redeemPairing } from '../../../shared/api/pairing.ts';
import {
  deleteProgress,
  getProgress,
  markBookUnread,
  updateProgress,
} from '../../../shared/api/progress.ts';
import { listDevices } from '../../../shared/api/devices.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { documentHash } from '../../scanner/analysis/document-hash.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

const carroll = join(
  import.meta.dirname,
  '../../../../shared/fixtures/library/Books/Lewis Carroll',
);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const all: Permission[] = ['progress-read', 'progress-write'];

let octavo: TestServer;
let root: string;
let reader: Record<string, string>;
let comic: { book: Book; document: string };
let novel: { book: Book; document: string };

const keyWith = (permissions: Permission[]) =>
  octavo.api.call(createApiKey, { body: { name: 'KOReader', permissions } });
/** Signs in like KOReader when a user entered the user name and the key as the password. */
const signIn = (key: string, username = 'admin') => ({
  'x-auth-user': username,
  'x-auth-key': md5(key),
  accept: 'application/vnd.koreader.v1+json',
});

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-koreader-'));
  writeCbz(join(root, 'Saga/Saga 1.cbz'), 10);
  cpSync(carroll, join(root, 'Carroll'), { recursive: true });
  octavo = await startTestServer();
  const body = { name: 'Books', path: root, scan_immediately: true };
  await octavo.api.call(createLibrary, { body });
  await octavo.idle();
  const { data: books } = await octavo.api.call(listBooks);
  const known = (format: string) => {
    const book = books.find((entry) => entry.format === format);
    if (!book) throw new Error(`There is no ${format}`);
    return { book, document: documentHash(book.path) ?? '' };
  };
  comic = known('cbz');
  novel = known('epub');
  reader = signIn((await keyWith(all)).key);
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const { book } of [comic, novel]) {
    await octavo.api.call(deleteProgress, { params: { id: book.id } });
  }
});

const call = async (
  method: string,
  path: string,
  { body, headers = reader }: { body?: unknown; headers?: Record<string, string> } = {},
) => {
  const response = await fetch(`${octavo.url}/koreader${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  };
};
const put = (document: string, progress: string | number, percentage: number, device_id = 'kobo') =>
  call('PUT', '/syncs/progress', {
    body: { document, progress, percentage, device: 'Kobo Libra', device_id },
  });
const get = (document: string, headers = reader) =>
  call('GET', `/syncs/progress/${document}`, { headers });
const pageIn = async ({ book }: { book: Book }) =>
  octavo.api.call(getProgress, { params: { id: book.id } });
const readHere = ({ book }: { book: Book }, current_page: number) =>
  octavo.api.call(updateProgress, { params: { id: book.id }, body: { current_page } });

describe('signing in', () => {
  test('takes an API key for the password', async () => {
    expect(await call('GET', '/users/auth')).toEqual({ status: 200, body: { authorized: 'OK' } });
  });

  test('refuses others in the form that KOReader shows', async () => {
    const { key } = await keyWith(all);
    for (const headers of [{}, signIn('wrong'), signIn(key, 'somebody'), { 'x-auth-key': key }]) {
      const { status, body } = await call('GET', '/users/auth', { headers });
      expect(status).toBe(401);
      expect(body).toEqual({ code: 2001, message: expect.any(String) as unknown });
    }
  });

  test('is where accounts come from, not registering', async () => {
    const body = { username: 'eve', password: md5('eve') };
    const { status, body: answer } = await call('POST', '/users/create', { body });
    expect(status).toBe(402);
    expect(answer).toMatchObject({
      code: 2005,
      message: expect.stringContaining('API key') as unknown,
    });
  });

  test('is not enough to do what the key may not', async () => {
    const headers = signIn((await keyWith(['progress-read'])).key);
    expect((await get(comic.document, headers)).status).toBe(200);
    const body = { document: 'a', progress: '1', percentage: 0.1, device: 'Kobo' };
    const { status, body: answer } = await call('PUT', '/syncs/progress', { headers, body });
    expect(status).toBe(401);
    expect(answer.message).toContain('progress-write');
  });
});

describe('a comic', () => {
  test('goes on here where KOReader left it, and the other way round', async () => {
    expect((await put(comic.document, 4, 0.4)).status).toBe(200);
    expect(await pageIn(comic)).toMatchObject({ current_page: 4, is_completed: false });

    await readHere(comic, 7);
    expect((await get(comic.document)).body).toMatchObject({
      document: comic.document,
      progress: '7',
      percentage: 0.7,
      device: 'node',
      device_id: '',
      timestamp: expect.any(Number) as unknown,
    });
    await put(comic.document, '10', 1);
    expect((await pageIn(comic)).is_completed).toBe(true);
  });

  test('is known by its name as well', async () => {
    await put(md5('Saga 1.cbz'), '3', 0.3);
    expect((await pageIn(comic)).current_page).toBe(3);
  });

  test('that was only opened and closed takes nobody back', async () => {
    await put(comic.document, '2', 0.2);
    await readHere(comic, 8);
    expect((await put(comic.document, '2', 0.2)).status).toBe(200);
    expect((await pageIn(comic)).current_page).toBe(8);
    expect((await get(comic.document)).body).toMatchObject({ progress: '8' });
  });
});

test('a book that was marked as unread here has no place', async () => {
  const document = comic.document;
  await put(document, '9', 0.9);
  expect((await get(document)).body).toMatchObject({ progress: '9' });
  await octavo.api.call(markBookUnread, { params: { id: comic.book.id } });
  expect((await get(document)).body).toEqual({});
  // Opening and closing it does not count as reading.
  await put(document, '9', 0.9);
  expect((await get(document)).body).toEqual({});
  await put(document, '1', 0.1);
  expect((await get(document)).body).toMatchObject({ progress: '1' });
});

describe('a text', () => {
  const pointer = '/body/DocFragment[2]/body/p[3]/text().12';

  test('gives another KOReader the very same place', async () => {
    await put(novel.document, pointer, 0.25);
    expect((await get(novel.document)).body).toMatchObject({
      progress: pointer,
      percentage: 0.25,
      device: 'Kobo Libra',
      device_id: 'kobo',
    });
    const { current_page, is_completed } = await pageIn(novel);
    expect(current_page).toBeGreaterThanOrEqual(1);
    expect(current_page).toBeLessThan(novel.book.page_count);
    expect(is_completed).toBe(false);
  });

  test('keeps the very same place when another device is on its page, and names that device', async () => {
    await put(novel.document, pointer, 0.3);
    await readHere(novel, (await pageIn(novel)).current_page);
    expect((await get(novel.document)).body).toMatchObject({
      progress: pointer,
      percentage: 0.3,
      device: 'node',
      device_id: '',
    });
  });

  test('leads KOReader to the part of it that was reached here', async () => {
    await put(novel.document, pointer, 0.1);
    await readHere(novel, novel.book.page_count);
    const { body } = await get(novel.document);
    expect(body.percentage).toBe(1);
    expect(body.progress).toMatch(/^\/body\/DocFragment\[\d+\]\.0$/);
  });

  test('is read to the end when KOReader says so, not before', async () => {
    await put(novel.document, '/body/DocFragment[99].0', 0.9999);
    expect((await pageIn(novel)).is_completed).toBe(false);
    await put(novel.document, '/body/DocFragment[99].1', 1);
    expect((await pageIn(novel)).is_completed).toBe(true);
  });
});

test('keeps the place of a book that is in no library', async () => {
  const document = md5('a book of my own');
  expect(await get(document)).toEqual({ status: 200, body: {} });
  const { body } = await put(document, '/body/DocFragment[5].0', 0.5);
  expect(body).toEqual({ document, timestamp: expect.any(Number) as unknown });
  expect((await get(document)).body).toMatchObject({ progress: '/body/DocFragment[5].0' });
});

test.each([
  [{ progress: '1', percentage: 0.1, device: 'Kobo' }, 2004],
  [{ document: 'a', percentage: 0.1, device: 'Kobo' }, 2003],
  [{ document: 'a', progress: '1', percentage: 'half', device: 'Kobo' }, 2003],
])('refuses a place that is none: %j', async (body, code) => {
  const answer = await call('PUT', '/syncs/progress', { body });
  expect(answer).toMatchObject({ status: 403, body: { code } });
});

test('shows on the page of devices what a paired one reads', async () => {
  const { token } = await octavo.api.call(createPairing, { body: { permissions: all } });
  const paired = await octavo.api.call(redeemPairing, { body: { token, device_name: 'Kobo' } });
  const body = { document: comic.document, progress: '5', percentage: 0.5, device: 'Kobo' };
  await call('PUT', '/syncs/progress', { body, headers: signIn(paired.api_key) });
  const { data } = await octavo.api.call(listDevices);
  expect(data.find(({ id }) => id === paired.device.id)).toMatchObject({
    name: 'Kobo',
    last_book: { id: comic.book.id, title: comic.book.title },
  });
});

test('whoever guesses keys is made to wait', async () => {
  const statuses = [];
  for (let guess = 0; guess < 12; guess++) {
    const headers = signIn(`guess ${guess}`, 'nobody');
    statuses.push((await call('GET', '/users/auth', { headers })).status);
  }
  expect(statuses).toContain(401);
  expect(statuses.at(-1)).toBe(429);
});
