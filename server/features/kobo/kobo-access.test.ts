import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { deleteDevice, listDevices, updateDevice } from '../../../shared/api/devices.ts';
import { createKobo, getKobo, sendKoboAgain, updateKobo } from '../../../shared/api/kobo.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { listSignIns } from '../../../shared/api/sign-ins.ts';
import { createUser, updateUser } from '../../../shared/api/users.ts';
import { createClient, type Client } from '../../../shared/client.ts';
import { readingPermissions } from '../../../shared/permissions.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { createKoboReader } from '../../testing/kobo-reader.ts';
import { basic, password } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library/Books');
const permissions = [...readingPermissions, 'books-download' as const];

let octavo: TestServer;
let home: string;
let open: { id: string };
let closed: { id: string };
let logFile: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'octavo-kobo-'));
  logFile = join(home, 'server.log');
  octavo = await startTestServer({
    logFile,
    config: (config) => {
      config.log.level = 'error';
      config.server.base_path = '/octavo';
    },
  });
  const library = (name: string, book: string) => {
    cpSync(join(fixtures, book), join(home, name, book));
    const body = { name, path: join(home, name), scan_immediately: true };
    return octavo.api.call(createLibrary, { body });
  };
  open = await library('open', 'Unknown/Hefty Water.epub');
  closed = await library('closed', 'Ralph Burke/The Incomplete Theft - Ralph Burke.epub');
  await octavo.idle();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(home, { recursive: true, force: true });
});

const connected = async (api: Client = octavo.api) => {
  const made = await api.call(createKobo, { body: { name: 'Libra', permissions } });
  const params = { id: made.device.id };
  await api.call(updateKobo, { params, body: { library_ids: [open.id, closed.id] } });
  const reader = createKoboReader(made.urls[0] ?? '');
  await reader.start();
  return { reader, params, key: made.urls[0]?.split('/').at(-1) ?? '' };
};
const clientOf = (username: string) =>
  createClient({ baseUrl: octavo.url, fetch: checkedFetch, headers: () => basic(username) });
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

test('every address that a device learns is here, below the base path by which it came', async () => {
  const { key } = await connected();
  const root = `${octavo.url}/octavo/kobo/${key}`;
  const resources = await createKoboReader(root).start();
  for (const [name, value] of Object.entries(resources)) {
    expect([name, value === 'False' || value.startsWith(root)]).toEqual([name, true]);
  }
  const reader = createKoboReader(root);
  await reader.start();
  await reader.sync();
  await reader.download(reader.book('Hefty Water'));
  // The shop answers with nothing.
  for (const [method, path] of [
    ['GET', '/v1/products/featured/anything'],
    ['POST', '/v1/analytics/event'],
    ['GET', '/v1/whatever/comes/next'],
    ['POST', '/v1/library/tags/a/items'],
    ['GET', '/api/v3/content/checkforchanges'],
  ] as const) {
    const response = await fetch(root + path, { method });
    expect([path, response.status, await response.json()]).toEqual([path, 200, {}]);
  }
});

test('a revoked device is refused at once, and another key does not count as a device', async () => {
  const { reader, params, key } = await connected();
  await reader.sync();
  const url = `${reader.endpoint}/v1/library/sync`;
  await octavo.api.call(deleteDevice, { params });
  expect(await statusOf(url)).toBe(401);
  const other = await octavo.api.call(createApiKey, { body: { name: 'a', permissions } });
  expect(await statusOf(url.replace(key, other.key))).toBe(401);
  // Nothing else signs a device in.
  const headers = { authorization: `Bearer ${octavo.token}`, 'x-api-key': other.key };
  expect(await statusOf(url.replace(key, ''), { headers })).toBe(401);
  expect(await statusOf(`${octavo.url}/kobo`, { headers })).toBe(401);
});

