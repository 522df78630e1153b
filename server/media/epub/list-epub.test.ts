import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it, test } from 'vitest';

import { pngPage, type TestEntry, writeCbz } from '../../testing/zip.ts';
import { openBook } from '../formats/open-book.ts';
import { defaultLimits } from '../limits.ts';
import { countPages } from '../stored-page.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const dir = mkdtempSync(join(tmpdir(), 'octavo-epub-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const open = (path: string) => openBook(path, statSync(path).size);
const fixture = (name: string) => open(join(fixtures, name));

const partsMissing = 'The EPUB is damaged: parts of it are missing. The rest can be read.';

/** Expected result for each EPUB fixture: texts or page images, its cover, its metadata. */
const readable = [
  [
    'Arthur Conan Doyle/The Adventures of Sherlock Holmes',
    'texts',
    16,
    'epub/images/cover.svg',
    'en-GB',
  ],
  ['Boulet/Page Blanche (fixed layout)', 'images', 9, 'EPUB/Image/cover.jpg', 'fr'],
  ['Encyclopaedia Britannica/Georgia', 'texts', 1, 'EPUB/images/cover.png', 'en-US'],
  ['Herman Melville/Moby-Dick', 'texts', 142, 'OPS/images/9780316000000.jpg', 'en-US'],
  [
    "Lewis Carroll/Alice's Adventures in Wonderland (11)/Alice's Adventures in Wonderland - Lewis Carroll",
    'texts',
    15,
    'OEBPS/394382034267688847_cover.jpg',
    'en',
  ],
  ['Ralph Burke/The Incomplete Theft - Ralph Burke', 'texts', 4, 'cover.jpeg', 'en'],
  ['T.S. Eliot/The Waste Land (obfuscated fonts)', 'texts', 1, 'EPUB/wasteland-cover.jpg', 'en-US'],
  ['Unknown/Hefty Water', 'texts', 1, null, 'en'],
  ['W3C EPUB tests/lay-fxl-spread-both', 'fixed texts', 4, null, 'en'],
  ['W3C EPUB tests/mol-audio', 'texts', 2, null, 'en'],
  ['W3C EPUB tests/nav-spine_not-in-spine', 'texts', 2, null, 'en'],
  ['W3C EPUB tests/ocf-package_multiple', 'texts', 1, null, 'en'],
  ['W3C EPUB tests/pkg-spine-nonlinear-activation', 'texts', 1, null, 'en'],
  ['W3C EPUB tests/pkg-spine-progression_rtl', 'texts', 4, null, 'en'],
  ['W3C EPUB tests/pkg-title-order', 'texts', 1, null, 'en'],
  ['W3C EPUB tests/pub-cmt-avif', 'texts', 1, 'EPUB/img/001.avif', 'en'],
  ['W3C EPUB tests/pub-cmt-jxl', 'texts', 1, 'EPUB/img/001.jxl', 'en'],
  ['W3C EPUB tests/pub-cmt-webp', 'texts', 1, 'EPUB/img/001.webp', 'en'],
  ['אורי עידן/מפליגים בישראל', 'texts', 12, 'OEBPS/israelsailing.jpg', 'he'],
  ['倉塚りこ/ハルコさんの彼氏 (fixed layout)', 'images', 12, 'OPS/images/01.jpg', 'ja-JP'],
  ['夏目 漱石/草枕', 'texts', 15, 'OPS/images/書デジ.png', 'ja-JP'],
] as const;

describe('an EPUB of the library', () => {
  test.each(readable)('%s is read as %s', async (name, kind, parts, cover, language) => {
    const book = await fixture(`library/Books/${name}.epub`);
    expect(book).toMatchObject({ format: 'epub', error: null, note: null });
    expect(book.pages).toHaveLength(parts);
    expect(book.pages.filter(({ error }) => error !== undefined)).toEqual([]);
    const isText = book.pages.every(({ source }) => source === 'text');
    expect(isText).toBe(kind !== 'images');
    expect(book.metadata).toMatchObject({
      language,
      layout: kind === 'texts' ? 'reflowable' : 'fixed',
    });
    expect(book.cover?.filename ?? null).toBe(cover);
    expect(book.publication?.toc.length).toBeGreaterThan(0);
    // A fixed-layout text is one page; others are counted during analysis.
    expect(countPages(book.pages)).toBe(kind === 'texts' ? 0 : parts);
  });

  test('is in this table', () => {
    const names = globSync('library/**/*.epub', { cwd: fixtures });
    const known = readable.map(([name]) => `library/Books/${name}.epub`);
    expect(names.map((name) => name.replaceAll('\\', '/')).sort()).toEqual(known.sort());
  });
});

