import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listPages } from '../../../shared/api/pages.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';

const comics = join(import.meta.dirname, '../../../../shared/fixtures/library/Comics');
const faults = join(import.meta.dirname, '../../../../shared/fixtures/faults');
const files = {
  cbr: join(comics, 'Komga Logos/Komga Logos #02 (rar5-solid).cbr'),
  cb7: join(comics, 'Page Blanche/Page Blanche (2012) (FR).cb7'),
  cbt: join(comics, 'Page Blanche/Page Blanche (2012) (FR) [tar].cbt'),
};

let octavo: TestServer;
let root: string;
let dataDir: string;
let books: Awaited<ReturnType<typeof listAll>>;

const listAll = async () =>
  (await octavo.api.call(listBooks, { query: { sort: 'title,asc' } })).data;

const unpacked = () => {
  const folder = join(dataDir, 'cache/archives');
  return existsSync(folder) ? readdirSync(folder) : [];
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-archives-'));
  dataDir = newDataDir();
  for (const [format, path] of Object.entries(files)) {
    cpSync(path, join(root, 'Comics', `Comic ${format}.${format}`));
  }
  cpSync(join(faults, 'archive-damaged/rar4-truncated.cbr'), join(root, 'Comics', 'Truncated.cbr'));
  // Leftovers of a crash.
  mkdirSync(join(dataDir, 'cache/archives/old'), { recursive: true });
  writeFileSync(join(dataDir, 'cache/archives/old/1.pages'), 'old');
  octavo = await startTestServer({ dataDir });
  expect(unpacked()).toEqual([]);
  const library = await octavo.api.call(createLibrary, { body: { name: 'Comics', path: root } });
  await octavo.api.call(startScan, { params: { id: library.id } });
  await octavo.idle();
  books = await listAll();
}, 90_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const bookOf = (filename: string) => {
  const book = books.find((candidate) => candidate.filename === filename);
  if (!book) throw new Error(`There is no ${filename}`);
  return book;
};

const imageAt = async (path: string) => {
  const response = await octavo.request(path);
  expect(response.status).toBe(200);
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
  return { type: response.headers.get('content-type'), format, width, height };
};

test('the job that analysed the books took what it had unpacked away again', () => {
  expect(unpacked()).toEqual([]);
});

test.each([
  ['cbr', 3, 'png'],
  ['cb7', 9, 'jpeg'],
  ['cbt', 5, 'jpeg'],
])('a %s is listed, has a cover, and hands out its pages', async (format, count, type) => {
  const book = bookOf(`Comic ${format}.${format}`);
  expect(book).toMatchObject({ format, page_count: count, analyzed: true, error: null });
  const { data: pages } = await octavo.api.call(listPages, { params: { id: book.id } });
  expect(pages).toHaveLength(count);
  for (const { page_number, width, height } of pages) {
    expect(await imageAt(`/books/${book.id}/pages/${page_number}`)).toEqual({
      type: `image/${type}`,
      format: type,
      width,
      height,
    });
  }
  expect((await imageAt(`/books/${book.id}/pages/${count}?width=40`)).width).toBe(40);
  expect((await imageAt(`/books/${book.id}/thumbnail`)).width).toBeLessThanOrEqual(400);
});

test('an archive that is cut off shows the pages that it has', async () => {
  const { id, error } = bookOf('Truncated.cbr');
  expect(error).toBeNull();
  expect((await imageAt(`/books/${id}/pages/1`)).format).toBe('png');
  const cut = await octavo.request(`/books/${id}/pages/2`);
  expect(cut.status).toBe(422);
  expect(await cut.json()).toMatchObject({
    message: 'The page is damaged in the archive. Copy or download the file again.',
  });
});
