import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';

import { pngPage, zipBytes } from '../../testing/zip.ts';
import { locationOf, type StoredPage, type ZipPage } from '../stored-page.ts';
import { openBook } from './open-book.ts';
import { readEntry, readEntryHead } from '../zip/read-entry.ts';
import { readZipDirectory } from '../zip/directory.ts';

const faults = join(import.meta.dirname, '../../../../shared/fixtures/faults');
const dir = mkdtempSync(join(tmpdir(), 'octavo-book-'));
afterAll(() => rmSync(dir, { recursive: true }));

const open = (path: string) => openBook(path, statSync(path).size);
const fault = (name: string) => open(join(faults, name));
const write = (bytes: Buffer): string => {
  const path = join(dir, `${crypto.randomUUID()}.cbz`);
  writeFileSync(path, bytes);
  return path;
};
const isZipPage = (page: StoredPage): page is ZipPage => page.source === undefined;
const names = (pages: StoredPage[]) => pages.map(({ filename }) => filename);

describe('metadata', () => {
  const metron =
    '<MetronInfo><Series><Name>Metron</Name></Series><Number>7</Number><Summary>M</Summary></MetronInfo>';
  const comicInfo = '<ComicInfo><Series>Rack</Series><Number>1</Number></ComicInfo>';
  const comment = (book: Buffer) => {
    const text = JSON.stringify({ 'ComicBookInfo/1.0': { series: 'Lover', publisher: 'DC' } });
    book.writeUInt16LE(text.length, book.length - 2);
    return Buffer.concat([book, Buffer.from(text)]);
  };
  const pages = [{ name: '1.png', data: pngPage() }];

  it('of MetronInfo.xml fills what ComicInfo.xml leaves open', async () => {
    const metronEntry = { name: 'MetronInfo.xml', data: metron };
    const both = [...pages, metronEntry, { name: 'comicinfo.xml', data: comicInfo }];
    expect((await open(write(zipBytes(both)))).metadata).toMatchObject({
      ...{ series: 'Rack', number: 1, summary: 'M' },
    });
    const alone = await open(write(zipBytes([...pages, metronEntry])));
    expect(alone.metadata).toMatchObject({ series: 'Metron', number: 7 });
  });

  it('is read from the comment of the archive, too', async () => {
    const commented = comment(
      zipBytes([...pages, { name: 'CoMet.xml', data: '<comet><series>Co</series></comet>' }]),
    );
    expect((await open(write(commented))).metadata).toMatchObject({
      series: 'Co',
      publisher: 'DC',
    });
    expect((await open(write(comment(zipBytes(pages))))).metadata).toMatchObject({
      series: 'Lover',
    });
  });
});

describe('pages', () => {
  it('that are marked as deleted are not in the book, and the declared cover is its cover', async () => {
    const data = `<ComicInfo><Pages><Page Image="0" Type="Deleted"/><Page Image="1"/><Page Image="2" Type="FrontCover"/></Pages></ComicInfo>`;
    const entries = [1, 2, 3].map((page) => ({ name: `${page}.png`, data: pngPage(page, page) }));
    const book = await open(write(zipBytes([...entries, { name: 'ComicInfo.xml', data }])));
    expect(names(book.pages)).toEqual(['2.png', '3.png']);
    expect(book.cover?.filename).toBe('3.png');
  });

  it('come in natural order', async () => {
    expect(names((await fault('contents/natural-order.cbz')).pages)).toEqual(
      ['cover', 'page1', 'page2', 'page02b', 'page3', 'page10', 'page11'].map(
        (name) => `${name}.webp`,
      ),
    );
  });

  it('have the names of their encoding where no flag says UTF-8', async () => {
    expect(names((await fault('names/shift-jis-page-names.cbz')).pages).toSorted()).toEqual(
      ['表紙.jpg', '第１話_扉.jpg', 'ソ連の能力表.jpg'].toSorted(),
    );
    const path = join(faults, 'names/libarchive zip_filename_cp932.cbz');
    const fd = openSync(path, 'r');
    const { entries } = readZipDirectory(fd, statSync(path).size);
    closeSync(fd);
    expect(entries.filter(({ directory }) => !directory).map(({ name }) => name)).toEqual([
      '表だよ/一覧表.txt',
      '表だよ/漢字.txt',
    ]);
  });

  it('leave out junk, hidden files and links, but not odd names', async () => {
    const page = pngPage();
    const path = write(
      zipBytes(
        [
          '__MACOSX/._1.png',
          'sub/@eaDir/7.PNG/SYNOPHOTO_THUMB_M.jpg',
          '#recycle/1.png',
          '.2.png',
          'a/.b/3.png',
          'Thumbs.db',
          '4.txt',
          '5.svg',
          '../6.png',
          'sub/7.PNG',
        ].map((name) => ({ name, data: page })),
      ),
    );
    expect(names((await open(path)).pages)).toEqual(['../6.png', 'sub/7.PNG']);
    expect((await fault('hostile/unzip symlink_dotdot.cbz')).error).toMatch(/no page images/);
  });
});

