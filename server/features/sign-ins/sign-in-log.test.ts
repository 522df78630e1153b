import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SignInRecord } from '../../../shared/api/sign-ins.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const login = (username: string, word = password) =>
  send('POST', '/auth/login', { username, password: word }, { 'user-agent': firefox });
const read = async (path: string, headers?: Headers) =>
  (await send<Paginated<SignInRecord>>('GET', path, undefined, headers)).body;

test('everybody sees their own sign-ins and failures, and admins those of all', async () => {
  for (const username of ['lucy', 'mina']) await send('POST', '/users', { username, password });
  await login('lucy', 'wrong password');
  await login('lucy');
  await login('mina');
  const own = () => read('/auth/sign-ins', basic('lucy'));
  await expect.poll(async () => (await own()).total).toBe(3);
  const { data } = await own();
  expect(data.map(({ username, source, failure }) => [username, source, failure])).toContainEqual([
    'lucy',
    'password',
    'wrong_password',
  ]);
  expect(data.find(({ name }) => name === 'Firefox on Linux')).toMatchObject({
    address: '127.0.0.1',
    key_name: null,
  });
  expect(new Set(data.map(({ username }) => username))).toEqual(new Set(['lucy']));

  const all = await read('/admin/sign-ins?pageSize=2&page=2&sort=created_at,asc');
  expect([all.data.length, all.page]).toEqual([2, 2]);
  const names = (await read('/admin/sign-ins')).data.map(({ username }) => username);
  expect(new Set(names)).toEqual(new Set(['admin', 'lucy', 'mina']));
  expect((await send('GET', '/admin/sign-ins', undefined, basic('lucy'))).status).toBe(403);
});
