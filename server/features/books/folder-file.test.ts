import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-folder-'));
  octavo = await startTestServer();
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true });
});

test('a folder of images is shown page by page and downloaded as an archive', async () => {
  const folder = join(root, 'Alpha', 'Chapter 1');
  mkdirSync(join(folder, 'notes.png'), { recursive: true });
  for (const number of [1, 2, 10]) {
    writeFileSync(join(folder, `${number}.png`), pngPage(8, 12, number));
  }
  writeFileSync(join(folder, '.hidden.png'), pngPage());
  for (const name of ['', '1.png', '2.png', '10.png']) {
    utimesSync(join(folder, name), new Date(2020, 0), new Date(2020, 0));
  }
  await octavo.api.call(createLibrary, {
    body: { name: 'Loose', path: root, scan_immediately: true },
  });
  const book = await vi.waitFor(
    async () => {
      const [found] = (await octavo.api.call(listBooks)).data;
      if (!found?.analyzed) throw new Error('Not analysed yet');
      return found;
    },
    { timeout: 15_000, interval: 50 },
  );
  expect(book).toMatchObject({ format: 'folder', page_count: 3, series_name: 'Alpha' });

  const page = await octavo.request(`/books/${book.id}/pages/3`);
  expect(Buffer.from(await page.arrayBuffer())).toEqual(pngPage(8, 12, 10));
  const cover = await octavo.request(`/books/${book.id}/thumbnail`);
  expect(cover.status).toBe(200);

  const headers = { range: 'bytes=0-9' };
  const download = await octavo.request(`/books/${book.id}/file`, { headers });
  expect([download.status, download.headers.get('accept-ranges')]).toEqual([200, 'none']);
  expect(download.headers.get('content-disposition')).toContain('Chapter 1.cbz');
  const bytes = Buffer.from(await download.arrayBuffer());
  expect(Number(download.headers.get('content-length'))).toBe(bytes.length);
  const second = await readWithYauzl(bytes);
  expect(second).toMatchObject({
    entries: [1, 2, 10].map((number) => ({
      name: `${number}.png`,
      content: pngPage(8, 12, number),
    })),
  });
  const copy = join(root, 'copy.cbz');
  writeFileSync(copy, bytes);
  const { pages, error } = await openBook(copy, statSync(copy).size);
  expect(error).toBeNull();
  expect(pages.map(({ filename }) => filename)).toEqual(['1.png', '2.png', '10.png']);
});
