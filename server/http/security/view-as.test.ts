import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, test } from 'vitest';

import type { User } from '../../../shared/api/users.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import { viewAsHeader } from '../../../shared/view-as.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let child: User;
let hidden: { series: string; book: string };
beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const comics = seedLibrary(database);
  seedBook(database, seedSeries(database, comics, { name: 'Bone', age_rating: 6 }));
  const preacher = seedSeries(database, comics, { name: 'Preacher', age_rating: 18 });
  hidden = { series: preacher.id, book: seedBook(database, preacher).id };
  database.close();
  const restrictions = { ...noRestrictions, max_age: 12 };
  child = await create('kim', { restrictions });
});
afterAll(() => octavo.stop());

const send = createSendJson(() => octavo);
const create = async (username: string, fields: object = {}) =>
  (await send<User>('POST', '/users', { username, password, ...fields })).body;
const admin = (): Headers => ({ authorization: `Bearer ${octavo.token}` });
const viewingAs = (id: string, own = admin()): Headers => ({ ...own, [viewAsHeader]: id });
const names = async (headers: Headers, method = 'GET') => {
  const [path, body] = method === 'GET' ? ['/series', undefined] : ['/series/list', {}];
  const found = await send<Paginated<{ name: string }>>(method, path, body, headers);
  return found.body.data.map(({ name }) => name);
};

it.each(['GET', 'POST'])('an admin sees lists as another person: %s', async (method) => {
  expect(await names(viewingAs(child.id), method)).toEqual(['Bone']);
  expect(await names(admin(), method)).toEqual(['Bone', 'Preacher']);
  const unrestricted = await create(`free by ${method}`);
  expect(await names(viewingAs(unrestricted.id), method)).toEqual(['Bone', 'Preacher']);
});

it('hides records by their ids too, and stays the account of the admin', async () => {
  const statusOf = async (path: string) =>
    (await send('GET', path, undefined, viewingAs(child.id))).status;
  expect(await statusOf(`/series/${hidden.series}`)).toBe(404);
  expect(await statusOf(`/books/${hidden.book}`)).toBe(404);
  const me = await send('GET', '/auth/me', undefined, viewingAs(child.id));
  expect(me.body).toMatchObject({ username: 'admin', role: 'admin' });
});

test.each<[method: string, path: () => string, body?: object]>([
  ['PUT', () => `/books/${hidden.book}/progress`, { current_page: 1 }],
  ['POST', () => '/collections', { name: 'x' }],
  ['POST', () => '/book-feeds/reset'],
  ['POST', () => '/reader-addresses', { name: 'x', address: 'x@kindle.com' }],
  ['POST', () => '/users/visible-series', noRestrictions],
  ['POST', () => '/auth/logout'],
  ['DELETE', () => `/users/${child.id}`],
])('%s is refused unless it only reads', async (method, path, body) => {
  const { status } = await send(method, path(), body, viewingAs(child.id));
  expect(status).toBe(path() === '/users/visible-series' ? 200 : 403);
});

it('is for callers who manage users, and see everything themselves', async () => {
  await create('reader');
  const manager = { permissions: ['users-read', 'users-write'] };
  await create('manager', manager);
  await create('limited', { ...manager, restrictions: { ...noRestrictions, max_age: 99 } });
  const statusAs = async (username: string) =>
    (await send('GET', '/series', undefined, viewingAs(child.id, basic(username)))).status;
  expect(await statusAs('reader')).toBe(403);
  expect(await statusAs('limited')).toBe(403);
  expect(await names(viewingAs(child.id, basic('manager')))).toEqual(['Bone']);
});

it('leaves the account of the caller readable when that person is gone', async () => {
  const nobody = viewingAs('01900000-0000-7000-8000-000000000000');
  expect((await send('GET', '/series', undefined, nobody)).status).toBe(400);
  expect((await send('GET', '/auth/me', undefined, nobody)).status).toBe(200);
});

it('has no effect on the APIs of other apps', async () => {
  const headers = { ...basic('admin', 'correct horse'), [viewAsHeader]: child.id };
  const response = await fetch(`${octavo.url}/komga/api/v1/series`, { headers });
  expect(await response.json()).toMatchObject({ totalElements: 2 });
  const feed = await fetch(`${octavo.url}/opds/v1.2/series`, { headers });
  expect(await feed.text()).toContain('Preacher');
});
