import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { getTaskStats } from '../../../shared/api/tasks.ts';
import { tarBytes } from '../../testing/archives.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';

let octavo: TestServer;
let dir: string;
let root: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-replaced-'));
  root = join(dir, 'library');
  await mkdir(join(root, 'Saga'), { recursive: true });
  octavo = await startTestServer();
});
afterEach(async () => {
  await octavo.stop();
  rmSync(dir, { recursive: true, force: true });
});

const idle = () =>
  vi.waitFor(
    async () => {
      const { pending, running } = await octavo.api.call(getTaskStats);
      expect(pending + running).toBe(0);
    },
    { timeout: 30_000, interval: 20 },
  );

const pageCount = 8;

/** Pages of one version: no two begin or end at the same place in both versions. */
const makePages = (version: number) =>
  Array.from({ length: pageCount }, (_, index) => {
    const filler = createHash('sha512').update(`${version} ${index}`).digest('hex');
    const data = Buffer.concat([
      pngPage(20 + index, 30, version * 60 + index),
      Buffer.from(filler.repeat(40 + 23 * version + 5 * index)),
    ]);
    return { name: `${index + 1}.png`, data };
  });
type Pages = ReturnType<typeof makePages>;

/** How often the file is replaced, ms: 7-Zip takes longer to begin than to read a table. */
const [often, atTimes] = [20, 350];

const packings: [string, number, (pages: Pages, version: number) => Buffer][] = [
  ['stored.cbz', often, (pages) => zipBytes(pages)],
  // Another packing in each version: the table says how to unpack.
  [
    'mixed.cbz',
    often,
    (pages, version) => zipBytes(pages.map((page) => ({ ...page, deflate: version === 2 }))),
  ],
  ['deflated.cbz', often, (pages) => zipBytes(pages.map((page) => ({ ...page, deflate: true })))],
  // Has no checksums.
  ['plain.cbt', atTimes, (pages) => tarBytes(pages)],
];

/** Which version a page is of, as a whole; null where it is of neither. */
const versionOf = (bytes: Buffer, page: number, versions: readonly Pages[]) =>
  versions.find((pages) => pages[page - 1]?.data.equals(bytes)) ?? null;

test.each(packings)(
  '%s: each page is of one version or the other while the file is replaced again and again',
  async (name, everyMs, pack) => {
    const versions = [makePages(1), makePages(2)];
    const file = join(root, 'Saga', name);
    const prepared = versions.map((pages, index) => {
      const path = join(dir, `${index}-${name}`);
      writeFileSync(path, pack(pages, index + 1));
      return path;
    });
    copyFileSync(prepared[0] ?? '', file);
    const library = await octavo.api.call(createLibrary, { body: { name: 'Saga', path: root } });
    await octavo.api.call(startScan, { params: { id: library.id } });
    await idle();
    const [book] = (await octavo.api.call(listBooks)).data;
    expect(book?.page_count).toBe(pageCount);

    let isOver = false;
    const replace = async () => {
      for (let turn = 1; !isOver; turn += 1) {
        const next = join(dir, 'next');
        copyFileSync(prepared[turn % 2] ?? '', next);
        renameSync(next, file);
        await sleep(everyMs + (turn % 5) * 5);
      }
    };
    const seen = new Set<Pages | null>();
    const failures: unknown[] = [];
    const read = async (client: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const page = 1 + ((turn + client) % pageCount);
        const response = await octavo.request(`/books/${book?.id}/pages/${page}`, {
          // Deflated pages go as they are to who takes gzip.
          headers: { 'accept-encoding': client % 2 === 0 ? 'gzip' : 'identity' },
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        const version = versionOf(bytes, page, versions);
        seen.add(version);
        if (version === null)
          failures.push([response.status, page, bytes.toString('latin1', 0, 200)]);
      }
    };
    const clients = [0, 1, 2].map(read);
    const replacing = replace();
    await sleep(1000);
    isOver = true;
    await Promise.all([replacing, ...clients]);
    expect(failures).toEqual([]);
    expect(seen.size).toBe(2);
  },
);