test('a device can do what its permissions allow', async () => {
  const { reader, params } = await connected();
  await reader.sync();
  const book = reader.book('Hefty Water');
  const change = (without: string) =>
    octavo.api.call(updateDevice, {
      params,
      body: { permissions: permissions.filter((name) => name !== without) },
    });
  await change('books-download');
  expect(await statusOf(`${reader.endpoint}/v1/library/sync`)).toBe(403);
  expect(await statusOf(book.metadata.DownloadUrls[0]?.Url ?? '')).toBe(403);
  await change('progress-write');
  const state = { CurrentBookmark: { ProgressPercent: 50 } };
  expect(await reader.report(book, state)).toBe('Ignored');
  await change('books-read');
  expect((await reader.cover(book)).status).toBe(403);
});

test('a device appears where all others are, with its sign-in and when it was seen', async () => {
  const made = await octavo.api.call(createKobo, { body: { name: 'Nia', permissions } });
  expect(made.device).toMatchObject({ kind: 'e-reader', is_kobo: true, last_seen_at: null });
  await createKoboReader(made.urls[0] ?? '').start();
  const { data } = await octavo.api.call(listDevices);
  expect(data.find(({ id }) => id === made.device.id)).toMatchObject({
    name: 'Nia',
    is_kobo: true,
    last_seen_at: expect.any(String) as unknown,
  });
  const { data: signIns } = await octavo.api.call(listSignIns);
  expect(signIns).toContainEqual(expect.objectContaining({ source: 'api_key' }));
});

test('the devices of others do not exist', async () => {
  await octavo.api.call(createUser, { body: { username: 'eve', password } });
  const eve = clientOf('eve');
  const { params } = await connected();
  for (const call of [
    () => eve.call(getKobo, { params }),
    () => eve.call(updateKobo, { params, body: { want_to_read: false } }),
    () => eve.call(sendKoboAgain, { params, body: {} }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404 });
  }
  const { key } = await octavo.api.call(createApiKey, {
    body: { name: 'k', permissions: ['api-keys-write', ...permissions] },
  });
  const byKey = createClient({
    baseUrl: octavo.url,
    fetch: checkedFetch,
    headers: () => ({ 'x-api-key': key }),
  });
  await expect(
    byKey.call(createKobo, { body: { name: 'Libra', permissions } }),
  ).rejects.toMatchObject({ status: 403 });
});

