import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { SessionRecord } from '../../../shared/api/sessions.ts';
import type { User } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

let octavo: TestServer;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const create = async (username: string, more: object = {}): Promise<User> =>
  (await send<User>('POST', '/users', { username, password, ...more })).body;
const signIn = async (username: string, more: object = {}) => {
  const body = { username, password, ...more };
  const { access_token, expires_in } = (
    await send<LoginResponse>('POST', '/auth/login', body, { 'user-agent': firefox })
  ).body;
  return { headers: { authorization: `Bearer ${access_token}` }, access_token, expires_in };
};
const list = async (headers?: Headers, path = '/auth/sessions') =>
  (await send<{ sessions: SessionRecord[] }>('GET', path, undefined, headers)).body.sessions;
const meStatus = async (headers: Headers) =>
  (await send('GET', '/auth/me', undefined, headers)).status;

describe('the list of one’s sessions', () => {
  it('names browser, address and times, and marks the one that asks', async () => {
    await create('lucy');
    const { headers } = await signIn('lucy');
    await signIn('lucy', { stay_signed_in: true });
    const sessions = await list(headers);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ is_current }) => is_current)).toMatchObject({
      name: 'Firefox on Linux',
      address: '127.0.0.1',
      stays: false,
    });
    const other = sessions.find(({ is_current }) => !is_current);
    expect(other?.stays).toBe(true);
    const days = (Date.parse(other?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });

  it('says when each was used, also between two writes', async () => {
    await create('mina');
    const { headers } = await signIn('mina');
    const [before] = await list(headers);
    await expect
      .poll(async () => (await list(headers))[0]?.last_used_at)
      .not.toBe(before?.last_used_at);
  });

  it('leaves out those of API keys, which end with their key', async () => {
    await create('jack');
    const { headers } = await signIn('jack');
    const { body: key } = await send<CreatedApiKey>('POST', '/api-keys', { name: 'a' }, headers);
    const komga = `${octavo.url}/komga/api/v2/users/me`;
    expect((await fetch(komga, { headers: { 'x-api-key': key.key } })).status).toBe(200);
    expect(await list(headers)).toHaveLength(1);
  });
});

test('one session is ended from another, at once and with its stream', async () => {
  await create('arthur');
  const [here, there] = [await signIn('arthur'), await signIn('arthur')];
  const stream = await checkedFetch(`${octavo.url}/api/v1/events/stream`, there);
  const ended = stream.text();
  const id = (await list(there.headers)).find(({ is_current }) => is_current)?.id ?? '';
  const end = () => send('DELETE', `/auth/sessions/${id}`, undefined, here.headers);
  expect((await end()).status).toBe(204);
  expect(await ended).toBe(': connected\n\n');
  expect([await meStatus(here.headers), await meStatus(there.headers)]).toEqual([200, 401]);
  expect((await end()).status).toBe(404);
});

test('all others are ended at once; the one that asks and the keys stay', async () => {
  await create('quincey');
  const [here, there] = [await signIn('quincey'), await signIn('quincey')];
  const { body: key } = await send<CreatedApiKey>('POST', '/api-keys', { name: 'a' }, here.headers);
  expect((await send('DELETE', '/auth/sessions', undefined, here.headers)).status).toBe(204);
  expect([
    await meStatus(here.headers),
    await meStatus(there.headers),
    await meStatus({ 'x-api-key': key.key }),
  ]).toEqual([200, 401, 200]);
});

describe('sessions of another person', () => {
  it('cannot be seen or ended by people', async () => {
    const victim = await create('renfield');
    const { headers } = await signIn('renfield');
    const [session] = await list(headers);
    await create('thief', { role: 'maintainer' });
    const thief = await signIn('thief');
    const path = `/users/${victim.id}/sessions`;
    const own = `/auth/sessions/${session?.id ?? ''}`;
    const status = async (method: string, route: string) =>
      (await send(method, route, undefined, thief.headers)).status;
    expect(await status('GET', path)).toBe(403);
    expect(await status('DELETE', path)).toBe(403);
    expect(await status('DELETE', own)).toBe(404);
    expect(await meStatus(headers)).toBe(200);
  });

  it('are seen and ended by admins', async () => {
    const { id } = await create('seward');
    const [first, second] = [await signIn('seward'), await signIn('seward')];
    const path = `/users/${id}/sessions`;
    const sessions = await list(undefined, path);
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, false]);
    const [session] = await list(first.headers);
    const current = (await list(first.headers)).find(({ is_current }) => is_current) ?? session;
    expect((await send('DELETE', `${path}/${current?.id ?? ''}`)).status).toBe(204);
    expect([await meStatus(first.headers), await meStatus(second.headers)]).toEqual([401, 200]);
    expect((await send('DELETE', path)).status).toBe(204);
    expect(await meStatus(second.headers)).toBe(401);
  });

  it('of an admin are not for a key that only manages readers', async () => {
    const { body: key } = await send<CreatedApiKey>('POST', '/api-keys', {
      name: 'manages readers',
      permissions: ['users-write'],
    });
    const { id } = await create('boss', { role: 'admin' });
    const path = `/users/${id}/sessions`;
    expect((await send('GET', path, undefined, { 'x-api-key': key.key })).status).toBe(403);
  });
});

describe('"stay signed in"', () => {
  const cookieOf = async (headers: Headers) =>
    (await checkedFetch(`${octavo.url}/api/v1/auth/me`, { headers })).headers.get('set-cookie');

  it('renews the cookie of the browser with each visit', async () => {
    await create('harker');
    const { headers, access_token, expires_in } = await signIn('harker', { stay_signed_in: true });
    expect(expires_in).toBe(31_536_000);
    const cookie = `octavo_session=${access_token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`;
    expect(await cookieOf(headers)).toBe(cookie);
    expect(await cookieOf({ cookie: `octavo_session=${access_token}` })).toBe(cookie);
    expect(await cookieOf((await signIn('harker')).headers)).toBeNull();
  });

  it('holds after the end that other sessions have, and after a restart', async () => {
    const dataDir = octavo.dataDir;
    await create('holmwood');
    const { headers } = await signIn('holmwood', { stay_signed_in: true });
    const database = connect(join(dataDir, 'octavo.db'));
    const before = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    // As if it had been used 300 days ago for the last time.
    database
      .prepare(
        `UPDATE sessions SET created_at = @used, last_used_at = @used, expires_at = @end
         WHERE pk = (SELECT max(pk) FROM sessions)`,
      )
      .run({ used: before(-300), end: before(65) });
    database.close();
    await octavo.server.stop();
    octavo = await startTestServer({ dataDir });
    expect(await meStatus(headers)).toBe(200);
    const [session] = await list(headers);
    const days = (Date.parse(session?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });
});
