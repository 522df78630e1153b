import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Progress } from '../../../../shared/api/progress-record.ts';
import { addLibrary } from '../../../conformance/fixture.ts';
import { documentHash } from '../../../scanner/analysis/document-hash.ts';
import { useKomga } from '../../../testing/komga-client.ts';
import { admin } from '../../../testing/server.ts';
import { writeCbz } from '../../../testing/zip.ts';

/**
 * Two devices read the same book through different APIs: each sees the other's position, device and
 * time, an older position never replaces a newer one, and opening the book changes nothing.
 */
const { server } = useKomga();

const story = join(
  import.meta.dirname,
  '../../../../../shared/fixtures/library/Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub',
);

interface Reading {
  id: string;
  /** KOReader's id of the book. */
  document: string;
  pages: number;
}
const books: Record<'text' | 'comic', Reading> = {
  text: { id: '', document: '', pages: 0 },
  comic: { id: '', document: '', pages: 0 },
};
let key = '';

beforeAll(async () => {
  const root = join(server().dir, 'Shared');
  mkdirSync(join(root, 'Text'), { recursive: true });
  const files = { text: join(root, 'Text/Text 1.epub'), comic: join(root, 'Comic/Comic 1.cbz') };
  copyFileSync(story, files.text);
  writeCbz(files.comic, 12);
  await addLibrary(server(), 'Shared');
  for (const kind of ['text', 'comic'] as const) {
    const found = await server().list<{ id: string; filename: string; page_count: number }>(
      '/books',
    );
    const book = found.find(({ filename }) => files[kind].endsWith(filename));
    books[kind] = {
      id: book?.id ?? '',
      document: documentHash(files[kind]) ?? '',
      pages: book?.page_count ?? 0,
    };
  }
  const { body } = await server().send<{ key: string }>('POST', '/api-keys', { name: 'Tablet' });
  key = body.key;
});

let attempt = 0;
beforeEach(async () => {
  attempt += 1;
  for (const { id } of Object.values(books)) await server().send('DELETE', `/books/${id}/progress`);
});

interface Seen {
  page: number;
  device: string;
  /** Seconds. */
  at: number;
}
interface Way {
  device: string;
  /** Returns the status; `modified` is used if the API supports dates. */
  write(book: Reading, page: number, modified?: string): Promise<number>;
  read(book: Reading): Promise<Seen>;
  /** All requests of a client that opens the book. */
  open(book: Reading): Promise<unknown>;
  /** Whether the API transmits the time of reading. */
  hasDates: boolean;
}