test('an EPUB says who made it and where it belongs', async () => {
  const holmes = await fixture(
    'library/Books/Arthur Conan Doyle/The Adventures of Sherlock Holmes.epub',
  );
  expect(holmes.metadata).toMatchObject({
    title: 'The Adventures of Sherlock Holmes',
    title_sort: 'Adventures of Sherlock Holmes, The',
    series: 'Sherlock Holmes',
    number: 3,
    publisher: 'Standard Ebooks',
    release_date: '2018-05-08',
    genres: ['Detective and mystery stories, English'],
  });
  expect(holmes.metadata?.authors).toContainEqual({
    name: 'Arthur Conan Doyle',
    role: 'writer',
    sort: 'Doyle, Arthur Conan',
  });
  const page = await fixture('library/Books/Boulet/Page Blanche (fixed layout).epub');
  expect(page.metadata?.authors).toEqual([
    { name: 'Boulet', role: 'writer', sort: 'Boulet' },
    { name: 'Bagieu Pénélope', role: 'penciller', sort: 'Bagieu, Pénélope' },
  ]);
  const kusamakura = await fixture('library/Books/夏目 漱石/草枕.epub');
  expect(kusamakura.metadata).toMatchObject({ title_sort: 'くさまくら', reading_direction: 'rtl' });
});

describe('an EPUB with a fault', () => {
  test.each([
    ['epub-damaged/no-container', 'The EPUB is damaged: it lacks META-INF/container.xml.'],
    ['epub-damaged/no-package', 'The EPUB is damaged: its package document is missing.'],
    [
      'epub-damaged/package-cut',
      'The EPUB is damaged: its package document lists nothing to read.',
    ],
    ['epub-damaged/truncated', 'The archive is cut off'],
    ['wrong-extension/zip-as-epub', 'The EPUB is damaged: it lacks META-INF/container.xml.'],
    ['encrypted/lcp-drm', 'The book is protected by DRM'],
  ])('%s cannot be read: %s', async (name, sentence) => {
    const book = await fixture(`faults/${name}.epub`);
    expect(book.error).toContain(sentence);
    expect(book).toMatchObject({ format: 'epub', pages: [], metadata: null });
  });

  test.each([
    ['epub-damaged/no-mimetype', null],
    ['epub-damaged/missing-chapter', partsMissing],
    ['epub-hostile/ocf-url_link-leaking-relative', null],
    ['epub-hostile/ocf-url_parse-leaking-relative', null],
    ['epub-hostile/pub-external-links', null],
    ['epub-hostile/pub-xml-external-id', null],
    ['epub-hostile/scr-support', null],
  ])('%s can be read, and is noted: %s', async (name, note) => {
    const book = await fixture(`faults/${name}.epub`);
    expect(book).toMatchObject({ format: 'epub', error: null, note });
    expect(book.pages).toHaveLength(1);
    expect(book.pages[0]?.error !== undefined).toBe(note !== null);
  });

  test('is in one of these tables', () => {
    expect(globSync('faults/**/*.epub', { cwd: fixtures })).toHaveLength(13);
  });
});

const xhtml = (body: string) => `<html><head><title>T</title></head><body>${body}</body></html>`;

interface BookParts {
  metadata?: string;
  /** Additional manifest items. */
  manifest?: string;
  /** File name and content of each section, in order. */
  parts: Record<string, string | Buffer>;
  files?: TestEntry[];
  /** XML after the spine. */
  rest?: string;
}

const epubBytes = ({ metadata = '', manifest = '', parts, files = [], rest = '' }: BookParts) => {
  const names = Object.keys(parts);
  const type = (name: string) =>
    name.endsWith('.png')
      ? 'image/png'
      : name.endsWith('.svg')
        ? 'image/svg+xml'
        : 'application/xhtml+xml';
  const items = names.map(
    (name, index) => `<item id="p${index}" href="${name}" media-type="${type(name)}"/>`,
  );
  const spine = names.map((_, index) => `<itemref idref="p${index}"/>`);
  const data = `<package><metadata>${metadata}</metadata><manifest>${items.join('')}${manifest}</manifest><spine>${spine.join('')}</spine>${rest}</package>`;
  return [
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    },
    { name: 'book.opf', data },
    ...Object.entries(parts).map(([name, content]) => ({ name, data: content })),
    ...files,
  ];
};

let made = 0;
const openMade = (book: BookParts, name = `${(made += 1)}.epub`) => {
  const path = join(dir, name);
  writeCbz(path, epubBytes(book));
  return open(path);
};

