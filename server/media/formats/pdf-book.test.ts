import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { pdfOf } from '../../testing/pdf.ts';
import { defaultLimits } from '../limits.ts';
import { createPageSource, type PageSource } from '../pages/page-source.ts';
import { createPdf, type Pdf } from '../pdf/pdf.ts';
import { openBook } from './open-book.ts';
import type { ParsedBook } from './parsed-book.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const comic = 'library/PDF/Pepper & Carrot/Pepper & Carrot 006 (2015).pdf';
const dir = mkdtempSync(join(tmpdir(), 'octavo-pdf-book-'));
let pdf: Pdf;
let source: PageSource;
beforeAll(() => {
  pdf = createPdf();
  source = createPageSource({ pdf });
});
afterAll(async () => {
  await source.close();
  rmSync(dir, { recursive: true });
});

const openFile = (path: string): Promise<ParsedBook> =>
  openBook(path, statSync(path).size, defaultLimits, pdf);
const open = (name: string) => openFile(join(fixtures, name));

const write = (name: string, bytes: Buffer): string => {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
};

/** Whether a small drawing of the first page is entirely white. */
const isBlank = async (name: string, { pages }: ParsedBook): Promise<boolean> => {
  const [first] = pages;
  if (!first) throw new Error('No page');
  const image = await source.read(join(fixtures, name), first, { width: 200 });
  const { channels } = await sharp(image).stats();
  return channels.every(({ stdev }) => stdev === 0);
};

test.each([
  ['/ViewerPreferences << /Direction /R2L >>', 'rtl'],
  ['/ViewerPreferences << /Direction /L2R >>', null],
  ['', null],
])('a PDF with the preferences "%s" is read %s', async (preferences, direction) => {
  const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>';
  const catalog = `<< /Type /Catalog /Pages 2 0 R ${preferences} >>`;
  const book = await openFile(write('direction.pdf', pdfOf([catalog, pages, page])));
  expect(book.metadata?.reading_direction).toBe(direction);
});

describe('a PDF is listed, and its first page drawn', () => {
  test.each([
    [comic, 8, 2349, 1634],
    ['library/PDF/Komga.pdf', 1, 1959, 1959],
    ['library/PDF/The Rust Programming Language.pdf', 671, 1722, 2229],
    ['library/PDF/pdf.js samples/bitmap-symbol.pdf', 1, 1957, 1962],
    ['library/PDF/pdf.js samples/images_1bit_grayscale.pdf', 1, 1647, 2330],
    ['library/PDF/pdf.js samples/nested_outline.pdf', 9, 1647, 2330],
    ['library/PDF/pdf.js samples/pdfjs_wikipedia.pdf', 1, 1722, 2229],
    ['library/PDF/pdf.js samples/rotation.pdf', 2, 1722, 2229],
    ['library/PDF/pdf.js samples/sizes.pdf', 3, 1722, 2229],
    ['library/PDF/pdf.js samples/vertical.pdf', 3, 1727, 2223],
    ['faults/wrong-extension/pdf-inside.cbz', 1, 1959, 1959],
    // Repaired.
    ['faults/pdf-damaged/Pages-tree-refs.pdf', 2, 1647, 2331],
    ['faults/pdf-damaged/bad-PageLabels.pdf', 1, 3919, 979],
    ['faults/pdf-damaged/helloworld-bad.pdf', 1, 1959, 1959],
    ['faults/pdf-damaged/poppler-67295-0.pdf', 1, 1722, 2229],
    ['faults/pdf-damaged/poppler-91414-0-53.pdf', 1, 1904, 2016],
    ['faults/pdf-damaged/scan-bad.pdf', 1, 1722, 2229],
    ['faults/pdf-damaged/xref_command_missing.pdf', 1, 3919, 979],
    // A stream that would decompress to gigabytes.
    ['faults/hostile/bomb_giant.pdf', 1, 1722, 2229],
  ])('%s', async (name, count, width, height) => {
    const book = await open(name);
    expect(book).toMatchObject({ format: 'pdf', error: null });
    expect(book.pages).toHaveLength(count);
    expect(book.pages[0]).toMatchObject({ media_type: 'image/jpeg', width, height });
    expect(await isBlank(name, book)).toBe(false);
  });

  test.each([
    ['library/PDF/pdf.js samples/empty.pdf', 1],
    ['library/PDF/pdf.js samples/labelled_pages.pdf', 11],
    ['faults/encrypted/empty_protected (opens without password).pdf', 1],
    ['faults/pdf-damaged/GHOSTSCRIPT-698804-1-fuzzed.pdf', 1],
    // Fonts that are referenced but not embedded.
    ['library/PDF/pdf.js samples/noembed-sjis.pdf', 1],
    ['library/PDF/pdfminer samples/春と修羅.pdf', 1],
  ])('%s, which is blank', async (name, count) => {
    const book = await open(name);
    expect(book).toMatchObject({ format: 'pdf', error: null });
    expect(book.pages).toHaveLength(count);
    expect(await isBlank(name, book)).toBe(true);
  });
});