const secondOf = (date: string) => Math.floor(Date.parse(date) / 1000);
const call = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(server().url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const json = async <T>(response: Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;

interface Locator {
  href: string;
  locations: { position: number };
}

/** The compatibility API and OPDS 2.0 use the same format for positions. */
const progressionAt = (
  root: string,
  device: string,
  headers: () => Record<string, string>,
): Way => {
  const bookUrl = ({ id }: Reading, rest: string) => `${root}/books/${id}/${rest}`;
  return {
    device,
    hasDates: true,
    async write(book, page, modified = new Date().toISOString()) {
      const { positions } = await json<{ positions: Locator[] }>(
        call('GET', bookUrl(book, 'positions'), headers()),
      );
      const body = {
        modified,
        device: { id: `urn:${device}`, name: device },
        locator: positions[page - 1],
      };
      return (await call('PUT', bookUrl(book, 'progression'), headers(), body)).status;
    },
    async read(book) {
      const {
        locator,
        device: writer,
        modified,
      } = await json<{
        modified: string;
        device: { name: string };
        locator: Locator;
      }>(call('GET', bookUrl(book, 'progression'), headers()));
      return { page: locator.locations.position, device: writer.name, at: secondOf(modified) };
    },
    open: async (book) => {
      for (const rest of ['', 'manifest', 'positions', 'progression', 'pages/1']) {
        await call('GET', bookUrl(book, rest), headers());
      }
    },
  };
};

const bearer = () => ({ authorization: `Bearer ${server().token}` });
const ways: Record<string, Way> = {
  'the compatibility API': progressionAt('/komga/api/v1', 'Komelia', bearer),
  OPDS: progressionAt('/opds/v2', 'Cantook', bearer),
  'our own API': {
    device: 'Tablet',
    hasDates: true,
    write: async ({ id }, current_page, updated_at) =>
      (
        await call(
          'PUT',
          `/api/v1/books/${id}/progress`,
          { 'x-api-key': key },
          {
            current_page,
            ...(updated_at === undefined ? {} : { updated_at }),
          },
        )
      ).status,
    async read({ id }) {
      const { current_page, device, updated_at } = await json<Progress>(
        call('GET', `/api/v1/books/${id}/progress`, bearer()),
      );
      return { page: current_page, device: device?.name ?? '', at: secondOf(updated_at) };
    },
    open: async ({ id }) => {
      for (const rest of ['', '/manifest', '/positions', '/progress', '/pages', '/pages/1']) {
        await call('GET', `/api/v1/books/${id}${rest}`, bearer());
      }
    },
  },
  KOReader: {
    device: 'Kobo Libra',
    hasDates: false,
    write: async ({ document, pages }, page) =>
      (
        await call('PUT', '/koreader/syncs/progress', koreader(), {
          document,
          progress: String(page),
          percentage: (page - 0.5) / pages,
          device: 'Kobo Libra',
          // A different device each time, because the same position from the same device is
          // ignored.
          device_id: `kobo-${attempt}`,
        })
      ).status,
    async read({ document, pages }) {
      const { percentage, device, timestamp } = await json<{
        percentage: number;
        device: string;
        timestamp: number;
      }>(call('GET', `/koreader/syncs/progress/${document}`, koreader()));
      return { page: Math.ceil(percentage * pages - 1e-9), device, at: timestamp };
    },
    open: ({ document }) => call('GET', `/koreader/syncs/progress/${document}`, koreader()),
  },
};
const koreader = () => ({
  'x-auth-user': admin.username,
  'x-auth-key': createHash('md5').update(key).digest('hex'),
});

const seenEverywhere = async (book: Reading) =>
  Promise.all(Object.values(ways).map((way) => way.read(book)));
/** Expects the same device, page and time through all four APIs. */
const expectEverywhere = async (book: Reading, page: number, { device }: Way, since: number) => {
  const seen = await seenEverywhere(book);
  const time = seen[0]?.at ?? 0;
  expect(time).toBeGreaterThanOrEqual(since);
  expect(seen).toEqual(seen.map(() => ({ page, device, at: time })));
};

const pairs = Object.entries(ways).flatMap(([from, a]) =>
  Object.entries(ways)
    .filter(([other]) => other !== from)
    .map(([other, b]) => ({ from, to: other, a, b })),
);

describe.each(['text', 'comic'] as const)('a %s', (kind) => {
  it.each(pairs)('continues in $to where $from stopped, and back', async ({ a, b }) => {
    const book = books[kind];
    const begun = secondOf(new Date().toISOString());
    expect(await a.write(book, 3)).toBeLessThan(300);
    await expectEverywhere(book, 3, a, begun);
    expect(await b.write(book, 5)).toBeLessThan(300);
    await expectEverywhere(book, 5, b, begun);

    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    for (const way of [a, b].filter(({ hasDates }) => hasDates)) {
      expect(await way.write(book, 2, yesterday)).toBe(409);
    }
    await expectEverywhere(book, 5, b, begun);
  });

  it.each(Object.entries(ways))('is not begun by opening it by %s', async (_name, way) => {
    const book = books[kind];
    await way.open(book);
    expect((await server().send('GET', `/books/${book.id}/progress`)).status).toBe(404);
  });

  it.each(pairs)('stays where $from left it when $to opens it', async ({ a, b }) => {
    const book = books[kind];
    const begun = secondOf(new Date().toISOString());
    await a.write(book, 4);
    await b.open(book);
    await expectEverywhere(book, 4, a, begun);
  });
});

it('is not begun by the first page that OPDS 1.2 streams, nor moved back by it', async () => {
  const { id } = books.comic;
  const stream = (page: number) => call('GET', `/opds/v1.2/books/${id}/pages/${page}`, bearer());
  const progress = () => server().send<Progress>('GET', `/books/${id}/progress`);
  expect((await stream(0)).status).toBe(200);
  expect((await progress()).status).toBe(404);
  await ways['our own API']?.write(books.comic, 3);
  await stream(0);
  expect((await progress()).body).toMatchObject({ current_page: 3, device: { name: 'Tablet' } });
});
