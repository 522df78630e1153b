import { createHash } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createPairing, redeemPairing } from '../../../shared/api/pairing.ts';
import { createClient } from '../../../shared/client.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { basic, createSendJson, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const password = 'the old password';
const permissions: Permission[] = ['books-read', 'libraries-read', 'progress-read', 'series-read'];
let octavo: TestServer;
const send = createSendJson(() => octavo);
afterEach(() => octavo.stop());

/** A way to authenticate: where it is used, and with which credentials. */
interface Way {
  name: string;
  path: string;
  headers: Headers;
  kind: 'password' | 'session' | 'key' | 'device';
}

let user: { id: string; username: string };
let keyId: string;
let deviceId: string;
let ways: Way[];

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const statusOf = async ({ path, headers }: Way) =>
  (await fetch(octavo.url + path, { headers })).status;

/** Uses every way to authenticate once, so that all caches are filled. */
beforeEach(async () => {
  // A server per test, because failed sign-ins count for the shared address.
  octavo = await startTestServer();
  const username = 'reader';
  const fields = { username, email: `${username}@example.com`, password, role: 'reader' };
  user = (await send<typeof user>('POST', '/users', fields)).body;
  const signedIn = await fetch(`${octavo.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const bearer = { authorization: `Bearer ${access_token}` };
  const made = await send<{ id: string; key: string }>(
    'POST',
    '/api-keys',
    { name: 'a', permissions },
    bearer,
  );
  const { key } = made.body;
  keyId = made.body.id;
  const client = createClient({ baseUrl: octavo.url, fetch: checkedFetch, headers: () => bearer });
  const { token } = await client.call(createPairing, { body: { permissions } });
  const paired = await octavo.api.call(redeemPairing, { body: { token, device_name: 'Phone' } });
  deviceId = paired.device.id;
  const komga = await fetch(`${octavo.url}/komga/api/v2/users/me`, {
    headers: { ...basic(username, password), 'x-auth-token': '' },
  });
  const komgaToken = komga.headers.get('x-auth-token') ?? '';
  expect(komgaToken).not.toBe('');
  const cookies = komga.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

  const api = '/api/v1/libraries';
  const opds = '/opds/v1.2/catalog';
  const compat = '/komga/api/v1/libraries';
  const keyWays = (text: string, kind: 'key' | 'device'): Way[] => [
    { name: 'key', path: api, headers: { 'x-api-key': text }, kind },
    { name: 'key as a bearer', path: api, headers: { authorization: `Bearer ${text}` }, kind },
    { name: 'key as a password', path: opds, headers: basic(username, text), kind },
    { name: 'key of the other API', path: compat, headers: { 'x-api-key': text }, kind },
    {
      name: 'key of KOReader',
      path: '/koreader/users/auth',
      headers: { 'x-auth-user': username, 'x-auth-key': md5(text) },
      kind,
    },
  ];
  ways = [
    { name: 'session', path: api, headers: bearer, kind: 'session' },
    {
      name: 'cookie',
      path: api,
      headers: { cookie: `octavo_session=${access_token}` },
      kind: 'session',
    },
    {
      name: 'session of the other API',
      path: compat,
      headers: { 'x-auth-token': komgaToken },
      kind: 'session',
    },
    ...(cookies === ''
      ? []
      : [
          {
            name: 'cookies of the other API',
            path: compat,
            headers: { cookie: cookies },
            kind: 'session' as const,
          },
        ]),
    { name: 'password', path: api, headers: basic(username, password), kind: 'password' },
    {
      name: 'password in a catalogue',
      path: opds,
      headers: basic(username, password),
      kind: 'password',
    },
    {
      name: 'password of the other API',
      path: compat,
      headers: basic(username, password),
      kind: 'password',
    },
    ...keyWays(key, 'key'),
    ...keyWays(paired.api_key, 'device'),
  ];
  for (const way of ways)
    expect([way.kind, way.name, await statusOf(way)]).toEqual([way.kind, way.name, 200]);
});

/** Uses every way again: those of these kinds must be rejected, the others accepted. */
const expectShut = async (...kinds: Way['kind'][]) => {
  for (const way of ways) {
    const status = await statusOf(way);
    // Many passwords refused at once make the address wait.
    const isShut = status === 401 || status === 429;
    const found = [way.kind, way.name, kinds.includes(way.kind) ? isShut : status];
    expect(found, String(status)).toEqual([way.kind, way.name, kinds.includes(way.kind) || 200]);
  }
};

describe('every way in ends at once', () => {
  test('with the password that an admin sets', async () => {
    await send('PUT', `/users/${user.id}`, { password: 'another password' });
    await expectShut('password', 'session');
  });

  test('with the account that is switched off', async () => {
    const { status } = await send('PUT', `/users/${user.id}`, { is_active: false });
    expect(status).toBe(200);
    await expectShut('password', 'session', 'key', 'device');
  });

  test('with the account that is deleted', async () => {
    expect((await send('DELETE', `/users/${user.id}`)).status).toBe(204);
    await expectShut('password', 'session', 'key', 'device');
  });

  test('with the key that is deleted', async () => {
    const headers = basic(user.username, password);
    expect((await send('DELETE', `/api-keys/${keyId}`, undefined, headers)).status).toBe(204);
    await expectShut('key');
  });

  test('with the device that is removed', async () => {
    const headers = basic(user.username, password);
    expect((await send('DELETE', `/devices/${deviceId}`, undefined, headers)).status).toBe(204);
    await expectShut('device');
  });
});

/** Ends something while new credentials are made and the old ones used. `made` are those that were handed out. */
const whileInUse = async <T>(end: () => Promise<T>): Promise<{ made: Headers[]; ended: T }> => {
  const own = basic(user.username, password);
  const makeKey = async () => {
    const { body } = await send<{ key?: string }>(
      'POST',
      '/api-keys',
      { name: 'new', permissions },
      own,
    );
    return body.key === undefined ? [] : [{ 'x-api-key': body.key }];
  };
  const signIn = async () => {
    const fields = { username: user.username, password };
    const { body } = await send<{ access_token?: string }>('POST', '/auth/login', fields, {});
    return body.access_token === undefined
      ? []
      : [{ authorization: `Bearer ${body.access_token}` }];
  };
  const pair = async () => {
    const code = await send<{ token?: string }>('POST', '/pairings', { permissions }, own);
    if (code.body.token === undefined) return [];
    const fields = { token: code.body.token, device_name: 'New' };
    const { body } = await send<{ api_key?: string }>('POST', '/pairings/redeem', fields, {});
    return body.api_key === undefined ? [] : [{ 'x-api-key': body.api_key }];
  };
  const before = await Promise.all([makeKey(), signIn(), pair()]);
  const making = Promise.all([1, 2, 3].flatMap(() => [makeKey(), signIn(), pair()]));
  const [ended, after] = await Promise.all([end(), making, Promise.all(ways.map(statusOf))]);
  return { made: [...before, ...after].flat(), ended };
};

describe('nothing that is in flight lives longer than', () => {
  const del = (path: string) => send('DELETE', path, undefined, basic(user.username, password));

  test.each<[string, () => Promise<{ status: number }>]>([
    [
      'the account that is switched off',
      () => send('PUT', `/users/${user.id}`, { is_active: false }),
    ],
    ['the account that is deleted', () => send('DELETE', `/users/${user.id}`)],
  ])('%s', async (_, end) => {
    const { ended, made } = await whileInUse(end);
    expect([200, 204]).toContain(ended.status);
    expect(made.length).toBeGreaterThanOrEqual(3);
    await expectShut('password', 'session', 'key', 'device');
    for (const headers of made) {
      expect((await send('GET', '/libraries', undefined, headers)).status).toBe(401);
    }
  });

  test('the key that is deleted while it is changed and used', async () => {
    const change = (name: string) =>
      send('PUT', `/api-keys/${keyId}`, { name }, basic(user.username, password));
    const { ended } = await whileInUse(() =>
      Promise.all([del(`/api-keys/${keyId}`), ...['b', 'c', 'd'].map(change)]),
    );
    expect(ended[0].status).toBe(204);
    await expectShut('key');
  });

  test('the device that is removed while it is renamed and used', async () => {
    const rename = (name: string) =>
      send('PUT', `/devices/${deviceId}`, { name }, basic(user.username, password));
    const { ended } = await whileInUse(() =>
      Promise.all([del(`/devices/${deviceId}`), ...['b', 'c', 'd'].map(rename)]),
    );
    expect(ended[0].status).toBe(204);
    await expectShut('device');
  });

  test('the password that is changed twice at once', async () => {
    const words = ['a second password', 'a third password'];
    const { ended, made } = await whileInUse(() =>
      Promise.all(words.map((word) => send('PUT', `/users/${user.id}`, { password: word }))),
    );
    expect(ended.map(({ status }) => status)).toEqual([200, 200]);
    await expectShut('password', 'session');
    expect(made.length).toBeGreaterThanOrEqual(3);
    for (const headers of made) {
      const { status } = await send('GET', '/auth/me', undefined, headers);
      // Keys do not end with a password.
      expect(status).toBe('x-api-key' in headers ? 200 : 401);
    }
    const accepted = await Promise.all(
      words.map(
        async (word) =>
          (await send('GET', '/auth/me', undefined, basic(user.username, word))).status,
      ),
    );
    expect(accepted.sort()).toEqual([200, 401]);
  });
});

test('a ticket ends with the account that it was made for, and works once', async () => {
  const redeem = (ticket: string) => send('POST', '/auth/ticket', { ticket }, {});
  const { control } = octavo.server;
  const once = control.issueTicket(user.username);
  const both = await Promise.all([redeem(once), redeem(once)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const off = control.issueTicket(user.username);
  await send('PUT', `/users/${user.id}`, { is_active: false });
  expect((await redeem(off)).status).toBe(401);
});
