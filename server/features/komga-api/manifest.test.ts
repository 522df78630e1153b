import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import type { Book } from '../../../shared/api/book-record.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { komgaRecordProblems } from '../../testing/komga/document.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');

interface Link {
  href?: string;
  type?: string;
}
interface Manifest {
  metadata: Record<string, unknown>;
  readingOrder: Link[];
}

let octavo: TestServer;
let books: Book[];
beforeAll(async () => {
  octavo = await startTestServer();
  const body = { name: 'Fixtures', path: fixtures, scan_immediately: true };
  await octavo.api.call(createLibrary, { body });
  await octavo.idle();
  books = (await octavo.api.call(listBooks, { query: { pageSize: 100 } })).data;
}, 150_000);
afterAll(() => octavo.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${octavo.url}/komga/api/v1${path}`, {
    headers: { authorization: `Bearer ${octavo.token}`, ...headers },
  });
const textOf = async (path: string): Promise<string> => {
  const response = await ask(path);
  const text = await response.text();
  expect([path, response.status, response.status === 200 ? '' : text]).toEqual([path, 200, '']);
  return text;
};
const manifestOf = async (path: string) => JSON.parse(await textOf(path)) as Manifest;
const bookOf = (format: string, title = ''): Book => {
  const found = books.find((book) => book.format === format && book.title.includes(title));
  if (!found) throw new Error(`There is no ${format} of ${title}`);
  return found;
};

describe('each of the 48 fixture books', () => {
  it.each(['', '/epub', '/divina', '/pdf'])(
    'has a manifest%s that Komga could send',
    async (way) => {
      expect(books).toHaveLength(48);
      for (const { id, title } of books) {
        const manifest = await manifestOf(`/books/${id}/manifest${way}`);
        expect([title, komgaRecordProblems('WPPublicationDto', manifest)]).toEqual([title, null]);
      }
    },
  );

  it('has positions that Komga could send, the last of them at the end', async () => {
    for (const { id, title } of books) {
      const text = await textOf(`/books/${id}/positions`);
      const list = JSON.parse(text) as { total: number; positions: object[] };
      expect([title, komgaRecordProblems('R2Positions', list)]).toEqual([title, null]);
      expect(list.positions).toHaveLength(list.total);
      expect(list.positions.at(-1)).toMatchObject({ locations: { totalProgression: 1 } });
      // Clients cast to double, which fails for `1`.
      expect([title, /rogression":-?\d+[,}]/.exec(text)?.[0]]).toEqual([title, undefined]);
    }
  });
});

describe('a manifest', () => {
  it('names people and publishers as texts, and the series with a number that has a point', async () => {
    const text = await textOf(`/books/${bookOf('epub', 'Alice').id}/manifest`);
    const { metadata } = JSON.parse(text) as Manifest;
    expect(metadata).toMatchObject({
      author: ['Lewis Carroll'],
      rendition: { layout: 'reflowable' },
      belongsTo: { series: [{ name: expect.any(String) as string }], collection: [] },
    });
    expect(JSON.parse(text)).toMatchObject({
      context: 'https://readium.org/webpub-manifest/context.jsonld',
      images: [],
    });
    expect(text).not.toContain('"@');
    const numbered = books.find(
      ({ number, format }) => Number.isInteger(number) && format === 'cbz',
    );
    const comic = await textOf(`/books/${numbered?.id ?? ''}/manifest`);
    expect(comic).toMatch(/"position":\d+\.0/);
  });

  it('of a PDF is its file, and as a comic the images of its pages', async () => {
    const paper = books.find(({ format, page_count }) => format === 'pdf' && page_count > 1);
    const { id, page_count } = paper ?? bookOf('pdf');
    const file = await manifestOf(`/books/${id}/manifest`);
    expect(file.readingOrder).toMatchObject([{ type: 'application/pdf' }]);
    const comic = await manifestOf(`/books/${id}/manifest/divina`);
    expect(comic.readingOrder).toHaveLength(page_count);
    const image = await fetch(comic.readingOrder[0]?.href ?? '', {
      headers: { authorization: `Bearer ${octavo.token}` },
    });
    expect(image.headers.get('content-type')).toMatch(/^image\//);
    expect(image.headers.get('content-type')).toBe(comic.readingOrder[0]?.type);
  });

  it('keeps the shape of Readium in our own API', async () => {
    const { id } = bookOf('epub', 'Alice');
    const response = await octavo.request(`/books/${id}/manifest`);
    expect(await response.json()).toMatchObject({
      '@context': 'https://readium.org/webpub-manifest/context.jsonld',
      metadata: { author: [{ name: 'Lewis Carroll' }] },
    });
  });
});

it('lets the web reader set a base of this server in parts of a text, which our own API does not', async () => {
  const { id } = bookOf('epub', 'Alice');
  const { readingOrder } = await manifestOf(`/books/${id}/manifest`);
  const href = new URL(readingOrder[0]?.href ?? '');
  const policyAt = async (path: string) => {
    const { headers } = await fetch(octavo.url + path, {
      headers: { authorization: `Bearer ${octavo.token}` },
    });
    return headers.get('content-security-policy')?.split('; ');
  };
  const ours = await policyAt(
    href.pathname.replace('/komga', '').replace('/resource/', '/resources/'),
  );
  expect(ours).toContain("base-uri 'none'");
  expect(await policyAt(href.pathname)).toEqual(
    ours?.map((directive) => (directive === "base-uri 'none'" ? "base-uri 'self'" : directive)),
  );
});
