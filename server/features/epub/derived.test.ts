import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createAnnotation } from '../../../shared/api/annotations.ts';
import type { Book } from '../../../shared/api/book-record.ts';
import { analyzeBook, getBook, listBooks } from '../../../shared/api/books.ts';
import { getManifest, getPositions, searchBook } from '../../../shared/api/epub.ts';
import { createApiKey } from '../../../shared/api/api-keys.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import { createUser } from '../../../shared/api/users.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { withoutBookExtension } from '../../media/formats/format-of.ts';
import { documentHash } from '../../scanner/analysis/document-hash.ts';
import { basic } from '../../testing/send-json.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { zipBytes } from '../../testing/zip.ts';

const samples = join(import.meta.dirname, '../../testing/ebooks');
/** The content type of each book. */
const types = {
  'ledger.azw3': 'application/x-mobi8-ebook',
  'ledger-both.mobi': 'application/x-mobipocket-ebook',
  'ledger.fb2': 'application/x-fictionbook+xml',
  'ledger.fb2.zip': 'application/x-zip-compressed-fb2',
};
const files = Object.keys(types) as (keyof typeof types)[];

/** The bytes of a book; FictionBooks are often packed. */
const bytesOf = (name: string): Buffer =>
  name.endsWith('.zip')
    ? zipBytes([{ name: 'ledger.fb2', data: readFileSync(join(samples, 'ledger.fb2')) }])
    : readFileSync(join(samples, name));

let octavo: TestServer;
let library: string;
let root: string;
let books: Map<string, Book>;

/** A scan would wait for recently written files. */
const put = (name: string, path: string) => {
  writeFileSync(path, bytesOf(name));
  utimesSync(path, 1_700_000_000, 1_700_000_000);
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-derived-'));
  for (const folder of ['library', 'outside']) mkdirSync(join(root, folder));
  for (const name of files) put(name, join(root, 'library', name));
  // Its head is whole, so a scan alone finds nothing wrong.
  const cut = join(root, 'library/cut.azw3');
  writeFileSync(cut, bytesOf('ledger.azw3').subarray(0, 10_000));
  utimesSync(cut, 1_700_000_000, 1_700_000_000);
  octavo = await startTestServer();
  const body = { name: 'Books', path: join(root, 'library') };
  library = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.api.call(startScan, { params: { id: library } });
  await octavo.idle();
  const { data } = await octavo.api.call(listBooks, { query: {} });
  books = new Map(data.map((book) => [book.filename, book]));
}, 60_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const headers = basic(admin.username, admin.password);
const idOf = (name: string): string => books.get(name)?.id ?? '';
/** Its pages, its contents and where they lead. */
const textsOf = async (id: string) => {
  const { readingOrder, toc, metadata } = await octavo.api.call(getManifest, { params: { id } });
  const texts = await Promise.all(
    readingOrder.map(async ({ href }) =>
      (await octavo.request(href.replace('/api/v1', ''))).text(),
    ),
  );
  return { readingOrder, toc, metadata, texts };
};

describe.each(files)('%s', (name) => {
  test('is a book with its metadata, its cover and its pages', async () => {
    const book = await octavo.api.call(getBook, { params: { id: idOf(name) } });
    expect(book).toMatchObject({
      title: 'The Ledger of Grey Point',
      error: null,
      analyzed: true,
      writers: ['Ada Fenwick', 'Jun Ōta'],
      metadata: { publisher: 'Harbour Press', layout: 'reflowable' },
    });
    expect(book.page_count).toBeGreaterThan(2);
    expect(book.cover_ratio).toBeCloseTo(0.75, 1);
  });

  test('is read like an EPUB: texts, contents, positions, search, annotations', async () => {
    const id = idOf(name);
    const { metadata, toc, texts, readingOrder } = await textsOf(id);
    expect(metadata.conformsTo).toContain('/profiles/epub');
    expect(toc.map(({ title }) => title)).toContain('Weather');
    expect(texts.join('')).toContain('A barge with cabbages came loose');
    const { total } = await octavo.api.call(getPositions, { params: { id } });
    expect(total).toBe(books.get(name)?.page_count);
    const { results } = await octavo.api.call(searchBook, {
      params: { id },
      query: { q: 'gull in the kitchen', limit: 5 },
    });
    expect(results).toHaveLength(1);
    const href = readingOrder[1]?.href ?? '';
    const annotation = await octavo.api.call(createAnnotation, {
      params: { id },
      body: {
        kind: 'bookmark',
        page: 2,
        location: JSON.stringify({ href, locations: { progression: 0.5 } }),
      },
    });
    expect(annotation.page).toBe(2);
  });

  test('is downloaded as it is, and as an EPUB by apps that read nothing else', async () => {
    const id = idOf(name);
    const original = await octavo.request(`/books/${id}/file`);
    expect(original.headers.get('content-type')).toBe(types[name]);
    expect(Buffer.from(await original.arrayBuffer())).toEqual(bytesOf(name));
    const epub = await fetch(`${octavo.url}/komga/api/v1/books/${id}/file`, { headers });
    expect(epub.headers.get('content-type')).toBe('application/epub+zip');
    expect(epub.headers.get('content-disposition')).toContain('.epub');
    const feed = await fetch(`${octavo.url}/opds/v1.2/books/latest`, { headers });
    const link = `/opds/v1.2/books/${id}/epub/${withoutBookExtension(name)}.epub`;
    expect(await feed.text()).toContain(link);
    const same = await fetch(octavo.url + link, { headers });
    expect(await same.arrayBuffer()).toEqual(await epub.arrayBuffer());
  });

  test('is the same after its EPUB was deleted from the cache', async () => {
    const before = await textsOf(idOf(name));
    rmSync(join(octavo.dataDir, 'cache/epubs'), { recursive: true });
    expect(await textsOf(idOf(name))).toEqual(before);
  });

  test('opens without being in a library', async () => {
    const path = join(root, 'outside', basename(name));
    // Other content, because a file of the library would be recognised.
    writeFileSync(path, Buffer.concat([bytesOf(name), Buffer.alloc(9, ' ')]));
    const { id } = await octavo.server.control.openFile(admin.username, path);
    const { texts } = await textsOf(id);
    expect(texts.join('')).toContain('A barge with cabbages came loose');
  });
});

