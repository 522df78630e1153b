import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import { getBook, listBooks } from '../../../shared/api/books.ts';
import {
  getManifest,
  getPositions,
  searchBook,
  positionListSchema,
  publicationManifestSchema,
  type PublicationLink,
} from '../../../shared/api/epub.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listPages } from '../../../shared/api/pages.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';
import { validateXml } from '../../testing/validate-xml.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');

let octavo: TestServer;
let root: string;
let books: Book[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-epubs-'));
  const copied = { recursive: true, preserveTimestamps: true };
  cpSync(join(fixtures, 'library/Books'), join(root, 'Books'), copied);
  for (const folder of ['epub-hostile', 'epub-damaged', 'encrypted']) {
    cpSync(join(fixtures, 'faults', folder), join(root, folder), {
      ...copied,
      filter: (path) => !/\.(?!epub$)\w+$/.test(path),
    });
  }
  writeCbz(join(root, 'Saga', 'Saga 1.cbz'), 2);
  writeActiveBook(join(root, 'Active', 'Active.epub'));
  // A scan would wait for recently written files.
  for (const path of ['Saga/Saga 1.cbz', 'Active/Active.epub']) {
    utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
  }
  octavo = await startTestServer();
  const library = await octavo.api.call(createLibrary, { body: { name: 'Books', path: root } });
  await octavo.api.call(startScan, { params: { id: library.id } });
  await octavo.idle();
  books = (await octavo.api.call(listBooks, { query: { pageSize: 100 } })).data;
}, 90_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

/** An EPUB with scripts, references outside of the book, and files with wrong types. */
const writeActiveBook = (path: string) => {
  const items = [
    ['text', 'text.xhtml', 'application/xhtml+xml'],
    ['old', 'old.html', 'text/html'],
    ['script', 'script.js', 'text/javascript'],
    ['fake', 'fake.png', 'image/png'],
    ['real', 'real.png', 'image/png'],
    ['style', 'style.css', 'text/css'],
    ['drawing', 'drawing.svg', 'image/svg+xml'],
    ['odd', 'a%20b%23c.png', 'image/png'],
  ];
  const manifest = items
    .map(([id, href, type]) => `<item id="${id}" href="${href}" media-type="${type}"/>`)
    .join('');
  writeCbz(path, [
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="OPS/package.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/package.opf',
      data: `<package unique-identifier="u"><metadata><title>Active</title></metadata><manifest>${manifest}</manifest><spine><itemref idref="text"/><itemref idref="old"/></spine></package>`,
    },
    {
      name: 'OPS/text.xhtml',
      data: '<html><head><script>alert(1)</script></head><body onload="alert(2)"><p>Text &nbsp; and more</p><a href="javascript:alert(3)">x</a><img src="https://tracker.example/p.gif"/></body></html>',
    },
    { name: 'OPS/old.html', data: '<P>One<P>Two<script>alert(4)</script>' },
    { name: 'OPS/script.js', data: 'alert(5)' },
    { name: 'OPS/fake.png', data: '<svg onload="alert(6)"/>' },
    { name: 'OPS/real.png', data: pngPage() },
    { name: 'OPS/a b#c.png', data: pngPage() },
    { name: 'OPS/style.css', data: 'p { color: red; -epub-writing-mode: vertical-rl }' },
    {
      name: 'OPS/drawing.svg',
      data: '<svg onload="alert(7)"><script>alert(8)</script><path/></svg>',
    },
    { name: 'OPS/unlisted.png', data: pngPage() },
  ]);
};

const isWellFormed = (xml: string): boolean => validateXml(xml) === true;

const bookOf = (title: string): Book => {
  const book = books.find((entry) => entry.title === title);
  if (!book) throw new Error(`There is no book ${title}`);
  return book;
};
const manifestOf = async (title: string) =>
  octavo.api.call(getManifest, { params: { id: bookOf(title).id } });
const resourceOf = (title: string, path: string, headers: Record<string, string> = {}) =>
  octavo.request(`/books/${bookOf(title).id}/resources/${path}`, { headers });
