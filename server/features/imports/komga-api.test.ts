import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createCollection } from '../../../shared/api/collections.ts';
import { getBookMetadata, updateBook, updateSeries } from '../../../shared/api/edits.ts';
import type { Import } from '../../../shared/api/import-record.ts';
import {
  connectImport,
  getImport,
  listImportLines,
  runImport,
} from '../../../shared/api/imports.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import {
  serverFixtures,
  startMovedLibrary,
  type MovedLibrary,
} from '../../testing/moved-library.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage } from '../../testing/zip.ts';

/** The server to read from: another Octavo, because it implements Komga's API. */
let there: TestServer;
let here: MovedLibrary;
let other: Server | undefined;
beforeAll(async () => {
  there = await startTestServer();
  const path = join(serverFixtures, '../library/Comics');
  const body = { name: 'Comics', path, scan_immediately: true };
  await there.api.call(createLibrary, { body });
  here = await startMovedLibrary();
  await there.idle();
}, 240_000);
afterAll(async () => {
  other?.closeAllConnections();
  other?.close();
  await there.stop();
  await here.stop();
});

type Credentials = { api_key: string } | { username: string; password: string };
const signIn = { username: admin.username, password: admin.password };
const connect = async (address: string, credentials: Credentials = signIn): Promise<Import> => {
  const { call } = here.octavo.api;
  const body = { source: 'komga', address, credentials } as const;
  const { id } = await call(connectImport, { body });
  await here.octavo.idle();
  return call(getImport, { params: { id } });
};
const serve = async (listener: RequestListener): Promise<string> => {
  other?.closeAllConnections();
  other?.close();
  other = createServer(listener);
  await new Promise<void>((resolve) => other?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}/komga/`;
};

test('positions, edits with locks and lists of a running server are imported', async () => {
  const { call } = there.api;
  const books = (await call(listBooks, { query: { pageSize: 100 } })).data;
  const named = (part: string) => {
    const found = books.find(({ path }) => path.includes(part));
    if (!found) throw new Error(`No book ${part}`);
    return found;
  };
  const [flight, rainbow] = [named('Carrot 001'), named('Carrot 002')];
  const progress = { current_page: 2 };
  await call(updateProgress, { params: { id: flight.id }, body: progress });
  await call(updateProgress, { params: { id: rainbow.id }, body: { is_completed: true } });
  await call(updateBook, {
    params: { id: rainbow.id },
    body: { title: 'Rainbows', tags: ['sky'] },
  });
  const series = { summary: 'A witch.', labels: ['family'] };
  await call(updateSeries, { params: { id: flight.series_id }, body: series });
  const list = { name: 'Witches', series_ids: [flight.series_id] };
  await call(createCollection, { body: list });

  const report = await connect(`${there.url}/komga/`);
  expect(report).toMatchObject({ status: 'ready', error: null, name: `${there.url}/komga/` });
  const { id } = report;
  const target = async (path: string) => here.book(path).id;
  const lines = (
    await here.octavo.api.call(listImportLines, {
      params: { id },
      query: { kind: 'book', pageSize: 100 },
    })
  ).data;
  expect(lines.map(({ state }) => state)).not.toContain('missing');
  await here.octavo.api.call(runImport, { params: { id }, body: {} });
  await here.octavo.idle();
  expect(await here.get(id)).toMatchObject({ status: 'imported', error: null });
  const folder = 'Comics/Pepper & Carrot/Pepper & Carrot 00';
  const flightHere = await target(`${folder}1 - Potion of Flight (2014).cbz`);
  const rainbowHere = await target(`${folder}2 - Rainbow potions (2014).cbz`);
  const places = here.database
    .prepare(
      `SELECT b.id, p.current_page AS page, p.is_completed AS done FROM progress p
       JOIN books b ON b.pk = p.book_pk JOIN users u ON u.pk = p.user_pk WHERE u.username = 'admin'
       ORDER BY p.is_completed`,
    )
    .all();
  expect(places).toMatchObject([
    { id: flightHere, page: 2, done: 0 },
    { id: rainbowHere, done: 1 },
  ]);
  const params = { id: rainbowHere };
  expect(await here.octavo.api.call(getBookMetadata, { params })).toMatchObject({
    values: { title: 'Rainbows', tags: ['sky'] },
    locks: { title: true, tags: true, summary: false },
  });
  const rows = here.database.prepare(
    `SELECT c.name, s.summary, s.labels FROM collections c
     JOIN collection_series e ON e.collection_pk = c.pk JOIN series s ON s.pk = e.series_pk`,
  );
  expect(rows.all()).toEqual([{ name: 'Witches', summary: 'A witch.', labels: '["family"]' }]);
  const again = await connect(`${there.url}/komga`);
  await here.octavo.api.call(runImport, { params: { id: again.id }, body: {} });
  await here.octavo.idle();
  const added = (await here.get(again.id)).counts.filter(({ imported }) => imported > 0);
  expect(added).toEqual([]);
  // The password is not stored.
  const stored = here.database.prepare('SELECT * FROM imports').all();
  const tasks = here.database.prepare('SELECT * FROM tasks').all();
  expect(JSON.stringify([stored, tasks])).not.toContain(admin.password);
}, 120_000);

const me = JSON.stringify({ id: '1', email: 'a@example.com', roles: [] });
const json = { 'content-type': 'application/json' };

test('a server that is none, redirects, refuses or never ends is a sentence', async () => {
  let hits = 0;
  const target = await serve(() => undefined);
  const wrongKey = await connect(`${there.url}/komga`, { api_key: 'wrong' });
  expect(wrongKey.error).toMatch(/does not accept this key or password/);
  const redirecting = await serve((request, response) => {
    hits += 1;
    response.writeHead(302, { location: target, ...request.headers }).end();
  });
  expect((await connect(redirecting)).error).toMatch(/redirects to another address/);
  expect(hits).toBe(1);
  const page = await serve((_, response) => void response.end('<html>'));
  expect((await connect(page)).error).toMatch(/no Komga that Octavo knows/);
  const large = await serve((_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(1024 * 1024, ' ')));
    };
    response.on('drain', more);
    more();
  });
  expect((await connect(large)).error).toMatch(/larger than 32 MiB/);
  const endless = await serve((request, response) => {
    response.writeHead(200, json);
    const url = request.url ?? '';
    if (url.includes('/me')) response.end(me);
    else if (url.includes('/libraries')) response.end('[]');
    else response.end(JSON.stringify({ content: [{ id: 'x', name: 'Same' }], last: false }));
  });
  expect((await connect(endless)).error).toMatch(/no Komga that Octavo knows/);
  other?.closeAllConnections();
  other?.close();
  expect((await connect(endless)).error).toMatch(/could not be reached/);
}, 120_000);

test('only the cover and the position that a server refuses are left out', async () => {
  const paged = (content: object[]) => ({ content, last: true });
  const series = ['s1', 's2'].map((id) => ({ id, libraryId: 'l', name: id, url: `/c/${id}` }));
  const book = {
    ...{ id: 'b1', libraryId: 'l', seriesId: 's1', name: 'One', url: '/c/s1/One.epub' },
    media: { mediaType: 'application/epub+zip', pagesCount: 10 },
    readProgress: { page: 4, completed: false, lastModified: '2026-01-02T03:04:05Z' },
  };
  const answers: Record<string, unknown> = {
    '/api/v2/users/me': JSON.parse(me) as unknown,
    '/api/v1/libraries': [{ id: 'l', name: 'Comics' }],
    '/api/v1/series': paged(series),
    '/api/v1/books': paged([book]),
    '/api/v1/collections': paged([]),
    '/api/v1/readlists': paged([]),
    '/api/v1/series/s2/thumbnails': [{ id: 't', type: 'USER_UPLOADED', selected: true }],
  };
  const image = pngPage(4, 4);
  const address = await serve((request, response) => {
    const path = (request.url ?? '').replace('/komga', '').split('?')[0] ?? '';
    if (path.endsWith('/thumbnails/t')) response.end(image);
    else if (path in answers) response.writeHead(200, json).end(JSON.stringify(answers[path]));
    else response.writeHead(403).end();
  });
  const report = await connect(address);
  expect(report).toMatchObject({
    status: 'ready',
    error: expect.stringMatching(/did not deliver 2 covers or exact places/) as string,
  });
  const counts = Object.fromEntries(report.counts.map(({ kind, count }) => [kind, count]));
  expect(counts).toMatchObject({ series: 2, book: 1, progress: 1, cover: 1 });
});
