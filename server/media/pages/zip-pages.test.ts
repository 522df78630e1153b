import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { heldFiles } from '../../testing/held-files.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';
import { openBook } from '../formats/open-book.ts';
import type { ZipPage } from '../stored-page.ts';
import { createPageSource, type PageSource } from './page-source.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

let dir: string;
let source: PageSource;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-pages-'));
  source = createPageSource({ maxOpen: 2 });
});
afterEach(async () => {
  await source.close();
  rmSync(dir, { recursive: true });
});

const make = async (
  name: string,
  page: Buffer,
  deflate = false,
): Promise<{ path: string; page: ZipPage }> => {
  const path = join(dir, name);
  writeCbz(path, [{ name: '1.png', data: page, deflate }]);
  const first = (await openBook(path, statSync(path).size)).pages[0];
  if (first?.source !== undefined || !first) throw new Error('No page');
  return { path, page: first };
};

it('reads stored and deflated pages, raw ones as they lie in the archive', async () => {
  const bytes = pngPage(40, 50);
  const stored = await make('a.cbz', bytes);
  const deflated = await make('b.cbz', bytes, true);
  expect(await source.read(stored.path, stored.page)).toEqual(bytes);
  expect(await source.read(deflated.path, deflated.page)).toEqual(bytes);
  const raw = await source.readRaw(deflated.path, deflated.page);
  expect(raw).toMatchObject({ method: 8, size: bytes.length, crc32: deflated.page.crc32 });
  expect(inflateRawSync(raw?.bytes ?? Buffer.alloc(0))).toEqual(bytes);
});

it('serves more files at once than it keeps open', async () => {
  const books = await Promise.all(
    Array.from({ length: 12 }, (_, index) => make(`${index}.cbz`, pngPage(8, 8, index))),
  );
  const pages = await Promise.all(
    [...books, ...books].map(({ path, page }) => source.read(path, page)),
  );
  expect(pages).toEqual([...books, ...books].map((_, index) => pngPage(8, 8, index % 12)));
});

it('opens a replaced file again', async () => {
  const before = await make('a.cbz', pngPage(8, 8, 1));
  await source.read(before.path, before.page);
  await sleep(1100);
  const after = await make('a.cbz', pngPage(8, 8, 2));
  utimesSync(after.path, new Date(), new Date(Date.now() + 5000));
  expect(await source.read(after.path, after.page)).toEqual(pngPage(8, 8, 2));
});

it('opens a replaced file again after the clock was set back by a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const before = await make('a.cbz', pngPage(8, 8, 1));
    await source.read(before.path, before.page);
    vi.setSystemTime(Date.now() - 86_400_000);
    await sleep(1100);
    const after = await make('a.cbz', pngPage(8, 8, 2));
    utimesSync(after.path, new Date(), new Date(Date.now() + 5000));
    expect(await source.read(after.path, after.page)).toEqual(pngPage(8, 8, 2));
  } finally {
    vi.useRealTimers();
  }
});

it('says in a sentence that a file is gone or no longer the one that was listed', async () => {
  const { path, page } = await make('a.cbz', pngPage());
  await expect(source.read(path, { ...page, offset: page.offset + 7 })).rejects.toThrow(
    /has changed/,
  );
  await expect(source.read(join(dir, 'none.cbz'), page)).rejects.toThrow(/no longer exists/);
});

it.skipIf(leftOutOnWindows('windows-story.test.ts replaces such a file'))(
  'closes a file soon after its last page',
  async () => {
    const brief = createPageSource({ openMs: 50 });
    const { path, page } = await make('a.cbz', pngPage());
    await brief.read(path, page);
    expect(heldFiles(dir)).toEqual([path]);
    await vi.waitFor(() => expect(heldFiles(dir)).toEqual([]));
    expect(await brief.read(path, page)).toEqual(pngPage());
    await brief.close();
  },
);

it('notices that somebody wrote into the file itself', async () => {
  const { path, page } = await make('a.cbz', pngPage(8, 8, 1));
  const { size, mtimeMs, ino } = statSync(path, { bigint: true });
  const stamp = { size: Number(size), mtimeMs: Number(mtimeMs), inode: String(ino) };
  expect(await source.read({ path, stamp }, page)).toEqual(pngPage(8, 8, 1));
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
  await expect(source.read({ path, stamp }, page)).rejects.toThrow(/has changed/);
});
