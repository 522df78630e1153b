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

import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';

import { pngPage, zipBytes } from '../testing/zip.ts';
import { locationOf, openBook, type StoredPage } from './book-file.ts';
import { readEntry, readEntryHead } from './zip/entry-data.ts';
import { readZipDirectory } from './zip/directory.ts';

const faults = join(import.meta.dirname, '../../../shared/fixtures/faults');
const dir = mkdtempSync(join(tmpdir(), 'octavo-book-'));
afterAll(() => rmSync(dir, { recursive: true }));

const open = (path: string) => openBook(path, statSync(path).size);
const fault = (name: string) => open(join(faults, name));
const write = (bytes: Buffer): string => {
  const path = join(dir, `${crypto.randomUUID()}.cbz`);
  writeFileSync(path, bytes);
  return path;
};
const names = (pages: StoredPage[]) => pages.map(({ filename }) => filename);

describe('pages', () => {
  it('come in natural order', () => {
    expect(names(fault('contents/natural-order.cbz').listing.pages)).toEqual(
      ['cover', 'page1', 'page2', 'page02b', 'page3', 'page10', 'page11'].map(
        (name) => `${name}.webp`,
      ),
    );
  });

  it('have the names of their encoding where no flag says UTF-8', () => {
    expect(names(fault('names/shift-jis-page-names.cbz').listing.pages).toSorted()).toEqual(
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

  it('leave out junk, hidden files and links, but not odd names', () => {
    const page = pngPage();
    const path = write(
      zipBytes(
        [
          '__MACOSX/._1.png',
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
    expect(names(open(path).listing.pages)).toEqual(['../6.png', 'sub/7.PNG']);
    expect(fault('hostile/unzip symlink_dotdot.cbz').error).toMatch(/no page images/);
  });
});

test.each([
  ['archive-damaged/truncated-60-percent.cbz', /cut off: its table of contents is missing/],
  ['archive-damaged/zero-byte.cbz', /is empty/],
  ['archive-damaged/html-error-page.cbz', /is a web page/],
  ['encrypted/zip-encrypted (password komga).cbz', /protected by a password/],
  ['wrong-extension/rar5-inside.cbz', /RAR archive named .cbz/],
  ['wrong-extension/7z-inside.cbz', /7z archive named .cbz/],
  ['wrong-extension/pdf-inside.cbz', /PDF document named .cbz/],
  ['wrong-extension/image-inside.cbz', /single image/],
  ['contents/archive-in-archive.cbz', /other archives/],
  ['contents/empty-archive.cbz', /archive is empty/],
  ['contents/no-images.cbz', /no page images/],
  ['archive-damaged/random-bytes.cbr', /^This is no \.cbr file, whatever its name says/],
  ['wrong-extension/tar-inside.cbr', /^This file is a TAR archive named \.cbr/],
  ['archive-damaged/rar4-truncated.cbr', /^RAR archives cannot be read yet\.$/],
  ['epub-damaged/truncated.epub', /^EPUB files cannot be read yet\.$/],
])('%s says what is wrong', (name, sentence) => {
  const { error, listing } = fault(name);
  expect(error).toMatch(sentence);
  expect(listing.pages).toEqual([]);
});

it('reads a ZIP archive named .cbr', () => {
  expect(fault('wrong-extension/zip-inside.cbr')).toMatchObject({ format: 'cbz', error: null });
});

describe('archives with junk around them', () => {
  const bytes = zipBytes([
    { name: '1.png', data: pngPage(5, 6), deflate: true },
    { name: '2.png', data: pngPage(7, 8) },
  ]);

  it.each([
    ['before', Buffer.concat([Buffer.alloc(5000, 'x'), bytes])],
    ['behind', Buffer.concat([bytes, Buffer.alloc(20_000, 'x')])],
  ])('%s', (_, file) => {
    const path = write(file);
    const { listing, error } = open(path);
    expect(error).toBeNull();
    const fd = openSync(path, 'r');
    expect(listing.pages.map((page) => readEntry(fd, locationOf(page), true))).toEqual([
      pngPage(5, 6),
      pngPage(7, 8),
    ]);
    closeSync(fd);
  });
});

it('does not unpack a bomb', () => {
  const path = join(faults, 'hostile/bomb-1GiB-page.cbz');
  const [bomb] = open(path).listing.pages;
  const fd = openSync(path, 'r');
  if (!bomb) throw new Error('No page');
  expect(() => readEntry(fd, locationOf(bomb))).toThrow(/unpacks to far more/);
  expect(readEntryHead(fd, locationOf(bomb), 4096).length).toBeLessThan(5_000_000);
  closeSync(fd);
});

it('has a fingerprint that tells contents apart and is the same for a copy', () => {
  const first = zipBytes([{ name: '1.png', data: pngPage(5, 6) }]);
  const other = zipBytes([{ name: '1.png', data: pngPage(5, 7) }]);
  const print = (bytes: Buffer) => open(write(bytes)).fingerprint;
  expect(print(first)).toBe(print(first));
  expect(print(first)).not.toBe(print(other));
});

it('never throws, whatever the archive holds', () => {
  const archive = zipBytes([
    { name: '1.png', data: pngPage(), deflate: true },
    { name: 'ComicInfo.xml', data: '<ComicInfo><Title>T</Title></ComicInfo>' },
  ]);
  const path = join(dir, 'fuzz.cbz');
  fc.assert(
    fc.property(
      fc.nat(archive.length),
      fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { maxLength: 12 }),
      (length, changes) => {
        const bytes = Buffer.from(archive.subarray(0, length > 20 ? archive.length : length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        writeFileSync(path, bytes);
        const { error, listing } = openBook(path, bytes.length);
        return (error === null) === listing.pages.length > 0;
      },
    ),
    { numRuns: 1000 },
  );
});

it('reads no page data', () => {
  const big = zipBytes([
    { name: '1.png', data: Buffer.alloc(5_000_000, 1) },
    { name: '2.png', data: pngPage() },
  ]);
  const path = write(big);
  const read = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  if (process.platform !== 'linux') return;
  read();
  const before = read();
  open(path);
  expect(read() - before).toBeLessThan(64 * 1024 + 1024);
});