const comicParts = (count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    parts: Object.fromEntries(
      numbers.map((index) => [`${index}.xhtml`, xhtml(`<img src="${index}.png"/>`)]),
    ),
    manifest: numbers
      .map((index) => `<item id="i${index}" href="${index}.png" media-type="image/png"/>`)
      .join(''),
    files: numbers.map((index) => ({ name: `${index}.png`, data: pngPage(8, 8, index) })),
  };
};

describe('a comic in an EPUB', () => {
  it('is found although the book calls itself reflowable', async () => {
    const comic = await openMade(comicParts(6));
    expect(comic.pages.map(({ filename }) => filename)).toEqual(
      [1, 2, 3, 4, 5, 6].map((index) => `${index}.png`),
    );
    expect(comic.metadata?.layout).toBe('fixed');
  });

  it('may show its images in drawings, or have them in its spine', async () => {
    const { files, manifest } = comicParts(3);
    const image = '<svg><image xlink:href="1.png"/></svg>';
    const parts = { 'a.xhtml': xhtml(image), 'b.svg': image.replace('1', '2'), '3.png': pngPage() };
    const rest = files.filter(({ name }) => name !== '3.png');
    const comic = await openMade({ parts, manifest, files: rest });
    expect(comic.pages.map(({ filename }) => filename)).toEqual(['1.png', '2.png', '3.png']);
  });

  it('may have blank pages and a page of text', async () => {
    const { parts, ...others } = comicParts(8);
    const comic = await openMade({
      ...others,
      parts: {
        'blank.xhtml': xhtml(''),
        ...parts,
        'about.xhtml': xhtml('<p>About</p>'.repeat(99)),
      },
    });
    expect(comic.pages).toHaveLength(8);
    expect(comic.pages.every(({ source }) => source === undefined)).toBe(true);
  });

  it('is not a novel with pictures, nor a picture book with text', async () => {
    const { parts, ...others } = comicParts(3);
    const chapters = { 'a.xhtml': xhtml('word '.repeat(50)), 'b.xhtml': xhtml('word '.repeat(50)) };
    expect((await openMade({ ...others, parts: { ...parts, ...chapters } })).metadata?.layout).toBe(
      'reflowable',
    );
    const fixed = '<meta property="rendition:layout">pre-paginated</meta>';
    const captioned = Object.fromEntries(
      Object.keys(parts).map((name) => [name, xhtml(`<img src="1.png"/>${'words '.repeat(20)}`)]),
    );
    const picture = await openMade({ ...others, metadata: fixed, parts: captioned });
    expect(picture.metadata?.layout).toBe('fixed');
    expect(picture.pages.map(({ source }) => source)).toEqual(['text', 'text', 'text']);
  });
});

describe('the cover', () => {
  const parts = { 'a.xhtml': xhtml('text') };
  const files = [
    { name: 'cover.png', data: pngPage() },
    { name: 'wrap.svg', data: '<svg><image href="cover.png"/></svg>' },
    { name: 'wrap.xhtml', data: xhtml('<img src="cover.png"/>') },
  ];
  const item = (href: string, more = '') =>
    `<item id="c" href="${href}" media-type="x/y" ${more}/>`;

  test.each([
    ['of EPUB 3', { manifest: item('cover.png', 'properties="cover-image"') }],
    ['of EPUB 2', { manifest: item('cover.png'), metadata: '<meta name="cover" content="c"/>' }],
    ['named by its path', { metadata: '<meta name="cover" content="cover.png"/>' }],
    ['of the guide', { rest: '<guide><reference type="cover" href="wrap.xhtml"/></guide>' }],
    ['inside a drawing', { manifest: item('wrap.svg', 'properties="cover-image"') }],
    ['of the first part', { parts: { 'a.xhtml': xhtml('<p>x</p><img src="cover.png"/>') } }],
  ] as [string, Partial<BookParts>][])('%s is found', async (_, book) => {
    expect((await openMade({ parts, files, ...book })).cover?.filename).toBe('cover.png');
  });

  it('is a drawing that shows no image of the book', async () => {
    const manifest = item('alone.svg', 'properties="cover-image"');
    const drawing = [{ name: 'alone.svg', data: '<svg><path/></svg>' }];
    expect((await openMade({ parts, files: drawing, manifest })).cover).toMatchObject({
      filename: 'alone.svg',
      media_type: 'image/svg+xml',
    });
  });
});