const text = async (title: string, path: string) => (await resourceOf(title, path)).text();
const follow = (href: string, init?: RequestInit) =>
  octavo.request(href.replace('/api/v1', ''), init);

/** The status of a path that is sent without normalisation. */
const rawStatus = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${octavo.token}` };
    httpRequest(octavo.url, { path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('a reflowable book', () => {
  test('has a page for every 1,024 characters, counted by the scan', async () => {
    const book = bookOf('Moby-Dick');
    expect(book).toMatchObject({ format: 'epub', analyzed: true, error: null });
    const { readingOrder, metadata } = await manifestOf('Moby-Dick');
    const characters = readingOrder.map(({ properties }) => properties?.characters ?? 0);
    const pages = characters.map((count) => Math.max(1, Math.ceil(count / 1024)));
    expect(book.page_count).toBe(pages.reduce((sum, count) => sum + count, 0));
    expect(metadata.numberOfPages).toBe(book.page_count);
    // The novel has some 1.2 million characters.
    expect(book.page_count).toBeGreaterThan(1100);
    const { data, total } = await octavo.api.call(listPages, {
      params: { id: book.id },
      query: { page: 2, pageSize: 500 },
    });
    expect(total).toBe(book.page_count);
    expect(data[0]).toMatchObject({ page_number: 501, media_type: 'application/xhtml+xml' });
    const full = await octavo.api.call(getBook, { params: { id: book.id } });
    expect(full.metadata.layout).toBe('reflowable');
  });

  test('has no page images, and says so on each of its pages', async () => {
    const { id, page_count } = bookOf('Moby-Dick');
    for (const page of [1, page_count]) {
      const response = await octavo.request(`/books/${id}/pages/${page}`);
      expect(response.status).toBe(422);
      expect(((await response.json()) as { message: string }).message).toContain('is a text');
    }
    expect((await octavo.request(`/books/${id}/pages/${page_count + 1}`)).status).toBe(404);
    expect((await octavo.request(`/books/${id}/pages/0`)).status).toBe(404);
  });

  test('keeps progress by these pages', async () => {
    const { id, page_count } = bookOf('The Waste Land');
    const progress = await octavo.api.call(updateProgress, {
      params: { id },
      body: { current_page: page_count, location: 'epubcfi(/6/2)' },
    });
    expect(progress).toMatchObject({ is_completed: true, percentage: 1, page_count });
  });

  test('has a manifest whose every link leads somewhere', async () => {
    const response = await octavo.request(`/books/${bookOf('Moby-Dick').id}/manifest`);
    expect(response.headers.get('content-type')).toMatch(/^application\/webpub\+json/);
    const manifest = publicationManifestSchema.strict().parse(await response.json());
    expect(manifest.metadata).toMatchObject({
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      // The book's own identifier is not a URI.
      identifier: `urn:uuid:${bookOf('Moby-Dick').id}`,
      author: [{ name: 'Herman Melville' }],
      layout: 'reflowable',
      readingProgression: 'auto',
    });
    expect(manifest.readingOrder).toHaveLength(142);
    expect(manifest.readingOrder[5]).toMatchObject({
      type: 'application/xhtml+xml',
      title: 'Chapter 1. Loomings.',
    });
    expect(manifest.toc.length).toBeGreaterThan(130);
    expect(manifest.landmarks.length).toBeGreaterThan(0);
    expect(manifest.resources.find(({ rel }) => rel === 'cover')?.type).toBe('image/jpeg');
    const some = [...manifest.links, ...manifest.resources, ...manifest.readingOrder.slice(0, 9)];
    for (const { href } of [...some, ...manifest.toc.slice(0, 9)]) {
      expect([href, (await follow(href, { method: 'HEAD' })).status]).toEqual([href, 200]);
    }
  });

  test('has a position list that ends where the book does', async () => {
    const { id, page_count } = bookOf('Moby-Dick');
    const list = await octavo.api.call(getPositions, { params: { id } });
    expect(positionListSchema.strict().parse(list).total).toBe(page_count);
    expect(list.positions.map(({ locations }) => locations.position)).toEqual(
      Array.from({ length: page_count }, (_, index) => index + 1),
    );
    const last = list.positions.at(-1);
    expect(last?.locations.totalProgression).toBeCloseTo((page_count - 1) / page_count);
  });

  test('reads from right to left where its spine does, with pages and nested contents', async () => {
    expect((await manifestOf('草枕')).metadata.readingProgression).toBe('rtl');
    const rtl = await manifestOf('pkg-spine-progression_rtl');
    expect(rtl.metadata.readingProgression).toBe('rtl');
    const georgia = await manifestOf('Georgia');
    expect(georgia.pageList).toHaveLength(7);
    expect(georgia.toc[0]?.children?.[0]?.title).toBe('Climate and Soils');
    expect(georgia.metadata.language).toBe('en-US');
  });

  test('of several renditions is the first, and parts outside the order are only resources', async () => {
    const several = await manifestOf('ocf-package_multiple');
    expect(several.readingOrder.map(({ href }) => href)).toEqual([
      expect.stringMatching(/resources\/FOO\/BAR\/content_001\.xhtml$/),
    ]);
    const aside = await manifestOf('pkg-spine-nonlinear-activation');
    expect(aside.readingOrder).toHaveLength(1);
    expect(aside.resources.map(({ href }) => href.split('/').at(-1))).toContain(
      'content_002.xhtml',
    );
  });
});

describe('a book of fixed layout', () => {
  test('that is a comic has its images as pages, and a manifest that says so', async () => {
    const book = bookOf('ハルコさんの彼氏');
    expect(book).toMatchObject({ page_count: 12, error: null });
    const image = await octavo.request(`/books/${book.id}/pages/3`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { metadata, readingOrder } = await manifestOf('ハルコさんの彼氏');
    expect(metadata).toMatchObject({
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      readingProgression: 'rtl',
      layout: 'fixed',
      presentation: { layout: 'fixed', spread: 'landscape' },
    });
    expect(readingOrder[2]).toMatchObject({
      href: `/api/v1/books/${book.id}/pages/3`,
      type: 'image/jpeg',
    });
    expect(readingOrder[2]?.width).toBeGreaterThan(0);
  });

  test('that is written in HTML has one page for each of its parts', async () => {
    const book = bookOf('lay-fxl-spread-both');
    expect(book.page_count).toBe(4);
    const { metadata, readingOrder } = await manifestOf('lay-fxl-spread-both');
    expect(metadata.presentation).toEqual({ layout: 'fixed', spread: 'both' });
    expect(readingOrder.map(({ properties }) => properties?.numberOfPositions)).toEqual([
      1, 1, 1, 1,
    ]);
  });
});

test('a comic that is no EPUB has a manifest of its images, and no resources', async () => {
  const comic = bookOf('Saga 1');
  const manifest = await manifestOf('Saga 1');
  expect(publicationManifestSchema.strict().parse(manifest).readingOrder).toHaveLength(2);
  expect(manifest.resources).toEqual([]);
  expect((await follow(manifest.readingOrder[1]?.href ?? '')).status).toBe(200);
  expect((await octavo.request(`/books/${comic.id}/resources/page%201.png`)).status).toBe(404);
});

describe('a resource', () => {
  test('comes without scripts and under a policy that would not run them', async () => {
    const response = await resourceOf('Active', 'OPS/text.xhtml');
    expect(response.headers.get('content-type')).toBe('application/xhtml+xml');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(response.headers.get('cache-control')).toMatch(/^private/);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const directive of [
      "default-src 'none'",
      "script-src 'none'",
      "form-action 'none'",
      'sandbox allow-same-origin',
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('allow-scripts');
    const body = await response.text();
    expect(isWellFormed(body)).toBe(true);
    expect(body).toContain('<p>Text \u00a0 and more</p>');
    expect(body).not.toMatch(/alert|tracker/);
  });

  test('of old HTML comes as XHTML, and a drawing without what is active in it', async () => {
    const html = await text('Active', 'OPS/old.html');
    expect(isWellFormed(html)).toBe(true);
    expect(html).toContain('<p>One</p><p>Two</p>');
    expect(html).not.toContain('alert');
    const drawing = await resourceOf('Active', 'OPS/drawing.svg');
    expect(drawing.headers.get('content-type')).toBe('image/svg+xml');
    const { readingOrder, resources } = await manifestOf('Active');
    expect(readingOrder.map(({ type }) => type)).toEqual(Array(2).fill('application/xhtml+xml'));
    expect(resources.map(({ href }) => href).join()).not.toContain('script');
    expect(await drawing.text()).not.toContain('alert');
    const style = await resourceOf('Active', 'OPS/style.css');
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    // EPUB properties also get their CSS names, because Firefox supports only those.
    expect(await style.text()).toBe(
      'p { color: red; writing-mode: vertical-rl;-epub-writing-mode: vertical-rl }',
    );
  });

  test('is only what the book lists, under its own name', async () => {
    const { id } = bookOf('Active');
    const base = `/api/v1/books/${id}/resources`;
    expect(await rawStatus(`${base}/OPS/real.png`)).toBe(200);
    expect(await rawStatus(`${base}/OPS/a%20b%23c.png`)).toBe(200);
    for (const path of [
      'OPS/unlisted.png',
      'OPS/package.opf',
      'META-INF/container.xml',
      'mimetype',
      'OPS/script.js',
      'OPS/../OPS/real.png',
      'OPS/%2e%2e/OPS/real.png',
      'OPS/%2e/real.png',
      'OPS%5Creal.png',
      'OPS\\real.png',
      'OPS//real.png',
      '/OPS/real.png',
      'OPS/%2572eal.png',
      'OPS/real.png/',
      'ops/real.png',
      'OPS/real.png%00',
      'OPS/%ff.png',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2fetc%2fpasswd',
      '',
    ]) {
      expect([path, await rawStatus(`${base}/${path}`)]).toEqual([path, 404]);
    }
  });

  test('that is not what the book says it is, is refused', async () => {
    const response = await resourceOf('Active', 'OPS/fake.png');
    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toBe(
      'OPS/fake.png is not what the book says it is (image/png).',
    );
  });

  test('can be had in parts, announced, and not again', async () => {
    const path = 'EPUB/audio/mobydick_1.mp3';
    const part = await resourceOf('mol-audio', path, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect((await part.arrayBuffer()).byteLength).toBe(100);
    const { id } = bookOf('mol-audio');
    const head = await octavo.request(`/books/${id}/resources/${path}`, { method: 'HEAD' });
    const size = Number(head.headers.get('content-length'));
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${size}`);
    const etag = head.headers.get('etag') ?? '';
    expect((await resourceOf('mol-audio', path, { 'if-none-match': etag })).status).toBe(304);
  });

  test('of an obfuscated font is the font', async () => {
    const font = await resourceOf('The Waste Land', 'EPUB/OldStandard-Regular.obf.woff');
    expect(font.headers.get('content-type')).toBe('font/woff');
    const bytes = Buffer.from(await font.arrayBuffer());
    expect(bytes.toString('latin1', 0, 4)).toBe('wOFF');
    // A WOFF header contains the file's length.
    expect(bytes.readUInt32BE(8)).toBe(bytes.length);
  });

  test('with letters of every script in its path is found', async () => {
    const { readingOrder } = await manifestOf('草枕');
    for (const { href } of readingOrder.slice(0, 3)) {
      expect((await follow(href)).status).toBe(200);
    }
    expect((await resourceOf('草枕', encodeURI('OPS/images/夏目漱石.jpg'))).status).toBe(200);
  });
});

