import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { packArchive, tarBytes } from '../../testing/archives.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';
import { openBook } from '../formats/open-book.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { imageTypeOf } from '../media-type.ts';
import { createPageSource, type PageSource } from './page-source.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const dir = mkdtempSync(join(tmpdir(), 'octavo-unpack-'));
const archivesDir = join(dir, 'cache');
afterAll(() => rmSync(dir, { recursive: true }));

let limits: Limits;
let source: PageSource;
beforeEach(() => {
  limits = { ...defaultLimits };
  source = createPageSource({ archivesDir, limits: () => limits });
});
afterEach(() => source.close());

const pagesOf = async (path: string) => {
  const { pages } = await openBook(path, statSync(path).size);
  expect(pages.every(({ source: kind }) => kind === 'archive')).toBe(true);
  return pages;
};
const readAll = async (path: string): Promise<(Buffer | string)[]> =>
  Promise.all(
    (await pagesOf(path)).map((page) =>
      source.read(path, page).catch((error: unknown) => (error as Error).message),
    ),
  );
/** Currently unpacked archives. */
const cached = (): string[] =>
  existsSync(archivesDir)
    ? readdirSync(archivesDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.pages'),
      )
    : [];

let serial = 0;
/** Creates an archive of distinct pages, packed with `switches`; returns its pages as well. */
const makeArchive = (count: number, switches: string, prefix = 'page', fillingBytes = 4000) => {
  serial += 1;
  const folder = join(dir, `book-${serial}`);
  mkdirSync(folder);
  // Trailing bytes that are harmless to the image and make it compressible.
  const filling = Buffer.alloc(fillingBytes, 'filling');
  const images = Array.from({ length: count }, (_, index) =>
    Buffer.concat([pngPage(40 + index, 60, serial), filling]),
  );
  const names = images.map((_, index) => `${prefix} ${String(index).padStart(3, '0')}.png`);
  for (const [index, image] of images.entries()) {
    writeFileSync(join(folder, names[index] ?? ''), image);
  }
  const path = join(dir, `book-${serial}.cbx`);
  packArchive(path, folder, names, ...switches.split(' '));
  return { path, images };
};