test.each([
  ['archive-damaged/libzip incons-eocd-magic-bad.zip', /cut off: its table of contents is missing/],
  ['archive-damaged/zero-byte.cbz', /is empty/],
  ['archive-damaged/html-error-page.cbz', /is a web page/],
  ['encrypted/zip-encrypted (password komga).cbz', /protected by a password/],
  ['wrong-extension/image-inside.cbz', /single image/],
  ['contents/archive-in-archive.cbz', /other archives/],
  ['contents/empty-archive.cbz', /archive is empty/],
  ['contents/no-images.cbz', /no page images/],
  ['archive-damaged/random-bytes.cbr', /^This is not a \.cbr file, despite its name/],
])('%s says what is wrong', async (name, sentence) => {
  const { error, pages } = await fault(name);
  expect(error).toMatch(sentence);
  expect(pages).toEqual([]);
});

test('a TAR archive that is compressed as a whole says so', async () => {
  const path = write(gzipSync(Buffer.alloc(10_240)));
  expect((await open(path)).error).toMatch(/^This file is compressed as a whole/);
});

it('reads a ZIP archive named .cbr', async () => {
  expect(await fault('wrong-extension/zip-inside.cbr')).toMatchObject({
    format: 'cbz',
    error: null,
  });
});

describe('archives with junk around them', () => {
  const bytes = zipBytes([
    { name: '1.png', data: pngPage(5, 6), deflate: true },
    { name: '2.png', data: pngPage(7, 8) },
  ]);

  it.each([
    ['before', Buffer.concat([Buffer.alloc(5000, 'x'), bytes])],
    ['behind', Buffer.concat([bytes, Buffer.alloc(20_000, 'x')])],
  ])('%s', async (_, file) => {
    const path = write(file);
    const { pages, error } = await open(path);
    expect(error).toBeNull();
    const fd = openSync(path, 'r');
    expect(
      pages.filter(isZipPage).map((page) => readEntry(fd, locationOf(page), { verify: true })),
    ).toEqual([pngPage(5, 6), pngPage(7, 8)]);
    closeSync(fd);
  });
});

it('does not unpack a bomb', async () => {
  const path = join(faults, 'hostile/bomb-1GiB-page.cbz');
  const [bomb] = (await open(path)).pages.filter(isZipPage);
  const fd = openSync(path, 'r');
  if (!bomb) throw new Error('No page');
  expect(() => readEntry(fd, locationOf(bomb))).toThrow(/too large when unpacked/);
  expect(readEntryHead(fd, locationOf(bomb), 4096).length).toBeLessThan(5_000_000);
  closeSync(fd);
});

it('has a fingerprint that differs by content and is the same for a copy', async () => {
  const first = zipBytes([{ name: '1.png', data: pngPage(5, 6) }]);
  const other = zipBytes([{ name: '1.png', data: pngPage(5, 7) }]);
  const print = async (bytes: Buffer) => (await open(write(bytes))).fingerprint;
  expect(await print(first)).toBe(await print(first));
  expect(await print(first)).not.toBe(await print(other));
});

it('never throws, whatever the archive holds', async () => {
  const archive = zipBytes([
    { name: '1.png', data: pngPage(), deflate: true },
    { name: 'ComicInfo.xml', data: '<ComicInfo><Title>T</Title></ComicInfo>' },
  ]);
  const path = join(dir, 'fuzz.cbz');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(archive.length),
      fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { maxLength: 12 }),
      async (length, changes) => {
        const bytes = Buffer.from(archive.subarray(0, length > 20 ? archive.length : length));
        for (const [index, value] of changes) if (index < bytes.length) bytes[index] = value;
        writeFileSync(path, bytes);
        const { error, pages } = await openBook(path, bytes.length);
        return (error === null) === pages.length > 0;
      },
    ),
    // Few runs, because 7-Zip is started for each damaged table; the fuzzer tests tables far
    // longer.
    { numRuns: 120 },
  );
  // Hundreds of these archives start a 7-Zip process each.
}, 120_000);

it('reads no page data', async () => {
  const big = zipBytes([
    { name: '1.png', data: Buffer.alloc(5_000_000, 1) },
    { name: '2.png', data: pngPage() },
  ]);
  const path = write(big);
  const read = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  if (process.platform !== 'linux') return;
  read();
  const before = read();
  await open(path);
  expect(read() - before).toBeLessThan(64 * 1024 + 1024);
});