describe('an EPUB that is nearly one', () => {
  it('is opened whatever its name, and says so', async () => {
    const book = await openMade({ parts: { 'a.xhtml': xhtml('text') } }, 'named.cbz');
    expect(book).toMatchObject({ format: 'epub', note: 'The file is an EPUB named .cbz.' });
  });

  it('is read as far as its package document goes', async () => {
    const whole = epubBytes({ parts: { 'a.xhtml': xhtml('a'), 'b.xhtml': xhtml('b') } });
    const cut = whole.map((entry) =>
      entry.name === 'book.opf'
        ? { ...entry, data: entry.data.toString().split('<itemref idref="p1"/>')[0] ?? '' }
        : entry,
    );
    const path = join(dir, 'cut.epub');
    writeCbz(path, cut);
    expect(await open(path)).toMatchObject({ error: null, note: partsMissing });
    expect((await open(path)).pages).toHaveLength(1);
  });

  it('shows what it can of parts of every kind', async () => {
    const types: Record<string, string> = {
      'a.xhtml': 'application/xhtml+xml',
      'b.pdf': 'application/pdf',
      'c.png': 'image/png',
      'd.html': 'text/html',
    };
    const parts = Object.fromEntries(
      Object.keys(types).map((name) => [name, xhtml('text '.repeat(99))]),
    );
    const entries = epubBytes({ parts }).map((entry) =>
      entry.name === 'book.opf'
        ? {
            ...entry,
            data: entry.data
              .toString()
              .replace(
                /href="([^"]+)" media-type="[^"]+"/g,
                (_, name: string) => `href="${name}" media-type="${types[name] ?? ''}"`,
              ),
          }
        : entry,
    );
    const path = join(dir, 'kinds.epub');
    writeCbz(path, entries);
    const { pages, error } = await open(path);
    expect(error).toBeNull();
    expect(pages.map((page) => (page.source === 'text' ? page.characters : undefined))).toEqual([
      null,
      0,
      0,
      null,
    ]);
    expect(pages.map((page) => page.error)).toEqual([
      undefined,
      'This part is of a kind that cannot be shown (application/pdf).',
      undefined,
      undefined,
    ]);
  });

  it('without an order of reading has that of its manifest', async () => {
    const entries = epubBytes({ parts: { 'a.xhtml': xhtml('a'), 'b.xhtml': xhtml('b') } });
    const path = join(dir, 'no-spine.epub');
    writeCbz(
      path,
      entries.map((entry) =>
        entry.name === 'book.opf'
          ? { ...entry, data: entry.data.toString().replace(/<spine>.*<\/spine>/, '') }
          : entry,
      ),
    );
    const book = await open(path);
    expect(book.pages.map(({ filename }) => filename)).toEqual(['a.xhtml', 'b.xhtml']);
    expect(book.note).toBe(partsMissing);
  });

  it('repeats a file in its spine a few times only', async () => {
    const entries = epubBytes({ parts: { 'a.xhtml': xhtml('a'), 'b.xhtml': xhtml('b') } });
    const path = join(dir, 'flood.epub');
    const flood = `<spine>$1${'<itemref idref="p0"/>'.repeat(5000)}`;
    writeCbz(
      path,
      entries.map((entry) =>
        entry.name === 'book.opf'
          ? { ...entry, data: entry.data.toString().replace(/<spine>(.*)(?=<\/spine>)/, flood) }
          : entry,
      ),
    );
    const { pages, error } = await open(path);
    expect(error).toBeNull();
    expect(pages).toHaveLength(33);
    expect(pages.slice(0, 3).map(({ filename }) => filename)).toEqual([
      ...['a.xhtml', 'b.xhtml', 'a.xhtml'],
    ]);
  });

  it('is refused when its package document is beyond all measure', async () => {
    const path = join(dir, 'large.epub');
    writeCbz(path, epubBytes({ parts: { 'a.xhtml': 'a' }, metadata: ' '.repeat(2000) }));
    const limits = { ...defaultLimits, epub_xml_bytes: 1000 };
    const { error } = await openBook(path, statSync(path).size, limits);
    expect(error).toContain('larger than the 1000 bytes');
  });

  it('is read or refused with a sentence, wherever its package document is cut', async () => {
    const entries = epubBytes({ parts: { 'a.xhtml': xhtml('a'), 'b.xhtml': xhtml('b') } });
    const text = entries.find(({ name }) => name === 'book.opf')?.data.toString() ?? '';
    const path = join(dir, 'shorter.epub');
    for (let length = 0; length < text.length; length += 9) {
      const data = text.slice(0, length);
      writeCbz(
        path,
        entries.map((entry) => (entry.name === 'book.opf' ? { ...entry, data } : entry)),
      );
      const { error, note } = await open(path);
      expect(error ?? note).toMatch(/^The EPUB is damaged: .*\.$/);
    }
  });
});