test('KOReader finds the book by the file and by its EPUB', async () => {
  const id = idOf('ledger.azw3');
  const permissions: Permission[] = ['progress-read', 'progress-write'];
  const { key } = await octavo.api.call(createApiKey, { body: { name: 'KOReader', permissions } });
  const epub = join(root, 'outside/downloaded.epub');
  const response = await fetch(`${octavo.url}/komga/api/v1/books/${id}/file`, { headers });
  writeFileSync(epub, Buffer.from(await response.arrayBuffer()));
  const sync = (path: string, init?: RequestInit) =>
    fetch(`${octavo.url}/koreader/syncs/progress${path}`, {
      ...init,
      headers: {
        'x-auth-user': admin.username,
        'x-auth-key': createHash('md5').update(key).digest('hex'),
        'content-type': 'application/json',
      },
    });
  const pageAt = async (path: string, percentage: number) => {
    const document = documentHash(path);
    const progress = '/body/p[7]/text().0';
    const place = { document, percentage, progress, device: 'Kobo', device_id: 'a' };
    const sent = await sync('', { method: 'PUT', body: JSON.stringify(place) });
    expect(sent.ok).toBe(true);
    return (await octavo.api.call(getProgress, { params: { id } })).current_page;
  };
  const total = books.get('ledger.azw3')?.page_count ?? 0;
  expect(await pageAt(join(samples, 'ledger.azw3'), 0.5)).toBe(Math.ceil(total * 0.5));
  expect(await pageAt(epub, 0.8)).toBe(Math.ceil(total * 0.8));

  // Pointers into the EPUB lead to the beginning of the Kindle book, so it keeps its own.
  await octavo.api.call(updateProgress, { params: { id }, body: { current_page: total } });
  const placeIn = async (path: string): Promise<unknown> =>
    (await sync(`/${documentHash(path)}`)).json();
  expect(await placeIn(join(samples, 'ledger.azw3'))).toMatchObject({
    progress: '/body/p[7]/text().0',
    percentage: 0.5,
  });
  expect(await placeIn(epub)).toMatchObject({
    progress: expect.stringContaining('DocFragment') as string,
    percentage: 1,
  });
});

test('a book that is cut off says so once its EPUB cannot be made', () => {
  expect(books.get('cut.azw3')).toMatchObject({
    title: 'The Ledger of Grey Point',
    error: 'The Kindle book is damaged. Copy or download the file again.',
  });
});

test('a deep scan and another analysis keep a book readable', async () => {
  const id = idOf('ledger.azw3');
  const before = await textsOf(id);
  await octavo.api.call(startScan, { params: { id: library }, query: { mode: 'deep' } });
  await octavo.idle();
  await octavo.api.call(analyzeBook, { params: { id } });
  await octavo.idle();
  expect(await octavo.api.call(getBook, { params: { id } })).toMatchObject({
    error: null,
    page_count: books.get('ledger.azw3')?.page_count,
  });
  expect(await textsOf(id)).toEqual(before);
});

test('a person who must not see a book gets neither it nor its EPUB', async () => {
  const id = idOf('ledger.azw3');
  const restrictions = { ...noRestrictions, library_ids: [] };
  await octavo.api.call(createUser, {
    body: { username: 'mia', password: 'a fine password', role: 'reader', restrictions },
  });
  const own = basic('mia', 'a fine password');
  for (const path of [
    `/opds/v1.2/books/${id}/epub/a.epub`,
    `/opds/v2/books/${id}/epub/a.epub`,
    `/komga/api/v1/books/${id}/file`,
  ]) {
    expect([path, (await fetch(octavo.url + path, { headers: own })).status]).toEqual([path, 404]);
  }
});
