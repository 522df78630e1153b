import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { ebookFormats } from '../../shared/api/book-record.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createLibrary, type Library } from '../../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';
import { needs } from '../testing/needs.ts';

const fixtures = join(import.meta.dirname, '../../../shared/fixtures');
const comics = join(fixtures, 'library/Comics');
const books: Record<string, string> = {
  'Logos.cbr': join(comics, 'Komga Logos/Komga Logos #02 (rar5-solid).cbr'),
  'Blanche.cb7': join(comics, 'Page Blanche/Page Blanche (2012) (FR).cb7'),
  'Blanche.cbt': join(comics, 'Page Blanche/Page Blanche (2012) (FR) [tar].cbt'),
  'Book.epub': join(fixtures, 'library', 'Books/Encyclopaedia Britannica/Georgia.epub'),
  'Komga.pdf': join(fixtures, 'library/PDF/Komga.pdf'),
  'Ledger.azw3': join(import.meta.dirname, '../testing/ebooks/ledger.azw3'),
  'Ledger.fb2': join(import.meta.dirname, '../testing/ebooks/ledger.fb2'),
};
const isEbook = (format: string) => (ebookFormats as readonly string[]).includes(format);

/** On a drive; on a share, if one is given; deeper than 260 characters. */
const roots: Record<string, string> = {
  'a drive': mkdtempSync(join(tmpdir(), 'octavo-story-')),
  ...(process.env['OCTAVO_TEST_SHARE'] !== undefined && {
    'a share': mkdtempSync(join(process.env['OCTAVO_TEST_SHARE'], 'octavo-story-')),
  }),
};
const deep = join(
  ...Array.from({ length: 6 }, (_, index) => `${index} ${'漫画 deep '.repeat(4)}x`),
);

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(async () => {
  await octavo.stop();
  for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true });
});

const scanned = async (library: Library, mode: 'normal' | 'deep' = 'deep') => {
  await octavo.api.call(startScan, { params: { id: library.id }, query: { mode } });
  return vi.waitFor(
    async () => {
      const status = await octavo.api.call(getScanStatus, { params: { id: library.id } });
      if (status.status === 'pending' || status.status === 'running') throw new Error('scanning');
      return status;
    },
    { timeout: 110_000, interval: 200 },
  );
};
const booksOf = async (library: Library) =>
  (await octavo.api.call(listBooks, { query: { library_id: library.id, page_size: 500 } })).data;

/** Creates every kind of book in a folder, including names that are devices on Windows. */
const fill = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  for (const [name, from] of Object.entries(books)) cpSync(from, join(folder, name));
  for (const name of ['Sérïe 漫画 🦊.cbz', 'con .v1.cbz', 'CONIN$.cbz', 'COM¹.cbz', 'nul.cbz']) {
    writeCbz(join(folder, name), [{ name: '1.png', data: pngPage() }]);
  }
  // These are read by 7-Zip, which would open the device.
  for (const [name, from] of [
    ['con .v.cbr', 'Logos.cbr'],
    ['CONOUT$.cb7', 'Blanche.cb7'],
    ['aux.cbt', 'Blanche.cbt'],
  ] as const) {
    cpSync(books[from] ?? '', join(folder, name));
  }
  mkdirSync(join(folder, 'Pages'));
  for (const page of [1, 2]) writeFileSync(join(folder, 'Pages', `${page}.png`), pngPage());
};

