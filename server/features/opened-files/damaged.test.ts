import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { endpoints } from '../../../shared/api/index.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { tarBytes } from '../../testing/archives.ts';
import { writePdf } from '../../testing/pdf.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';

const novel = join(
  import.meta.dirname,
  '../../../../shared/fixtures/library/Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub',
);
const pagesOf = (seed: number) =>
  ['1.png', '2.png'].map((name, index) => ({ name, data: pngPage(30 + seed, 40, index) }));
const texts = ['1.png', '2.png'].map((name) => ({ name, data: Buffer.from('no image at all') }));
const formats = ['cbz', 'cbt', 'epub', 'pdf'] as const;
/** Books that differ by their seed, because a file of the same content is recognised. */
const makers: Record<(typeof formats)[number], (path: string, seed: number) => void> = {
  cbz: (path, seed) => writeFileSync(path, zipBytes(pagesOf(seed))),
  cbt: (path, seed) => writeFileSync(path, tarBytes(pagesOf(seed))),
  epub: (path, seed) => {
    const zip = readFileSync(novel);
    // The length of the comment at the end of a ZIP.
    zip.writeUInt16LE(seed, zip.length - 2);
    writeFileSync(path, Buffer.concat([zip, Buffer.alloc(seed, ' ')]));
  },
  pdf: (path, seed) => writePdf(path, [[300 + seed, 400]]),
};

/** Things that can be in the place of a book's file; each is created at the given, unused path. */
const damages: Record<string, (path: string, before: Buffer) => void> = {
  'what it was': (path, before) => writeFileSync(path, before),
  'nothing at all': () => undefined,
  'a folder': (path) => mkdirSync(path),
  'an empty file': (path) => writeFileSync(path, ''),
  'a web page': (path) => writeFileSync(path, '<!doctype html><p>Not found'),
  'an archive of texts': (path) => writeFileSync(path, zipBytes(texts)),
  'an archive without files': (path) => writeFileSync(path, zipBytes([])),
  'half of it': (path, before) => writeFileSync(path, before.subarray(0, before.length / 2)),
  ...(process.platform === 'win32'
    ? {}
    : { 'a pipe': (path: string) => void execFileSync('mkfifo', [path]) }),
};

/** All requests that read one book. */
const reads = endpoints
  .filter(({ method, path }) => method === 'GET' && path.startsWith('/books/{'))
  .map(({ path }) => path.replace('{page_number}', '1').replace('{+path}', 'a.png'))
  .flatMap((path) => (path.endsWith('/pages/1') ? [path, `${path}?width=20&format=jpeg`] : [path]))
  .map((path) => (path.endsWith('/search') ? `${path}?query=the` : path));

const cases = formats.flatMap((format) =>
  Object.keys(damages).map((damage) => ({
    format,
    damage,
    name: `${damage.replaceAll(' ', '-')}.${format}`,
  })),
);

let octavo: TestServer;
let dir: string;
let library: string;
/** The ids of a case: of the book in the library, and of the file that is opened without being in it. */
const ids = new Map<string, string[]>();
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-damaged-'));
  let seed = 0;
  for (const folder of ['library', 'outside']) {
    mkdirSync(join(dir, folder));
    for (const { name, format } of cases) makers[format](join(dir, folder, name), ++seed);
  }
  octavo = await startTestServer();
  const body = { name: 'Damaged', path: join(dir, 'library') };
  library = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.api.call(startScan, { params: { id: library } });
  await octavo.idle();
  const { data } = await octavo.api.call(listBooks, { query: { page_size: 100 } });
  for (const { name } of cases) {
    const book = data.find(({ filename }) => filename === name);
    const opened = await octavo.server.control.openFile(admin.username, join(dir, 'outside', name));
    ids.set(name, [book?.id ?? '', opened.id]);
  }
  // Covers that were made before hide what became of the files.
  rmSync(join(octavo.dataDir, 'thumbnails'), { recursive: true });
});
afterAll(async () => {
  await octavo.stop();
  rmSync(dir, { recursive: true, force: true });
});

test.each(cases)(
  'a $format whose file became $damage is answered as documented',
  async ({ damage, name }) => {
    for (const folder of ['library', 'outside']) {
      const path = join(dir, folder, name);
      const before = readFileSync(path);
      rmSync(path);
      damages[damage]?.(path, before);
    }
    const wrong: string[] = [];
    const ask = async (path: string, init: RequestInit = {}) => {
      try {
        // Refuses statuses, headers and fields that the OpenAPI document does not name.
        const response = await octavo.request(path, init);
        await response.arrayBuffer();
        if (response.status >= 500) wrong.push(`${path}: ${response.status}`);
      } catch (error) {
        wrong.push(`${path}: ${String(error)}`);
      }
    };
    const [book = '', file = ''] = ids.get(name) ?? [];
    for (const id of [book, file]) {
      for (const path of reads) await ask(path.replace(/\{(book_)?id\}/, id));
    }
    await ask(`/opened-files/${file}/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ library_id: library, folder: 'Added' }),
    });
    expect(wrong).toEqual([]);
  },
);