describe('a hostile book', () => {
  const only = (links: PublicationLink[]): string => links[0]?.href ?? '';

  test('does not read files by its entities', async () => {
    const { readingOrder } = await manifestOf('pub-xml-external-id');
    const body = await (await follow(only(readingOrder))).text();
    expect(isWellFormed(body)).toBe(true);
    expect(body).not.toMatch(/The test fails|DOCTYPE|ENTITY|&xxe/);
  });

  test('runs no scripts', async () => {
    for (const title of ['scr-support', 'ocf-url_parse-leaking-relative']) {
      const { readingOrder } = await manifestOf(title);
      const body = await (await follow(only(readingOrder))).text();
      expect(isWellFormed(body)).toBe(true);
      expect(body).not.toMatch(/<script|addEventListener/);
    }
  });

  test('cannot climb out of itself, yet shows its picture', async () => {
    const { readingOrder } = await manifestOf('ocf-url_link-leaking-relative');
    const body = await (await follow(only(readingOrder))).text();
    const source = /<img src="([^"]+)"/.exec(body)?.[1] ?? '';
    const url = new URL(source, new URL(only(readingOrder), octavo.url));
    const { id } = bookOf('ocf-url_link-leaking-relative');
    expect(url.pathname).toBe(`/api/v1/books/${id}/resources/media/imgs/monastery.jpg`);
    expect((await follow(url.pathname)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('can link to the web, after a question of its reader', async () => {
    const { readingOrder } = await manifestOf('pub-external-links');
    expect(await (await follow(only(readingOrder))).text()).toContain(
      'href="https://www.w3.org/TR/epub-rs-33/#sec-epub-rs-external-links"',
    );
  });
});

test('a book that cannot be read says why, to its reader as well', async () => {
  const locked = books.find(({ filename }) => filename === 'lcp-drm.epub');
  expect(locked?.error).toMatch(/protected by DRM/);
  const response = await octavo.request(`/books/${locked?.id ?? ''}/manifest`);
  expect(response.status).toBe(422);
  const unknown = crypto.randomUUID();
  for (const path of ['manifest', 'positions', 'resources/a.xhtml']) {
    expect((await octavo.request(`/books/${unknown}/${path}`)).status).toBe(404);
  }
});

describe('searching a book', () => {
  const search = async (title: string, q: string, more: Record<string, number> = {}) =>
    octavo.api.call(searchBook, { params: { id: bookOf(title).id }, query: { q, ...more } });

  test('finds words at their positions, in reading order', async () => {
    const { is_complete, results } = await search('Moby-Dick', 'call me ISHMAEL');
    expect(is_complete).toBe(true);
    expect(results[0]).toMatchObject({
      title: 'Chapter 1. Loomings.',
      text: {
        highlight: 'Call me Ishmael',
        after: expect.stringMatching(/^\. Some years/) as unknown,
      },
    });
    const { positions } = await octavo.api.call(getPositions, {
      params: { id: bookOf('Moby-Dick').id },
    });
    for (const { href, locations } of results) {
      expect(positions[locations.position - 1]?.href).toBe(href);
    }
  });

  test('shows whole words around what it found', async () => {
    const { results } = await search('Moby-Dick', 'having little');
    const { before, after } = results[0]?.text ?? {};
    expect(before).toMatch(/^… \S.* ago—never mind how long precisely—$/);
    expect(after).toMatch(/^ or no money in my purse.* …$/);
  });

  test('stops at the requested limit and reports that', async () => {
    const { is_complete, results } = await search('Moby-Dick', 'whale', { limit: 20 });
    expect([is_complete, results.length]).toEqual([false, 20]);
    expect((await search('Moby-Dick', 'zzyzx')).results).toEqual([]);
  });

  test('knows other scripts, and letters with and without their marks', async () => {
    const { results } = await search('草枕', '山路');
    expect(results[0]?.text.highlight).toBe('山路');
    const marked = await search('Georgia', 'Géorgie');
    const bare = await search('Georgia', 'georgie');
    expect(marked).toEqual(bare);
  });

  test('of a book of images finds nothing, of an unknown one says so', async () => {
    expect((await search('Saga 1', 'saga')).results).toEqual([]);
    expect(
      (await octavo.request('/books/019a0000-0000-7000-8000-000000000000/search?q=ab')).status,
    ).toBe(404);
    expect((await octavo.request(`/books/${bookOf('Saga 1').id}/search?q=a`)).status).toBe(400);
  });
});
