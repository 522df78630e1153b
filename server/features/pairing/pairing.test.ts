import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { listApiKeys } from '../../../shared/api/api-keys.ts';
import type { Device } from '../../../shared/api/devices.ts';
import { listDevices } from '../../../shared/api/devices.ts';
import {
  createPairing,
  getPairing,
  readerAppIds,
  type CreatedPairing,
  type Pairing,
  type ReaderApp,
  type RedeemedPairing,
} from '../../../shared/api/pairing.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { addUser } from '../../testing/users.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const reading = ['books-read', 'pages-read', 'progress-read', 'progress-write'] as const;

let octavo: TestServer;
let mia: Headers;
const send = createSendJson(() => octavo);
const own = (): Headers => ({ authorization: `Bearer ${octavo.token}` });
beforeAll(async () => {
  octavo = await startTestServer();
  mia = await addUser(octavo.dataDir, { username: 'mia', role: 'reader' });
});
afterAll(() => octavo.stop());

const pair = (body: Record<string, unknown> = {}, headers: Headers = own()) =>
  send<CreatedPairing>('POST', '/pairings', { permissions: reading, ...body }, headers);
const redeem = async (token: string) => {
  const response = await checkedFetch(`${octavo.url}/api/v1/pairings/redeem`, {
    method: 'POST',
    headers: { 'user-agent': iphone, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const body = (await response.json()) as RedeemedPairing;
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response.status, body, cookie };
};
const paired = async (body: Record<string, unknown> = {}, headers: Headers = own()) =>
  (await redeem((await pair(body, headers)).body.token)).body;

describe('a phone', () => {
  test('scans the code, is signed in and has a key of its own', async () => {
    const { body: code, location } = await pair({ name: 'Kitchen phone' });
    expect(location).toBe(`/api/v1/pairings/${code.id}`);
    expect(code).toMatchObject({ state: 'waiting', username: 'admin', device: null });
    expect(code.urls).toEqual([octavo.url]);
    expect(code.link).toBe(`${octavo.url}/pair#token=${code.token}`);
    expect(code.qr).toMatch(/^<svg/);

    const { status, body: phone, cookie } = await redeem(code.token);
    expect(status).toBe(200);
    expect(phone.device).toMatchObject({
      name: 'Kitchen phone',
      kind: 'phone',
      app: 'Safari on iPhone',
      username: 'admin',
      permissions: [...reading].sort(),
      last_address: '127.0.0.1',
    });
    expect(phone.servers).toEqual([octavo.url]);

    for (const credential of [
      { authorization: `Bearer ${phone.access_token}` },
      { 'x-api-key': phone.api_key },
      { cookie },
    ]) {
      const me = await send<{ permissions: string[] }>('GET', '/auth/me', undefined, credential);
      expect(me.body.permissions).toEqual([...reading].sort());
    }
    const shown = await octavo.api.call(getPairing, { params: { id: code.id } });
    expect(shown).toMatchObject({ state: 'taken', device: { id: phone.device.id } });
  });

  test('learns how to set up other programs', async () => {
    const { apps } = await paired();
    expect(apps.find(({ id }) => id === 'mihon')).toMatchObject({
      address: `${octavo.url}/komga`,
      username: null,
      secret: 'api-key',
    });
    expect(apps.find(({ id }) => id === 'koreader-progress')).toMatchObject({
      address: `${octavo.url}/koreader`,
      username: 'admin',
      secret: 'password',
    });
    expect(new Set(apps.map(({ qr }) => qr.slice(0, 4)))).toEqual(new Set(['<svg']));
  });

  test('signs programs in with its key for a password, and only with the right name', async () => {
    const { api_key } = await paired();
    const me = (name: string) => {
      const credentials = Buffer.from(`${name}:${api_key}`).toString('base64');
      return send('GET', '/auth/me', undefined, { authorization: `Basic ${credentials}` });
    };
    expect(await me('ADMIN')).toMatchObject({
      status: 200,
      body: { auth_method: 'api_key', permissions: [...reading].sort() },
    });
    expect((await me('mia')).status).toBe(401);
  });

  test('gets no more rights in a session of another reader API than its key has', async () => {
    const { api_key } = await paired();
    const authorization = `Basic ${Buffer.from(`admin:${api_key}`).toString('base64')}`;
    const first = await fetch(`${octavo.url}/komga/api/v2/users/me`, {
      headers: { authorization },
    });
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    const libraries = await fetch(`${octavo.url}/komga/api/v1/libraries`, { headers: { cookie } });
    expect(libraries.status).toBe(403);
  });

  test('appears on the screen that shows the code', async () => {
    const stream = await listenTo(octavo, '/events/stream');
    const { device } = await paired();
    await vi.waitFor(() =>
      expect(stream.events).toContainEqual({
        name: 'device_paired',
        data: expect.objectContaining({ device_id: device.id }) as unknown,
      }),
    );
    stream.close();
  });
});

test('whoever is signed in is told how to set up programs for the own account', async () => {
  const { body } = await send<{ apps: ReaderApp[] }>('GET', '/reader-apps', undefined, mia);
  expect(body.apps.map(({ id }) => id)).toEqual([...readerAppIds]);
  expect(body.apps.find(({ id }) => id === 'koreader-progress')).toMatchObject({
    address: `${octavo.url}/koreader`,
    username: 'mia',
  });
  expect((await send('GET', '/reader-apps', undefined, {})).status).toBe(401);
});

describe('a code', () => {
  test('works once', async () => {
    const { token } = (await pair()).body;
    const both = await Promise.all([redeem(token), redeem(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = await redeem(token);
    expect(refused.status).toBe(409);
    expect((refused.body as unknown as ErrorBody).message).toContain('was already used');
  });

  test('is worthless once it was taken back', async () => {
    const { token, id } = (await pair()).body;
    expect((await send('DELETE', `/pairings/${id}`, undefined, own())).status).toBe(204);
    expect((await redeem(token)).status).toBe(404);
    expect((await send('GET', `/pairings/${id}`, undefined, own())).status).toBe(404);
  });

  test('is seen by nobody but who shows it', async () => {
    const { id } = (await pair()).body;
    expect((await send('GET', `/pairings/${id}`, undefined, mia)).status).toBe(404);
    expect((await send('DELETE', `/pairings/${id}`, undefined, mia)).status).toBe(404);
  });

  test('is made for another user by an admin only', async () => {
    const me = await send<{ id: string }>('GET', '/auth/me', undefined, mia);
    const theirs = await paired({ user_id: me.body.id });
    expect(theirs.user).toMatchObject({ username: 'mia' });
    const admin = await send<{ id: string }>('GET', '/auth/me', undefined, own());
    expect((await pair({ user_id: admin.body.id }, mia)).status).toBe(403);
    const nobody = '01900000-0000-7000-8000-000000000000';
    expect((await pair({ user_id: nobody })).status).toBe(404);
  });

  test('gives nothing that its maker lacks', async () => {
    expect((await pair({ permissions: ['system-admin'] }, mia)).status).toBe(403);
    expect((await pair({ permissions: [] })).status).toBe(400);
  });

  test('cannot be made by an API key or a paired device', async () => {
    const phone = await paired({ permissions: ['api-keys-write'] });
    expect((await pair({}, { 'x-api-key': phone.api_key })).status).toBe(403);
    expect((await pair({}, { authorization: `Bearer ${phone.access_token}` })).status).toBe(403);
  });
});

describe('time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('ends a code after two minutes', async () => {
    const { token, id, expires_at } = (await pair()).body;
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(120_000);
    vi.setSystemTime(Date.parse(expires_at));
    const refused = await redeem(token);
    expect(refused.status).toBe(409);
    expect((refused.body as unknown as ErrorBody).message).toContain('has expired');
    const { body } = await send<Pairing>('GET', `/pairings/${id}`, undefined, own());
    expect(body.state).toBe('expired');
  });

  test('shows when a device was last seen, to the minute', async () => {
    const phone = await paired();
    const seen = async () => {
      await send('GET', '/auth/me', undefined, { 'x-api-key': phone.api_key });
      const { data } = await octavo.api.call(listDevices);
      return data.find(({ id }) => id === phone.device.id)?.last_seen_at;
    };
    const before = Date.now();
    vi.setSystemTime(before + 61_000);
    const first = await seen();
    expect(first).toBe(new Date(before + 61_000).toISOString());
    vi.setSystemTime(before + 80_000);
    expect(await seen()).toBe(first);
  });
});

describe('devices', () => {
  test('are one’s own, for an admin those of everyone', async () => {
    const me = await send<{ id: string }>('GET', '/auth/me', undefined, mia);
    const { device } = await paired({}, mia);
    const idsFor = async (headers: Headers, query = '') =>
      (await send<{ data: Device[] }>('GET', `/devices${query}`, undefined, headers)).body.data;
    expect(new Set((await idsFor(mia)).map(({ username }) => username))).toEqual(new Set(['mia']));
    expect((await idsFor(own())).map(({ id }) => id)).toContain(device.id);
    const filtered = await idsFor(own(), `?user_id=${me.body.id}`);
    expect(new Set(filtered.map(({ username }) => username))).toEqual(new Set(['mia']));
    const { device: hers } = await paired();
    const path = `/devices/${hers.id}`;
    expect((await send('PUT', path, { name: 'mine' }, mia)).status).toBe(404);
    expect((await send('DELETE', path, undefined, mia)).status).toBe(404);
  });

  test('are renamed together with their key', async () => {
    const { device } = await paired();
    const path = `/devices/${device.id}`;
    const { body } = await send<Device>('PUT', path, { name: 'Old phone' }, own());
    expect(body.name).toBe('Old phone');
    const { data } = await octavo.api.call(listApiKeys);
    expect(data.find(({ key_prefix }) => key_prefix === device.key_prefix)?.name).toBe('Old phone');
  });

  test('may do what they are allowed from the next request on, and nothing that who allows it lacks', async () => {
    const { device, api_key } = await paired();
    const path = `/devices/${device.id}`;
    const permissions = ['books-read', 'pages-read'];
    const { body } = await send<Device>('PUT', path, { permissions }, own());
    expect(body).toMatchObject({ name: device.name, permissions });
    const me = await send<{ permissions: string[] }>('GET', '/auth/me', undefined, {
      'x-api-key': api_key,
    });
    expect(me.body.permissions).toEqual(permissions);

    const hers = (await paired({}, mia)).device.id;
    const more = { permissions: ['books-read', 'system-admin'] };
    expect((await send('PUT', `/devices/${hers}`, more, mia)).status).toBe(403);
    expect((await send('PUT', `/devices/${hers}`, { permissions: [] }, mia)).status).toBe(400);
    expect((await send('PUT', path, { permissions }, mia)).status).toBe(404);
  });

  test('cannot allow themselves more', async () => {
    const phone = await paired({ permissions: ['books-read', 'api-keys-write'] });
    const more = { permissions: ['books-read', 'books-delete'] };
    const path = `/devices/${phone.device.id}`;
    expect((await send('PUT', path, more, { 'x-api-key': phone.api_key })).status).toBe(403);
  });

  test('that are revoked are out at once, with their open streams', async () => {
    const phone = await paired();
    const ended = new Promise<void>((resolve) => {
      void checkedFetch(`${octavo.url}/api/v1/events/stream`, {
        headers: { authorization: `Bearer ${phone.access_token}` },
      }).then(async (response) => {
        opened();
        await response.text();
        resolve();
      });
    });
    await new Promise<void>((resolve) => (opened = resolve));
    await send('DELETE', `/devices/${phone.device.id}`, undefined, own());
    await ended;
    for (const credential of [
      { authorization: `Bearer ${phone.access_token}` },
      { 'x-api-key': phone.api_key },
    ]) {
      expect((await send('GET', '/auth/me', undefined, credential)).status).toBe(401);
    }
    const { data } = await octavo.api.call(listApiKeys);
    expect(data.map(({ key_prefix }) => key_prefix)).not.toContain(phone.device.key_prefix);
  });

  test('go with their key', async () => {
    const { device } = await paired();
    const keys = (await octavo.api.call(listApiKeys)).data;
    const key = keys.find(({ key_prefix }) => key_prefix === device.key_prefix);
    await send('DELETE', `/api-keys/${key?.id ?? ''}`, undefined, own());
    const { data } = await octavo.api.call(listDevices);
    expect(data.map(({ id }) => id)).not.toContain(device.id);
  });
});

let opened: () => void = () => undefined;

test('whoever guesses codes is made to wait', async () => {
  const guesses = [];
  for (let guess = 0; guess < 12; guess++) guesses.push((await redeem(`guess ${guess}`)).status);
  expect(guesses).toContain(404);
  expect(guesses.at(-1)).toBe(429);
  const { token } = await octavo.api.call(createPairing, {
    body: { permissions: [...reading] },
  });
  expect((await redeem(token)).status).toBe(429);
});