describe.each(Object.entries(roots))('on %s', (_, root) => {
  test.each([
    ['', 'at its top'],
    [deep, 'beyond 260 characters'],
  ])('books of every kind are found, shown and handed out %#', async (below, where) => {
    const path = join(root, where);
    fill(join(path, below, 'Series'));
    if (below !== '') expect(join(path, below).length).toBeGreaterThan(260);
    const name = `Books ${root} ${where}`.slice(0, 100);
    const library = await octavo.api.call(createLibrary, { body: { name, path } });
    const status = await scanned(library);
    const found = await booksOf(library);
    expect([status.status, status.errors]).toEqual(['completed', []]);
    expect(found.map(({ filename, error }) => [filename, error])).toHaveLength(16);
    for (const book of found) {
      expect([book.filename, book.error]).toEqual([book.filename, null]);
      const file = await octavo.request(`/books/${book.id}/file`);
      expect([book.filename, file.status]).toEqual([book.filename, 200]);
      expect((await file.arrayBuffer()).byteLength).toBe(
        Number(file.headers.get('content-length')),
      );
      const page = await octavo.request(
        `/books/${book.id}/${isEbook(book.format) ? 'manifest' : 'pages/1'}`,
      );
      expect([book.filename, page.status]).toEqual([book.filename, 200]);
      expect(page.headers.get('content-type')).toMatch(/^image\/|json$/);
      await page.arrayBuffer();
    }
  });
});

/** A final request that makes the server open the file. */
const lastRead = async (id: string, format: string): Promise<number> => {
  const paths = isEbook(format) ? ['manifest', 'positions'] : ['pages/1'];
  const answers: number[] = [];
  for (const path of [...paths, 'file']) {
    const response = await octavo.request(`/books/${id}/${path}`);
    await response.arrayBuffer();
    answers.push(response.status);
  }
  return Math.max(...answers);
};

test.each(Object.entries({ 'Komga.cbz': '', ...books }))(
  'a book can be replaced by another program soon after its last page: %s',
  async (name, from) => {
    const path = join(roots['a drive'] ?? '', `Replaced ${name}`);
    const file = join(path, 'Saga', name);
    mkdirSync(join(path, 'Saga'), { recursive: true });
    const pack = (target: string, seed: number) =>
      from === ''
        ? writeCbz(
            target,
            [1, 2].map((page) => ({ name: `${page}.png`, data: pngPage(8, 12, page + seed) })),
          )
        : writeFileSync(target, readFileSync(from));
    pack(file, 1);
    const library = await octavo.api.call(createLibrary, {
      body: { name: `Replaced ${name}`, path },
    });
    await scanned(library);
    const [book] = await booksOf(library);
    expect(await lastRead(book?.id ?? '', book?.format ?? '')).toBe(200);
    const next = join(path, 'next.tmp');
    pack(next, 5);
    // Windows refuses it while the file is open.
    await vi.waitFor(() => rename(next, file), { timeout: 20_000, interval: 200 });
    expect(await lastRead(book?.id ?? '', book?.format ?? '')).toBe(200);
    if (from !== '') return;
    const page = async () =>
      Buffer.from(await (await octavo.request(`/books/${book?.id}/pages/1`)).arrayBuffer());
    await vi.waitFor(async () => expect(await page()).toEqual(pngPage(8, 12, 6)), 10_000);
  },
);

test.skipIf(!existsSync(join(fixtures, 'faults')))(
  'each fault file has a sentence or its pages, and the server goes on',
  needs('the fixtures beside the repository'),
  async () => {
    const library = await octavo.api.call(createLibrary, {
      body: { name: 'Faults', path: join(fixtures, 'faults') },
    });
    expect(await scanned(library)).toMatchObject({ status: 'completed' });
    const found = await booksOf(library);
    expect(found.length).toBeGreaterThan(50);
    for (const { id, filename, error, format, page_count } of found) {
      if (error !== null)
        expect([filename, error]).toEqual([filename, expect.stringMatching(/^[A-Z].*\.$/s)]);
      else if (!isEbook(format)) expect([filename, page_count > 0]).toEqual([filename, true]);
      const page = await octavo.request(`/books/${id}/pages/1`);
      expect([filename, [200, 404, 422].includes(page.status)]).toEqual([filename, true]);
      await page.arrayBuffer();
    }
    expect((await octavo.request('/health')).status).toBe(200);
  },
);