test('the device of a person with restrictions gets what they see, and loses what was hidden later', async () => {
  const restrictions = (ids: string[] | null) => ({
    library_ids: ids,
    max_age: null,
    shows_unrated: true,
    allowed_labels: [],
    denied_labels: [],
  });
  const kim = await octavo.api.call(createUser, {
    body: { username: 'kim', password, restrictions: restrictions([open.id]) },
  });
  const { reader, params } = await connected(clientOf('kim'));
  await reader.sync();
  expect(reader.titles()).toEqual(['Hefty Water']);
  const { data } = await octavo.api.call(listBooks);
  const hidden = data.find(({ library_id }) => library_id === closed.id)?.id ?? '';
  const root = reader.endpoint;
  for (const path of ['library/ID/metadata', 'library/ID/state', 'books/ID/file.epub']) {
    expect([path, await statusOf(`${root}/v1/${path.replace('ID', hidden)}`)]).toEqual([path, 404]);
  }
  expect(await statusOf(`${root}/covers/${hidden}-00000000/1/1/false/image.jpg`)).toBe(404);
  const put = await fetch(`${root}/v1/library/${hidden}/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ReadingStates: [{ StatusInfo: { Status: 'Finished' } }] }),
  });
  expect(put.status).toBe(404);

  // A list reveals neither its hidden books nor, if all are hidden, its name.
  const visible = data.find(({ library_id }) => library_id === open.id)?.id ?? '';
  const listOf = async (name: string, ...book_ids: string[]) =>
    (await octavo.api.call(createReadList, { body: { name, book_ids } })).id;
  const lists = [await listOf('Secret', hidden), await listOf('Half', hidden, visible)];
  await clientOf('kim').call(updateKobo, { params, body: { read_list_ids: lists } });
  await reader.sync();
  const tags = [...reader.tags.values()].map(({ Name, Items }) => [Name, Items.length]);
  expect(tags).toEqual([['Half', 1]]);

  const see = (ids: string[] | null) =>
    octavo.api.call(updateUser, {
      params: { id: kim.id },
      body: { restrictions: restrictions(ids) },
    });
  await see([closed.id]);
  await reader.sync();
  expect(reader.titles()).toEqual(['The Incomplete Theft']);
  await see([]);
  await reader.sync();
  expect(reader.titles()).toEqual([]);
  // Not even the title of a book that was deleted on the device.
  await see([open.id]);
  await reader.sync();
  await reader.remove(reader.book('Hefty Water'));
  await see([closed.id]);
  const facts = await clientOf('kim').call(getKobo, { params });
  expect(facts.deleted_books).toEqual([]);
});

test.each([
  ['no states', '{"ReadingStates":[]}', 400],
  ['101 states', JSON.stringify({ ReadingStates: Array(101).fill({}) }), 400],
  ['a list', '[]', 400],
  ['no JSON', 'ReadingStates=a', 400],
  ['a list a hundred thousand deep', '['.repeat(100_000), 400],
  ['half a character', '{"ReadingStates":[{"StatusInfo":{"Status":"\\ud800"}}]}', 400],
  ['two megabytes', `{"a":"${'x'.repeat(2_000_000)}"}`, 413],
  [
    'a share beyond all numbers',
    '{"ReadingStates":[{"CurrentBookmark":{"ProgressPercent":1e999}}]}',
    400,
  ],
  [
    'a share far outside',
    '{"ReadingStates":[{"CurrentBookmark":{"ProgressPercent":-5e9,"LastModified":"never"}}]}',
    200,
  ],
  [
    'a source that climbs',
    '{"ReadingStates":[{"CurrentBookmark":{"ProgressPercent":1,"Location":{"Source":"../../etc/passwd"}}}]}',
    200,
  ],
])('a body with %s does no harm', async (_, body, status) => {
  const { reader } = await connected();
  await reader.sync();
  const { EntitlementId } = reader.book('Hefty Water').metadata;
  const response = await fetch(`${reader.endpoint}/v1/library/${EntitlementId}/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
});

test('odd ids and tokens are refused or ignored', async () => {
  const { reader } = await connected();
  const root = reader.endpoint;
  for (const id of ['__proto__', '%00', '..%2f..', 'a'.repeat(3000)]) {
    expect([id, await statusOf(`${root}/v1/library/${id}/metadata`)]).toEqual([id, 404]);
    expect(await statusOf(`${root}/covers/${id}/1/1/false/image.jpg`)).toBe(404);
  }
  for (const token of ['octavo.x.1', `octavo.${'a'.repeat(36)}.9`, '-1', 'x'.repeat(8000)]) {
    const headers = { 'x-kobo-synctoken': token };
    expect(await statusOf(`${root}/v1/library/sync`, { headers })).toBe(200);
  }
});

test('the key of a device stays out of the log, whatever fails', async () => {
  const { reader, key } = await connected();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec('ALTER TABLE kobo_books RENAME TO kobo_books_elsewhere');
  for (const root of [reader.endpoint, reader.endpoint.replace('/kobo/', '//KOBO//')]) {
    const response = await fetch(`${root}/v1/library/sync`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(key);
  }
  database.exec('ALTER TABLE kobo_books_elsewhere RENAME TO kobo_books');
  database.close();
  const missing = await fetch(`${reader.endpoint}/v1/books/nothing/file.epub`);
  expect(await missing.text()).not.toContain(key);
  const log = readFileSync(logFile, 'utf8');
  expect(log).toContain('"path":"/v1/library/sync"');
  expect(log).not.toContain(key);
  expect(log).not.toContain('/kobo/octavo_');
});

// Ten failures per address are allowed, so the failing requests come last.
test('an address that guesses keys has to wait, but no device with a valid one', async () => {
  const { reader } = await connected();
  const statuses = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const key = `octavo_${'0'.repeat(12)}_${String(guess).padStart(64, '0')}`;
    statuses.push(await statusOf(`${octavo.url}/kobo/${key}/v1/initialization`));
  }
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  await reader.sync();
  expect(reader.books.size).toBe(2);
});
