import { afterAll, beforeAll, expect, test } from 'vitest';

import { parseXml } from '../../testing/opds-rules.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let lucy: Record<string, string>;
beforeAll(async () => {
  scanned = await startScannedLibrary();
  scanned.add('A/A 1.cbz', 'B/B 1.cbz', 'B/B & C.cbz');
  await scanned.scan();
  await send('POST', '/users', { username: 'lucy', password });
  lucy = basic('lucy');
});
afterAll(() => scanned.stop());

const send = createSendJson(() => scanned.octavo);
const linkOf = async (headers: Record<string, string>, method = 'GET', path = 'link') =>
  (await send<{ url: string }>(method, `/book-feeds/${path}`, undefined, headers)).body.url;
const get = (url: string) => fetch(url);
const titles = async (url: string) => {
  const response = await get(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const entries = parseXml(await response.text()).getElementsByTagName('entry');
  return Array.from(entries).map((entry) => entry.getElementsByTagName('title')[0]?.textContent);
};

test('a feed shows the newest books to anyone who knows its address', async () => {
  const url = await linkOf(lucy);
  expect((await titles(url)).sort()).toEqual(['A: A 1', 'B: B & C', 'B: B 1']);
  const feed = parseXml(await (await get(url)).text());
  const cover = Array.from(feed.getElementsByTagName('link')).find(
    (link) => link.getAttribute('rel') === 'enclosure',
  );
  const image = await fetch(cover?.getAttribute('href') ?? '');
  expect(image.status).toBe(200);
  expect(image.headers.get('content-type')).toMatch(/^image\//);
});

test('a parameter limits it to a library, series or list', async () => {
  const url = await linkOf(lucy);
  const [a, b] = await scanned.series();
  const read_list = await send<{ id: string }>('POST', '/read-lists', {
    name: 'Next',
    book_ids: [(await scanned.bookAt('A 1.cbz')).id],
  });
  const collection = await send<{ id: string }>('POST', '/collections', {
    name: 'Bees',
    series_ids: [b?.id],
  });
  expect(await titles(`${url}?series_id=${a?.id}`)).toEqual(['A: A 1']);
  expect(await titles(`${url}?library_id=${scanned.library.id}`)).toHaveLength(3);
  expect(await titles(`${url}?read_list_id=${read_list.body.id}`)).toEqual(['A: A 1']);
  expect(await titles(`${url}?collection_id=${collection.body.id}`)).toHaveLength(2);

  expect((await get(`${url}?series_id=${scanned.library.id}`)).status).toBe(404);
  expect((await get(`${url}?series_id=nothing`)).status).toBe(400);
  expect((await get(`${url}?series_id=${a?.id}&library_id=${scanned.library.id}`)).status).toBe(
    400,
  );
  expect((await get(`${url}?sort=title`)).status).toBe(400);
});

test('an address works until it is renewed, for its person only', async () => {
  const before = await linkOf(lucy);
  expect(await linkOf(lucy)).toBe(before);
  const after = await linkOf(lucy, 'POST', 'reset');
  expect(after).not.toBe(before);
  expect((await get(before)).status).toBe(404);
  expect((await get(after)).status).toBe(200);

  const admin = (await send<{ url: string }>('GET', '/book-feeds/link')).body.url;
  const signature = after.split('/').at(-2) ?? '';
  expect((await get(admin.replace(/[^/]+(?=\/new)/, signature))).status).toBe(404);

  const { body: users } = await send<{ data: { id: string; username: string }[] }>('GET', '/users');
  const { id } = users.data.find(({ username }) => username === 'lucy') ?? { id: '' };
  await send('PUT', `/users/${id}`, { is_active: false });
  expect((await get(after)).status).toBe(404);
  await send('PUT', `/users/${id}`, { is_active: true });
  expect((await get(after)).status).toBe(200);
});

test('a feed contains only what its person can see', async () => {
  const restrictions = {
    library_ids: [],
    max_age: null,
    shows_unrated: true,
    allowed_labels: [],
    denied_labels: [],
  };
  await send('POST', '/users', { username: 'kim', password, restrictions });
  const url = await linkOf(basic('kim'));
  expect(await titles(url)).toEqual([]);
  const [series] = await scanned.series();
  expect((await get(`${url}?series_id=${series?.id}`)).status).toBe(404);
  const { id } = await scanned.bookAt('A 1.cbz');
  expect((await get(url.replace('new-books.atom', `covers/${id}`))).status).toBe(404);
});

test('a key cannot learn the address', async () => {
  const { body } = await send<{ key: string }>('POST', '/api-keys', {
    name: 'Phone',
    permissions: ['books-read'],
  });
  const answer = await send('GET', '/book-feeds/link', undefined, { 'x-api-key': body.key });
  expect(answer.status).toBe(404);
});
