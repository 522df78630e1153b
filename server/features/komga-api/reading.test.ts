import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { addLibrary } from '../../conformance/fixture.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import { bookPage, bookShape, pageOf, seriesPage } from '../../testing/komga-shapes.ts';
import { addUser } from '../../testing/users.ts';

const { server, client } = useKomga();
let reader: KomgaClient;
const ids = { akira: '', one: '', two: '', three: '', text: '' };

const book = join(
  import.meta.dirname,
  '../../../../shared/fixtures/library/Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub',
);
beforeAll(async () => {
  mkdirSync(join(server().dir, 'Texts/Text'), { recursive: true });
  copyFileSync(book, join(server().dir, 'Texts/Text/Text 1.epub'));
  const library = await addLibrary(server(), 'Texts');
  const [first] = await server().list<{ id: string }>(`/books?library_id=${library}`);
  Object.assign(ids, {
    akira: await server().idOf('Akira'),
    one: await server().idOf('Akira 01'),
    two: await server().idOf('Akira 02'),
    three: await server().idOf('Akira 03'),
    text: first?.id,
  });
  reader = client({ headers: asAdmin });
});

const send = (method: string, path: string, body?: unknown) =>
  reader.ask(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const status = async (method: string, path: string, body?: unknown) =>
  (await send(method, path, body)).status;
const ours = (path: string) => server().send<Record<string, unknown>>('GET', path);

describe('pages', () => {
  const page = z.strictObject({
    number: z.int(),
    fileName: z.string(),
    mediaType: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    sizeBytes: z.int().nullable(),
    size: z.string(),
  });

  it('are listed with every key', async () => {
    const list = await reader.get(z.array(page), `/api/v1/books/${ids.one}/pages`);
    expect(list.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(list[0]).toMatchObject({ fileName: 'page 1.png', mediaType: 'image/png', width: 80 });
  });

  it('are none of a text', async () => {
    expect(await reader.get(z.array(page), `/api/v1/books/${ids.text}/pages`)).toEqual([]);
    expect(await status('GET', `/api/v1/books/${ids.text}/pages/1`)).toBe(404);
  });

  it.each([
    ['', 'image/png'],
    ['?convert=jpeg', 'image/jpeg'],
    ['?convert=png&contentNegotiation=false', 'image/png'],
  ])('are images%s, whatever is accepted', async (query, type) => {
    const image = await reader.ask(`/api/v1/books/${ids.one}/pages/2${query}`, {
      headers: { accept: 'application/json' },
    });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, type]);
    expect(image.headers.get('cache-control')).toContain('private');
    const again = await reader.ask(`/api/v1/books/${ids.one}/pages/2${query}`, {
      headers: { 'if-none-match': image.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('count from 0 where that is said', async () => {
    const bytes = async (path: string) =>
      Buffer.from(await (await reader.ask(`/api/v1/books/${ids.one}/pages/${path}`)).arrayBuffer());
    expect(await bytes('0?zero_based=true')).toEqual(await bytes('1'));
  });

  it.each(['0', '5', 'x', '-1', '1?convert=gif', '999999999999', '4?zero_based=true'])(
    'that a book does not have are a bad request: %s',
    async (number) => {
      const response = await reader.ask(`/api/v1/books/${ids.one}/pages/${number}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { violations: [{ message: expect.any(String) as string }] },
      ]);
    },
  );

  it('of unknown books are not found', async () => {
    expect(await status('GET', '/api/v1/books/nothing/pages')).toBe(404);
    expect(await status('GET', '/api/v1/books/nothing/pages/1')).toBe(404);
  });

  it('come small', async () => {
    const image = await reader.ask(`/api/v1/books/${ids.one}/pages/1/thumbnail`);
    expect(image.headers.get('content-type')).toBe('image/jpeg');
  });
});

describe('covers and files', () => {
  it.each(['books', 'series'])('show %s as JPEG, and in lists', async (kind) => {
    const id = kind === 'books' ? ids.one : ids.akira;
    const path = `/api/v1/${kind}/${id}/thumbnail`;
    const cover = await reader.ask(path, { headers: { accept: 'image/webp' } });
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const listed = await reader.get(z.array(z.looseObject({ id: z.string() })), `${path}s`);
    expect(listed).toMatchObject([
      { selected: true, type: 'GENERATED', mediaType: 'image/jpeg', width: 80, height: 120 },
    ]);
    expect(await status('GET', `${path}s/${listed[0]?.id ?? ''}`)).toBe(200);
    expect(await status('GET', `${path}s/other`)).toBe(404);
    expect(await status('GET', `/api/v1/${kind}/nothing/thumbnail`)).toBe(404);
  });

  it('come as attachments, also by pieces and by name', async () => {
    const file = await reader.ask(`/api/v1/books/${ids.one}/file`);
    expect(file.headers.get('content-disposition')).toContain('filename="Akira 01.cbz"');
    const piece = await reader.ask(`/api/v1/books/${ids.one}/file/Akira%2001.cbz`, {
      headers: { range: 'bytes=0-3' },
    });
    expect([piece.status, await piece.text()]).toEqual([206, 'PK\u0003\u0004']);
  });

  it('are refused to those who may not read', async () => {
    const username = 'watcher';
    const body = { name: 'nothing but series', permissions: ['series-read'] };
    const { body: key } = await server().send<{ key: string }>('POST', '/api-keys', body);
    const headers = { 'x-api-key': key.key };
    await addUser(server().dataDir, { username, role: 'reader' });
    const stranger = client({ headers });
    expect((await stranger.ask(`/api/v1/books/${ids.one}/file`)).status).toBe(403);
    expect((await stranger.ask(`/api/v1/books/${ids.one}/pages/1`)).status).toBe(403);
  });
});

describe('progress', () => {
  const path = (id: string) => `/api/v1/books/${id}/read-progress`;
  const bookOf = (id: string) => reader.get(bookShape, `/api/v1/books/${id}`);

  it('goes both ways', async () => {
    expect(await status('PATCH', path(ids.one), { page: 3 })).toBe(204);
    expect((await ours(`/books/${ids.one}/progress`)).body).toMatchObject({
      current_page: 3,
      is_completed: false,
    });
    await server().send('PUT', `/books/${ids.one}/progress`, { current_page: 2 });
    expect((await bookOf(ids.one)).readProgress).toMatchObject({ page: 2, completed: false });
    expect(await status('DELETE', path(ids.one))).toBe(204);
    expect((await ours(`/books/${ids.one}/progress`)).status).toBe(404);
    expect(await status('DELETE', path(ids.one))).toBe(204);
  });

  it.each([
    [{ completed: true }, { page: 4, completed: true }],
    [
      { page: null, completed: true },
      { page: 4, completed: true },
    ],
    [
      { page: 1, completed: true },
      { page: 4, completed: true },
    ],
    [{ page: 4 }, { page: 4, completed: true }],
    [
      { page: 4, completed: false },
      { page: 4, completed: true },
    ],
    [
      { page: 1, completed: false },
      { page: 1, completed: false },
    ],
  ])('%j is kept as %j', async (sent, kept) => {
    expect(await status('PATCH', path(ids.one), sent)).toBe(204);
    expect((await bookOf(ids.one)).readProgress).toMatchObject(kept);
    await send('DELETE', path(ids.one));
  });

  it.each([{}, { completed: false }, { page: null }, { page: 0 }, { page: 5 }, { page: 'x' }])(
    '%j is a bad request',
    async (sent) => expect(await status('PATCH', path(ids.one), sent)).toBe(400),
  );

  it('of a series is made and forgotten at once', async () => {
    const series = `/api/v1/series/${ids.akira}/read-progress`;
    expect(await status('POST', series)).toBe(204);
    expect((await ours(`/series/${ids.akira}`)).body).toMatchObject({ read_status: 'read' });
    expect(await status('DELETE', series)).toBe(204);
    expect((await ours(`/series/${ids.akira}`)).body).toMatchObject({ read_status: 'unread' });
    expect(await status('POST', '/api/v1/series/nothing/read-progress')).toBe(404);
  });

  it('of a tracker reads on and never back', async () => {
    const tracked = `/api/v2/series/${ids.akira}/read-progress/tachiyomi`;
    const get = async (): Promise<unknown> => (await reader.ask(tracked)).json();
    expect(await get()).toEqual({
      booksCount: 3,
      booksReadCount: 0,
      booksUnreadCount: 3,
      booksInProgressCount: 0,
      lastReadContinuousNumberSort: 0,
      maxNumberSort: 3,
    });
    await send('PATCH', path(ids.three), { page: 2 });
    expect(await status('PUT', tracked, { lastBookNumberSortRead: 2 })).toBe(204);
    expect(await status('PUT', tracked, { lastBookNumberSortRead: 1 })).toBe(204);
    expect(await get()).toMatchObject({
      booksReadCount: 2,
      booksUnreadCount: 0,
      booksInProgressCount: 1,
      lastReadContinuousNumberSort: 2,
    });
    expect((await ours(`/books/${ids.two}/progress`)).body).toMatchObject({ is_completed: true });
    const older: unknown = await (
      await reader.ask(`/api/v1/series/${ids.akira}/read-progress/tachiyomi`)
    ).json();
    expect(older).toMatchObject({ booksReadCount: 2, lastReadContinuousIndex: 2 });
    await send('DELETE', `/api/v1/series/${ids.akira}/read-progress`);
  });
});

describe('a text', () => {
  const base = () => `/api/v1/books/${ids.text}`;

  it.each([
    ['', '*/*', 'application/webpub+json'],
    ['', 'application/divina+json', 'application/divina+json'],
    ['/epub', '*/*', 'application/webpub+json'],
    ['/divina', '*/*', 'application/divina+json'],
  ])('has a manifest%s for %s', async (ending, accept, type) => {
    const response = await reader.ask(`${base()}/manifest${ending}`, { headers: { accept } });
    expect(response.headers.get('content-type')).toContain(type);
    const manifest = (await response.json()) as {
      metadata: { author?: unknown[] };
      readingOrder: { href: string }[];
    };
    expect(manifest.metadata.author?.every((name) => typeof name === 'string') ?? true).toBe(true);
    const href = manifest.readingOrder[0]?.href ?? '';
    expect(href).toContain(`${server().url}/komga${base()}/resource/`);
    const text = await fetch(href, { headers: asAdmin });
    expect([text.status, text.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("script-src 'none'"),
    ]);
  });

  const positions = z.object({
    total: z.int(),
    positions: z.array(
      z.looseObject({ href: z.string(), type: z.string(), locations: z.looseObject({}) }),
    ),
  });

  it('has positions and progress between them, which an older place never replaces', async () => {
    expect(await status('GET', `${base()}/progression`)).toBe(204);
    const known = await reader.get(positions, `${base()}/positions`);
    expect(known.total).toBe(known.positions.length);
    const locator = known.positions[Math.floor(known.total / 2)];
    const device = { id: 'phone', name: 'Phone' };
    const put = (modified: string) =>
      status('PUT', `${base()}/progression`, { modified, device, locator });
    const now = new Date();
    expect(await put(now.toISOString())).toBe(204);
    const kept: unknown = await (await reader.ask(`${base()}/progression`)).json();
    expect(kept).toMatchObject({ locator: { href: locator?.href, type: locator?.type } });
    expect((await ours(`/books/${ids.text}/progress`)).body).toMatchObject({
      current_page: Math.floor(known.total / 2) + 1,
    });
    expect(await put(new Date(now.getTime() - 60_000).toISOString())).toBe(409);
    await server().send('PUT', `/books/${ids.text}/progress`, { current_page: 1 });
    const moved: unknown = await (await reader.ask(`${base()}/progression`)).json();
    expect(moved).toMatchObject({ locator: { locations: { position: 1 } } });
  });

  it('says what is wrong with a place', async () => {
    expect(await status('PUT', `${base()}/progression`, { modified: 'x' })).toBe(400);
    expect(await status('GET', `${base()}/resource/nothing.xhtml`)).toBe(404);
  });
});

describe('lists', () => {
  const listShape = (entries: 'seriesIds' | 'bookIds') =>
    z.strictObject({
      id: z.string(),
      name: z.string(),
      ordered: z.boolean(),
      filtered: z.boolean(),
      [entries]: z.array(z.string()),
      createdDate: z.string().regex(/^[^.]{19}Z$/),
      lastModifiedDate: z.string().regex(/^[^.]{19}Z$/),
      ...(entries === 'bookIds' ? { summary: z.string() } : {}),
    });
  const own = { collection: '', list: '', blacksad: '' };
  beforeAll(async () => {
    own.blacksad = await server().idOf('Blacksad');
    const made = await server().send<{ id: string }>('POST', '/collections', {
      name: 'Both',
      ordered: true,
      series_ids: [own.blacksad, ids.akira],
    });
    const list = await server().send<{ id: string }>('POST', '/read-lists', {
      name: 'Backwards',
      book_ids: [ids.three, ids.one],
    });
    Object.assign(own, { collection: made.body.id, list: list.body.id });
  });
  afterAll(() => server().send('DELETE', `/collections/${own.collection}`));

  it('of series come with their members, in their order, filtered and searched', async () => {
    const shape = listShape('seriesIds');
    const all = await reader.get(pageOf(shape), '/api/v1/collections?unpaged=true');
    expect(all.content).toMatchObject([{ name: 'Both', seriesIds: [own.blacksad, ids.akira] }]);
    expect((await reader.get(pageOf(shape), '/api/v1/collections?search=x')).totalElements).toBe(0);
    const path = `/api/v1/collections/${own.collection}`;
    expect(await reader.get(shape, path)).toEqual(all.content[0]);
    const names = async (query = '') =>
      (await reader.get(seriesPage, `${path}/series${query}`)).content.map(({ name }) => name);
    expect(await names()).toEqual(['Blacksad', 'Akira']);
    expect(await names('?size=1&page=1')).toEqual(['Akira']);
    expect(await names('?genre=Crime')).toEqual(['Blacksad']);
    expect(await names('?sort=metadata.titleSort,asc')).toEqual(['Akira', 'Blacksad']);
    expect(await reader.get(z.array(shape), `/api/v1/series/${ids.akira}/collections`)).toEqual(
      all.content,
    );
    expect(await status('GET', `${path}/thumbnail`)).toBe(200);
    expect(await status('GET', '/api/v1/collections/nothing/series')).toBe(404);
  });

  it('filter the other lists', async () => {
    const found = await reader.get(seriesPage, `/api/v1/series?collection_id=${own.collection}`);
    expect(found.totalElements).toBe(2);
    const condition = { readListId: { operator: 'is', value: own.list } };
    const some = await reader.post(bookPage, '/api/v1/books/list', { condition });
    expect(some.totalElements).toBe(2);
  });

  it('of books are read from one to the next, and by trackers', async () => {
    const shape = listShape('bookIds');
    const path = `/api/v1/readlists/${own.list}`;
    expect(await reader.get(shape, path)).toMatchObject({ bookIds: [ids.three, ids.one] });
    const list = await reader.get(bookPage, `${path}/books?unpaged=true`);
    expect(list.content.map(({ id }) => id)).toEqual([ids.three, ids.one]);
    const next = await reader.get(bookShape, `${path}/books/${ids.three}/next`);
    expect(next.id).toBe(ids.one);
    expect(await status('GET', `${path}/books/${ids.one}/next`)).toBe(404);
    expect(await status('GET', `${path}/books/${ids.three}/previous`)).toBe(404);
    expect(await reader.get(z.array(shape), `/api/v1/books/${ids.one}/readlists`)).toHaveLength(1);
    const tracked = `${path}/read-progress/tachiyomi`;
    expect(await status('PUT', tracked, { lastBookRead: 1 })).toBe(204);
    expect(await (await reader.ask(tracked)).json()).toEqual({
      booksCount: 2,
      booksReadCount: 1,
      booksUnreadCount: 1,
      booksInProgressCount: 0,
      lastReadContinuousIndex: 1,
    });
    await send('DELETE', `/api/v1/books/${ids.three}/read-progress`);
  });
});

const text = expect.any(String) as string;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as string;
it.each([
  ['/api/v1/announcements', { version: 'https://jsonfeed.org/version/1', title: text, items: [] }],
  ['/api/v1/releases', []],
  ['/api/v1/fonts/families', []],
  [
    '/actuator/info',
    {
      git: { branch: text, commit: { id: text, time: instant } },
      build: {
        artifact: 'octavo',
        name: 'octavo',
        version: text,
        time: instant,
        group: text,
      },
    },
  ],
])('reports nothing at %s', async (path, body) => {
  expect(await (await reader.ask(path)).json()).toMatchObject(body);
});