describe('what cannot be read says why', () => {
  test.each([
    ['faults/encrypted/aes-128 (password foo).pdf', 'protected by a password'],
    ['faults/encrypted/aes-256 (password foo).pdf', 'protected by a password'],
    ['faults/encrypted/rc4-40 (password foo).pdf', 'protected by a password'],
    ['faults/encrypted/issue3371 (password ELXRTQWS).pdf', 'protected by a password'],
    ['faults/pdf-damaged/REDHAT-1531897-0.pdf', 'is damaged'],
    ['faults/pdf-damaged/bug1020226.pdf', 'is damaged'],
    ['faults/pdf-damaged/issue9105_other.pdf', 'is damaged'],
    ['faults/pdf-damaged/truncated.pdf', 'is damaged'],
  ])('%s', async (name, sentence) => {
    const book = await open(name);
    expect(book).toMatchObject({ format: 'pdf', pages: [] });
    expect(book.fingerprint).toMatch(/^[\da-f]{40}$/);
    expect(book.error).toContain(sentence);
  });

  test('and pages that cannot be drawn do not stop the others', async () => {
    const bytes = readFileSync(join(fixtures, comic));
    const holes = Array.from({ length: 4 }, (_, hole) => {
      const copy = Buffer.from(bytes);
      return copy.fill(0x78, (hole + 1) * 380_000, (hole + 1) * 380_000 + 30_000);
    });
    for (const [index, hole] of holes.entries()) {
      const path = write(`hole-${index}.pdf`, hole);
      const { pages, error } = await openFile(path);
      const drawn = await Promise.all(
        pages.map((page) =>
          source.read(path, page, { width: 50 }).then(
            () => true,
            (reason: unknown) => (reason instanceof Error ? reason.name : reason),
          ),
        ),
      );
      expect(error ?? drawn.filter((result) => result !== true && result !== 'MediaError')).toEqual(
        error ?? [],
      );
    }
  });
});

test('a page is the JPEG that the list promises, or without loss where it fits into a box', async () => {
  const { pages } = await open(comic);
  const [first] = pages;
  if (!first) throw new Error('No page');
  const path = join(fixtures, comic);
  expect(await sharp(await source.read(path, first)).metadata()).toMatchObject({
    format: 'jpeg',
    width: first.width,
    height: first.height,
  });
  const box = { width: 300, height: 100 };
  expect(await sharp(await source.read(path, first, box)).metadata()).toMatchObject({
    format: 'png',
    width: 143,
    height: 100,
  });
});

test('says of itself what a person wrote, in its information and its XMP', async () => {
  expect((await open(comic)).metadata).toMatchObject({
    title: 'Pepper & Carrot 006 - The Potion Contest',
    authors: [{ name: 'David Revoy', role: 'writer' }],
  });
  const { metadata } = await open('library/PDF/pdf.js samples/rotation.pdf');
  expect(metadata?.title).toBeNull();
});

test('a page that the file counts but does not have is reported, the others are shown', async () => {
  const { pages } = await open('faults/pdf-damaged/Pages-tree-refs.pdf');
  expect(pages.map(({ error }) => error)).toEqual([undefined, expect.stringMatching('is damaged')]);
});

test('pages are turned as the document says', async () => {
  const { pages } = await open('library/PDF/pdf.js samples/rotation.pdf');
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [1722, 2229],
    [2229, 1722],
  ]);
});

test('a PDF with junk in front is still one, and one under a wrong name is noted', async () => {
  const bytes = readFileSync(join(fixtures, 'library/PDF/Komga.pdf'));
  const behind = write('behind.pdf', Buffer.concat([Buffer.alloc(700, 'junk\n'), bytes]));
  expect(await openFile(behind)).toMatchObject({ format: 'pdf', error: null, note: null });
  expect((await open('faults/wrong-extension/pdf-inside.cbz')).note).toBe(
    'The file is a PDF document named .cbz.',
  );
});

test('without a thread for many files, one is started for the file alone', async () => {
  const path = join(fixtures, comic);
  expect(await openBook(path, statSync(path).size)).toMatchObject({ format: 'pdf', error: null });
});