test.each([
  'library/Comics/Komga Logos/Komga Logos #01 (rar4).cbr',
  'library/Comics/Komga Logos/Komga Logos #02 (rar5-solid).cbr',
  'library/Comics/Page Blanche/Page Blanche (2012) (FR) [tar].cbt',
  'library/Comics/Page Blanche/Page Blanche (2012) (FR).cb7',
  'faults/wrong-extension/7z-inside.cbz',
  'faults/wrong-extension/rar5-inside.cbz',
  'faults/wrong-extension/tar-inside.cbr',
  'faults/compression/7zip.cb7',
])('reads every page of %s', async (name) => {
  const images = await readAll(join(fixtures, name));
  expect(images.length).toBeGreaterThan(0);
  for (const image of images) {
    expect(Buffer.isBuffer(image) && imageTypeOf(image)).toMatch(/^image\//);
  }
});

test.each(['BZip2', 'LZMA', 'PPMd', 'Deflate64', 'xz'])(
  'reads pages of a ZIP packed with %s',
  async (method) => {
    const { path, images } = makeArchive(4, `-tzip -mm=${method}`);
    expect(await readAll(path)).toEqual(images);
  },
);

it('finds pages of a ZIP whose names 7-Zip reads in another encoding', async () => {
  const { path, images } = makeArchive(3, '-tzip -mm=LZMA -mcu=off -mcp=932', '第１話_表紙');
  const pages = await pagesOf(path);
  expect(pages[0]?.filename).toBe('第１話_表紙 000.png');
  expect(await readAll(path)).toEqual(images);
});

it('gives the beginning of a page', async () => {
  const { path, images } = makeArchive(2, '-t7z');
  const [, page] = await pagesOf(path);
  if (!page) throw new Error('No page');
  expect(await source.head(path, page, 20)).toEqual(images[1]?.subarray(0, 20));
  expect(await source.head(path, page, 100_000)).toEqual(images[1]);
});

describe('the cache', () => {
  it('unpacks an archive once, however many pages are asked for at the same time', async () => {
    const { path, images } = makeArchive(20, '-t7z');
    expect(await readAll(path)).toEqual(images);
    expect(await readAll(path)).toEqual(images);
    expect(cached()).toHaveLength(1);
  });

  it('does not ask the archive again', async () => {
    const { path, images } = makeArchive(5, '-t7z');
    const pages = await pagesOf(path);
    const { size } = statSync(path);
    utimesSync(path, 1000, 1000);
    await readAll(path);
    // Equal size and time, but useless content.
    writeFileSync(path, Buffer.alloc(size));
    utimesSync(path, 1000, 1000);
    expect(await Promise.all(pages.map((page) => source.read(path, page)))).toEqual(images);
  });

  it('sees that an archive was replaced', async () => {
    const [first, second] = [makeArchive(2, '-t7z'), makeArchive(3, '-t7z')];
    const [page] = await pagesOf(first.path);
    if (!page) throw new Error('No page');
    await source.read(first.path, page);
    cpSync(second.path, first.path);
    await expect(source.read(first.path, page)).rejects.toMatchObject({ reason: 'changed' });
    expect(await readAll(first.path)).toEqual(second.images);
  });

  it('gives up the archives used longest ago when it is full', async () => {
    const archives = [makeArchive(4, '-ttar'), makeArchive(4, '-ttar'), makeArchive(4, '-ttar')];
    const bytes = archives[0]?.images.reduce((sum, { length }) => sum + length, 0) ?? 0;
    limits.archive_cache_bytes = Math.ceil(bytes * 2.5);
    for (const { path, images } of archives) expect(await readAll(path)).toEqual(images);
    await expect.poll(cached).toHaveLength(2);
    for (const { path, images } of archives) expect(await readAll(path)).toEqual(images);
  });

  it('keeps only as many archives as configured', async () => {
    await source.close();
    source = createPageSource({ archivesDir, keepArchives: 1, limits: () => limits });
    for (const { path, images } of [makeArchive(2, '-t7z'), makeArchive(2, '-t7z')]) {
      expect(await readAll(path)).toEqual(images);
    }
    await expect.poll(cached).toHaveLength(1);
  });

  it('keeps what is being read, even where it is full', async () => {
    const archives = [makeArchive(10, '-t7z'), makeArchive(10, '-t7z'), makeArchive(10, '-t7z')];
    limits.archive_cache_bytes =
      archives[0]?.images.reduce((sum, { length }) => sum + length, 100) ?? 0;
    const read = await Promise.all(archives.map(({ path }) => readAll(path)));
    expect(read).toEqual(archives.map(({ images }) => images));
    await expect.poll(cached).toHaveLength(1);
  });

  it('tries again after unpacking failed', async () => {
    // Its page does not fit into a pipe, so that 7-Zip is still unpacking when a millisecond is over.
    const { path, images } = makeArchive(1, '-t7z -mx0', 'page', 16_000_000);
    // The archive is listed before its file in the cache is begun.
    limits = {
      ...defaultLimits,
      get seconds() {
        return cached().length === 0 ? 30 : 0;
      },
    };
    expect(await readAll(path)).toEqual([expect.stringContaining('took more than')]);
    limits = { ...defaultLimits };
    const [page] = await readAll(path);
    expect(Buffer.isBuffer(page) && images[0]?.equals(page)).toBe(true);
  });

  it('leaves nothing behind when it is closed, even while it unpacks', async () => {
    const { path } = makeArchive(50, '-t7z');
    const [page] = await pagesOf(path);
    if (!page) throw new Error('No page');
    await source.read(path, page);
    await source.close();
    expect(readdirSync(archivesDir)).toEqual([]);
  });
});

describe('an archive larger than the cache', () => {
  it('is read page by page where that is possible', async () => {
    const { path, images } = makeArchive(3, '-ttar');
    limits.archive_cache_bytes = 10;
    expect(await readAll(path)).toEqual(images);
    expect(cached()).toEqual([]);
  });

  it('is refused with a sentence where its pages hang together', async () => {
    const { path } = makeArchive(3, '-t7z');
    limits.archive_cache_bytes = 10;
    expect((await readAll(path))[0]).toMatch(/only be unpacked all together/);
  });
});

describe('damage', () => {
  it('costs only the page that it hit where the others stand alone', async () => {
    const [start, cut] = await readAll(join(fixtures, 'faults/archive-damaged/rar4-truncated.cbr'));
    expect(Buffer.isBuffer(start) && imageTypeOf(start)).toBe('image/png');
    expect(cut).toMatch(/damaged in the archive/);
  });

  it('in the middle leaves the pages behind it readable', async () => {
    const { path, images } = makeArchive(5, '-tzip -mm=LZMA');
    const pages = await pagesOf(path);
    const archive = readFileSync(path);
    // Offset of the third page's data: after its local header and name.
    const third = Array.from({ length: 3 }).reduce<number>(
      (offset) => archive.indexOf('PK\x03\x04', offset + 1),
      -1,
    );
    archive.fill(0xff, third + 30 + 12 + 9 + 20, third + 30 + 12 + 9 + 40);
    writeFileSync(path, archive);
    const read = await Promise.all(
      pages.map((page) => source.read(path, page).catch(() => 'damaged')),
    );
    expect(
      read.filter((page, index) => Buffer.isBuffer(page) && images[index]?.equals(page)),
    ).toHaveLength(4);
  });

  it('reads what is left of a ZIP without its table of contents', async () => {
    const path = join(dir, 'cut.cbz');
    const images = [pngPage(8, 9), pngPage(9, 10)];
    const bytes = zipBytes(images.map((data, index) => ({ name: `${index}.png`, data })));
    writeFileSync(path, bytes.subarray(0, bytes.indexOf('PK\x01\x02')));
    expect(await readAll(path)).toEqual(images);
  });
});

it('does not unpack a page that is larger than a page may be', async () => {
  const path = join(dir, 'large.cbt');
  writeFileSync(path, tarBytes([{ name: '1.png', data: Buffer.alloc(5000) }]));
  const pages = await pagesOf(path);
  limits.entry_bytes = 4000;
  const [page] = pages;
  if (!page) throw new Error('No page');
  await expect(source.read(path, page)).rejects.toMatchObject({ reason: 'too_large' });
});

it('says when the file is gone', async () => {
  const { path } = makeArchive(1, '-t7z');
  const [page] = await pagesOf(path);
  rmSync(path);
  if (!page) throw new Error('No page');
  await expect(source.read(path, page)).rejects.toThrow(/no longer exists/);
});
