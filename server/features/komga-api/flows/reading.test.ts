import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { addLibrary, patience } from '../../../conformance/fixture.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../../testing/komga-client.ts';
import {
  bookPage,
  bookShape,
  collectionShape,
  libraryShape,
  pageOf,
  readListShape,
  seriesPage,
  userShape,
} from '../../../testing/komga-shapes.ts';
import { listenTo } from '../../../testing/event-stream.ts';

/**
 * The requests of each client for reading a book, with its headers: pages, and progress in both
 * directions, verified through our own API.
 */
const { server, client } = useKomga();
const ids = { akira: '', one: '', two: '', text: '', collection: '', list: '' };

const text = join(
  import.meta.dirname,
  '../../../../../shared/fixtures/library/Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub',
);
beforeAll(async () => {
  mkdirSync(join(server().dir, 'Texts/Text'), { recursive: true });
  copyFileSync(text, join(server().dir, 'Texts/Text/Text 1.epub'));
  const library = await addLibrary(server(), 'Texts');
  const [book] = await server().list<{ id: string }>(`/books?library_id=${library}`);
  ids.text = book?.id ?? '';
  ids.akira = await server().idOf('Akira');
  ids.one = await server().idOf('Akira 01');
  ids.two = await server().idOf('Akira 02');
  const made = async (path: string, body: unknown) =>
    (await server().send<{ id: string }>('POST', path, body)).body.id;
  ids.collection = await made('/collections', { name: 'Both', series_ids: [ids.akira] });
  ids.list = await made('/read-lists', { name: 'Event', book_ids: [ids.two, ids.one] });
});
beforeEach(async () => {
  await server().send('POST', `/series/${ids.akira}/unread`);
});

const pages = z.array(
  z.strictObject({
    number: z.int(),
    fileName: z.string(),
    mediaType: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    sizeBytes: z.int().nullable(),
    size: z.string(),
  }),
);
const counts = {
  booksCount: z.int(),
  booksReadCount: z.int(),
  booksUnreadCount: z.int(),
  booksInProgressCount: z.int(),
};
const byNumber = z.strictObject({
  ...counts,
  lastReadContinuousNumberSort: z.number(),
  maxNumberSort: z.number(),
});
const byIndex = z.strictObject({ ...counts, lastReadContinuousIndex: z.int() });
const progression = z.looseObject({
  modified: z.iso.datetime(),
  device: z.strictObject({ id: z.string(), name: z.string() }),
  locator: z.looseObject({ href: z.string(), type: z.string() }),
});

const send = async (me: KomgaClient, method: string, path: string, body?: unknown) =>
  (
    await me.ask(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  ).status;
const ours = async (id: string) => {
  const { status, body } = await server().send<object>('GET', `/books/${id}/progress`);
  return status === 200 ? body : null;
};
const readHere = (id: string, page: number) =>
  server().send('PUT', `/books/${id}/progress`, { current_page: page });
const progressOf = async (me: KomgaClient, id: string) =>
  (await me.get(bookShape, `/api/v1/books/${id}`)).readProgress;

/** Reads every page, converted if the client does not support its type. */
const readPages = async (me: KomgaClient, accept: string, convert = '') => {
  const list = await me.get(pages, `/api/v1/books/${ids.one}/pages`);
  expect(list).toHaveLength(4);
  for (const { number } of list) {
    const path = `/api/v1/books/${ids.one}/pages/${number}${convert}`;
    const image = await me.ask(path, { headers: { accept } });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
};
const byPage = async (me: KomgaClient, sent: (page: number) => unknown) => {
  const path = `/api/v1/books/${ids.one}/read-progress`;
  expect(await send(me, 'PATCH', path, sent(2))).toBe(204);
  expect(await ours(ids.one)).toMatchObject({ current_page: 2, is_completed: false });
  await readHere(ids.one, 3);
  expect(await progressOf(me, ids.one)).toMatchObject({ page: 3, completed: false });
  expect(await send(me, 'DELETE', path)).toBe(204);
  expect(await ours(ids.one)).toBeNull();
};
const byCompletion = async (me: KomgaClient, body: unknown) => {
  expect(await send(me, 'PATCH', `/api/v1/books/${ids.one}/read-progress`, body)).toBe(204);
  expect(await ours(ids.one)).toMatchObject({ current_page: 4, is_completed: true });
};
const bySeries = async (me: KomgaClient) => {
  const path = `/api/v1/series/${ids.akira}/read-progress`;
  expect(await send(me, 'POST', path)).toBe(204);
  expect(await ours(ids.two)).toMatchObject({ is_completed: true });
  expect(await send(me, 'DELETE', path)).toBe(204);
  expect(await ours(ids.two)).toBeNull();
};
const byTracker = async (me: KomgaClient) => {
  const path = `/api/v2/series/${ids.akira}/read-progress/tachiyomi`;
  expect(await me.get(byNumber, path)).toMatchObject({ booksReadCount: 0, maxNumberSort: 3 });
  expect(await send(me, 'PUT', path, { lastBookNumberSortRead: 1 })).toBe(204);
  expect(await ours(ids.one)).toMatchObject({ is_completed: true });
  await server().send('POST', `/books/${ids.two}/read`);
  expect(await me.get(byNumber, path)).toMatchObject({ lastReadContinuousNumberSort: 2 });
};
const byProgression = async (me: KomgaClient) => {
  const base = `/api/v1/books/${ids.text}`;
  await server().send('DELETE', `/books/${ids.text}/progress`);
  expect((await me.ask(`${base}/progression`)).status).toBe(204);
  const positions = z.looseObject({
    total: z.int(),
    positions: z.array(z.looseObject({ href: z.string(), type: z.string() })),
  });
  const list = await me.get(positions, `${base}/positions`);
  const [, second] = list.positions;
  const sent = {
    modified: new Date().toISOString(),
    device: { id: 'phone', name: 'Phone' },
    locator: second,
  };
  expect(await send(me, 'PUT', `${base}/progression`, sent)).toBe(204);
  expect(await ours(ids.text)).toMatchObject({ current_page: 2 });
  await readHere(ids.text, 3);
  expect(await me.get(progression, `${base}/progression`)).toMatchObject({
    locator: { locations: { position: 3 } },
  });
};

const cover = async (me: KomgaClient, path: string) => {
  const image = await me.ask(`/api/v1/${path}/thumbnail`);
  expect([path, image.status, image.headers.get('content-type')]).toEqual([
    path,
    200,
    'image/jpeg',
  ]);
};

describe('Mihon', () => {
  it('reads with an API key, and lists collections and read lists', async () => {
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', { name: 'phone' });
    const me = client({ headers: { 'x-api-key': body.key } });
    await readPages(me, 'image/*,*/*');
    await readPages(me, 'image/*,*/*', '?convert=png');
    await cover(me, `series/${ids.akira}`);
    await cover(me, `books/${ids.one}`);
    await cover(me, `readlists/${ids.list}`);
    await me.get(pageOf(collectionShape), '/api/v1/collections?unpaged=true');
    const inIt = await me.get(
      seriesPage,
      `/api/v1/collections/${ids.collection}/series?search=&page=0&deleted=false&sort=metadata.titleSort,asc`,
    );
    expect(inIt.content.map(({ name }) => name)).toEqual(['Akira']);
    await me.get(pageOf(readListShape), '/api/v1/readlists?search=&page=0&deleted=false');
    await me.get(readListShape, `/api/v1/readlists/${ids.list}`);
    const books = await me.get(
      bookPage,
      `/api/v1/readlists/${ids.list}/books?unpaged=true&media_status=READY&deleted=false`,
    );
    expect(books.content.map(({ id }) => id)).toEqual([ids.two, ids.one]);
  });

  it('tracks with nothing but the cookies that reading left', async () => {
    const me = client({ keepsCookies: true });
    await me.ask(`/api/v1/books/${ids.one}/pages`, { headers: asAdmin });
    await byTracker(me);
    const path = `/api/v1/readlists/${ids.list}/read-progress/tachiyomi`;
    await server().send('POST', `/series/${ids.akira}/unread`);
    expect(await send(me, 'PUT', path, { lastBookRead: 1 })).toBe(204);
    expect(await ours(ids.two)).toMatchObject({ is_completed: true });
    expect(await me.get(byIndex, path)).toMatchObject({ lastReadContinuousIndex: 1 });
  });
});

describe('Paperback', () => {
  it('0.8 reads and tracks, with a slash at the end of a series', async () => {
    const me = client({ headers: asAdmin });
    await readPages(me, '*/*', '?convert=png');
    expect((await me.ask(`/api/v1/series/${ids.akira}/`)).status).toBe(200);
    const found = await me.get(
      seriesPage,
      `/api/v1/series?page=0&size=40&collection_id=${ids.collection}&sort=titleSort`,
    );
    expect(found.totalElements).toBe(1);
    await byCompletion(me, { page: null, completed: true });
    expect(await send(me, 'DELETE', `/api/v1/series/${ids.akira}/read-progress`)).toBe(204);
    expect(await ours(ids.one)).toBeNull();
  });

  it('0.9 reads and tracks', async () => {
    const me = client({ headers: asAdmin });
    await readPages(me, '*/*');
    await byCompletion(me, { completed: true });
    await bySeries(me);
    await byTracker(me);
    await me.get(pageOf(collectionShape), '/api/v1/collections?page=0&size=20');
  });
});

describe('Komelia', () => {
  const signedIn = async () => {
    const me = client({ keepsCookies: true });
    await me.ask('/api/v2/users/me?remember-me=true', { headers: asAdmin });
    return me;
  };

  it('reads comics with its cookies, naming JSON as what it accepts', async () => {
    const me = await signedIn();
    await readPages(me, 'application/json');
    expect((await me.ask(`/api/v1/books/${ids.one}/pages/1/thumbnail`)).status).toBe(200);
    const thumbnails = z.array(
      z.strictObject({
        id: z.string(),
        bookId: z.string(),
        type: z.string(),
        selected: z.boolean(),
        mediaType: z.string(),
        fileSize: z.int(),
        width: z.int(),
        height: z.int(),
      }),
    );
    expect(await me.get(thumbnails, `/api/v1/books/${ids.one}/thumbnails`)).toHaveLength(1);
    const file = await me.ask(`/api/v1/books/${ids.one}/file`);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    await byPage(me, (page) => ({ page }));
    await byCompletion(me, { completed: true });
    await bySeries(me);
  });

  it('reads texts by their parts', async () => {
    const me = await signedIn();
    const manifest = z.looseObject({
      metadata: z.looseObject({
        title: z.string(),
        author: z.array(z.string()).optional(),
        published: z.iso.date().optional(),
      }),
      readingOrder: z.array(z.looseObject({ href: z.string() })),
      links: z.array(z.looseObject({ rel: z.string().optional() })),
    });
    const { readingOrder } = await me.get(manifest, `/api/v1/books/${ids.text}/manifest`);
    const href = readingOrder[0]?.href.slice(`${server().url}/komga`.length) ?? '';
    expect((await me.ask(href)).headers.get('content-type')).toContain('application/xhtml+xml');
    await byProgression(me);
  });

  it('shows collections and read lists, and what happens', async () => {
    const me = await signedIn();
    await me.get(pageOf(collectionShape), '/api/v1/collections?page=0&size=20');
    await me.get(collectionShape, `/api/v1/collections/${ids.collection}`);
    await me.get(pageOf(readListShape), '/api/v1/readlists?page=0&size=20');
    await me.get(readListShape, `/api/v1/readlists/${ids.list}`);
    await me.get(bookPage, `/api/v1/readlists/${ids.list}/books?unpaged=true`);
    await me.get(seriesPage, `/api/v1/collections/${ids.collection}/series?unpaged=true`);
    await me.get(z.array(collectionShape), `/api/v1/series/${ids.akira}/collections`);
    await me.get(z.array(readListShape), `/api/v1/books/${ids.one}/readlists`);
    const path = `/api/v1/readlists/${ids.list}/books`;
    expect((await me.get(bookShape, `${path}/${ids.two}/next`)).id).toBe(ids.one);
    expect((await me.ask(`${path}/${ids.two}/previous`)).status).toBe(404);
    const stream = await listenTo({ request: me.ask }, '/sse/v1/events');
    await readHere(ids.one, 2);
    await vi.waitFor(
      () =>
        expect(stream.events).toMatchObject([
          { name: 'TaskQueueStatus', data: { count: 0 } },
          { name: 'ReadProgressChanged', data: { bookId: ids.one } },
        ]),
      patience,
    );
    stream.close();
  });
});

describe('KMReader', () => {
  it('reads with the token that it was given, and listens with cookies alone', async () => {
    const first = client({ keepsCookies: true });
    const response = await first.ask('/api/v2/users/me?remember-me=true', {
      headers: { ...asAdmin, 'x-auth-token': '' },
    });
    const me = client({ headers: { 'x-auth-token': response.headers.get('x-auth-token') ?? '' } });
    await readPages(me, 'image/*');
    await byPage(me, (page) => ({ page, completed: false }));
    await bySeries(me);
    for (const accept of ['application/divina+json', 'application/webpub+json']) {
      const manifest = await me.ask(`/api/v1/books/${ids.one}/manifest`, { headers: { accept } });
      expect(manifest.headers.get('content-type')).toContain(accept);
      expect(await manifest.json()).toMatchObject({ readingOrder: { length: 4 } });
    }
    await byProgression(me);
    await me.get(pageOf(collectionShape), '/api/v1/collections?page=0&size=20');
    await me.get(
      seriesPage,
      `/api/v1/collections/${ids.collection}/series?page=0&size=20&library_id=${server().manga}&library_id=${server().comics}`,
    );
    await me.get(pageOf(readListShape), '/api/v1/readlists?page=0&size=20');
    await me.get(bookPage, `/api/v1/readlists/${ids.list}/books?page=0&size=20`);
    const file = await me.ask(`/api/v1/books/${ids.one}/file`);
    // The client displays download progress.
    expect(Number(file.headers.get('content-length'))).toBe((await file.bytes()).length);
    const stream = await first.ask('/sse/v1/events', { headers: { accept: 'text/event-stream' } });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await stream.body?.cancel();
  });
});

describe('Aidoku', () => {
  it('reads and tracks', async () => {
    const me = client({ headers: asAdmin });
    await readPages(me, '*/*');
    await readPages(me, '*/*', '?convert=png');
    await byTracker(me);
  });
});

describe('Suwatte', () => {
  it('reads with the cookie of its own route, and lists read lists', async () => {
    const me = client({ keepsCookies: true });
    await me.ask('/api/v1/login/set-cookie', { headers: asAdmin });
    await readPages(me, '*/*');
    await byPage(me, (page) => ({ page, completed: false }));
    await me.get(pageOf(readListShape), '/api/v1/readlists');
  });
});

const signedInPage = async () => {
  const me = client({ headers: { 'x-requested-with': 'XMLHttpRequest' }, keepsCookies: true });
  await me.ask('/api/v2/users/me?remember-me=false', { headers: asAdmin });
  return me;
};

describe('the classic web app', () => {
  it('reads, marks and downloads', async () => {
    const me = await signedInPage();
    await readPages(me, 'image/avif,image/webp,*/*');
    await byPage(me, (page) => ({ page }));
    await byCompletion(me, { completed: true });
    await bySeries(me);
    await byProgression(me);
    for (const path of [`series/${ids.akira}`, `collections/${ids.collection}`]) {
      await cover(me, path);
    }
    const file = await me.ask(`/api/v1/books/${ids.one}/file/Akira 01.cbz`, {
      headers: { range: 'bytes=0-9' },
    });
    expect(file.status).toBe(206);
    await me.get(z.array(collectionShape), `/api/v1/series/${ids.akira}/collections`);
    await me.get(z.array(readListShape), `/api/v1/books/${ids.one}/readlists`);
  });
});

describe('the next web app', () => {
  it('finds a book by a condition in capitals, reads and marks it', async () => {
    const me = await signedInPage();
    const found = await me.post(bookPage, '/api/v1/books/list?page=0&size=50', {
      condition: {
        allOf: [
          { seriesId: { operator: 'Is', value: ids.akira } },
          { mediaStatus: { operator: 'IsNot', value: 'ERROR' } },
        ],
      },
    });
    expect([found.size, found.content[0]?.id]).toEqual([50, ids.one]);
    await cover(me, `books/${ids.one}`);
    await readPages(me, 'image/avif,image/webp,*/*');
    await byPage(me, (page) => ({ page }));
    await byCompletion(me, { completed: true });
    await bySeries(me);
    expect(await (await me.ask('/api/v1/announcements')).json()).toMatchObject({ items: [] });
  });
});

describe('Apex Comics', () => {
  it('signs in with an API key and saves its position as a locator', async () => {
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', { name: 'tablet' });
    const me = client({ headers: { 'x-api-key': body.key } });
    await me.get(userShape, '/api/v2/users/me');
    await readPages(me, '*/*');
    await byProgression(me);
  });
});

/**
 * Both are closed source: their requests are known from reports, so the whole path to a page is
 * tested.
 */
describe.each(['Komic', 'Kasane'])('%s', () => {
  it('signs in by password, finds a series and reads it with its position', async () => {
    expect((await client().ask('/api/v2/users/me')).status).toBe(401);
    const me = client({ headers: asAdmin });
    await me.get(userShape, '/api/v2/users/me');
    await me.get(z.array(libraryShape), '/api/v1/libraries');
    await me.get(bookPage, '/api/v1/books/ondeck?page=0&size=20');
    const found = await me.get(seriesPage, '/api/v1/series?search=akira&page=0&size=20');
    expect(found.content.map(({ id }) => id)).toEqual([ids.akira]);
    const books = await me.get(bookPage, `/api/v1/series/${ids.akira}/books?page=0&size=20`);
    expect(books.content).toHaveLength(3);
    await cover(me, `series/${ids.akira}`);
    await cover(me, `books/${ids.one}`);
    await readPages(me, 'image/*');
    await byPage(me, (page) => ({ page, completed: false }));
    await byCompletion(me, { completed: true });
  });
});

describe('Kasane', () => {
  it.each([
    ['/opds/v1.2/catalog', 'application/atom+xml'],
    ['/opds/v2/catalog', 'application/opds+json'],
  ])('opens the catalogue %s by the same password', async (path, type) => {
    const response = await fetch(`${server().url}${path}`, { headers: asAdmin });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(await response.text()).toContain(path.replace('catalog', 'libraries'));
  });
});
