import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { User } from '../../../shared/api/users.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const send = createSendJson(() => octavo);
const create = async (username: string, more: object = {}): Promise<User> =>
  (await send<User>('POST', '/users', { username, password, ...more })).body;
const signIn = async (username: string): Promise<Headers> => {
  const { body } = await send<LoginResponse>('POST', '/auth/login', { username, password }, {});
  return { authorization: `Bearer ${body.access_token}` };
};
const meStatus = async (headers: Headers) =>
  (await send('GET', '/auth/me', undefined, headers)).status;

describe('a new user', () => {
  it('is a reader by default, and can sign in', async () => {
    const { status, location, body } = await send<User>('POST', '/users', {
      username: 'Mina',
      password,
      email: 'mina@example.com',
      permissions: ['tasks:read', 'tasks-read'],
    });
    expect(status).toBe(201);
    expect(location).toBe(`/api/v1/users/${body.id}`);
    expect(body).toEqual({
      id: body.id,
      username: 'Mina',
      email: 'mina@example.com',
      role: 'reader',
      permissions: ['tasks-read'],
      can_download: true,
      restrictions: null,
      is_active: true,
      verification_pending: false,
      verification_link: null,
      second_factor: false,
      passkey_count: 0,
      last_login_at: null,
      created_at: body.created_at,
      updated_at: body.created_at,
    });
    expect(await meStatus(await signIn('mina'))).toBe(200);
    const { body: again } = await send<User>('GET', `/users/${body.id}`);
    expect(again.last_login_at).not.toBeNull();
  });

  test.each([
    [{ username: 'MINA' }, 409],
    [{ username: 'other', email: 'Mina@Example.com' }, 409],
    [{ username: 'other', role: 'king' }, 400],
    [{ username: 'other', permissions: ['fly'] }, 400],
    [{ username: 'other', password: 'short' }, 400],
    [{ username: 'a:b' }, 400],
    [{ username: 'Mina\u200B' }, 400],
    [{ username: 'Mi\u202Ena' }, 400],
    [{ username: 'Mi\u3164na' }, 400],
    [{ username: 'M\u0456na' }, 400],
    [{ username: 'Min\u03B1' }, 400],
  ])('%j is refused with %i', async (fields, status) => {
    expect((await send('POST', '/users', { password, ...fields })).status).toBe(status);
  });

  test.each(['Миша', 'Μίνα', '美奈ミナ Mina', 'नीना', 'Zoë O’Neil-Łuk', 'Jamie 🦊'])(
    'can be called %s',
    async (username) => {
      expect((await send<User>('POST', '/users', { username, password })).body.username).toBe(
        username,
      );
      expect(await meStatus(await signIn(username))).toBe(200);
    },
  );

  it('whose name two requests want at once exists once', async () => {
    const both = await Promise.all([
      send('POST', '/users', { username: 'twin', password }),
      send('POST', '/users', { username: 'Twin', password }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('the list', () => {
  it('is in natural order and pages', async () => {
    for (const username of ['guest 10', 'guest 2']) await create(username);
    const { body } = await send<Paginated<User>>('GET', '/users?sort=username,asc&pageSize=500');
    const names = body.data.map(({ username }) => username);
    expect(names.indexOf('guest 2')).toBe(names.indexOf('guest 10') - 1);
    const { body: second } = await send<Paginated<User>>('GET', '/users?pageSize=1&page=2');
    expect(second.data.map(({ username }) => username)).toEqual([names[1]]);
    expect(second.total).toBe(names.length);
    expect((await send('GET', '/users?sort=password_hash')).status).toBe(400);
  });
});

describe('a change', () => {
  it('leaves what was not sent, and a whole record can be sent back', async () => {
    const user = await create('renfield', { email: 'r@example.com' });
    const { body } = await send<User>('PUT', `/users/${user.id}`, {
      permissions: ['series-write'],
    });
    expect(body).toMatchObject({ email: 'r@example.com', permissions: ['series-write'] });
    const headers = await signIn('renfield');
    expect((await send('PUT', `/users/${user.id}`, body)).status).toBe(200);
    expect(await meStatus(headers)).toBe(200);
  });

  test.each([
    ['a new password', { password: 'another fine password' }],
    ['another role', { role: 'maintainer' }],
    ['deactivation', { is_active: false }],
  ])('%s ends sessions and remembered Basic credentials at once', async (what, change) => {
    const name = `changes by ${what}`;
    const user = await create(name);
    const headers = await signIn(name);
    expect([await meStatus(headers), await meStatus(basic(name))]).toEqual([200, 200]);
    const stream = await checkedFetch(`${octavo.url}/api/v1/events/stream`, { headers });
    const ended = stream.text();
    expect((await send('PUT', `/users/${user.id}`, change)).status).toBe(200);
    expect(await ended).toBe(': connected\n\n');
    expect(await meStatus(headers)).toBe(401);
    expect(await meStatus(basic(name))).toBe('role' in change ? 200 : 401);
  });

  it('of permissions ends the streams that were opened with the old ones', async () => {
    const user = await create('listener');
    const stream = await checkedFetch(`${octavo.url}/api/v1/events/stream`, {
      headers: basic('listener'),
    });
    const ended = stream.text();
    await send('PUT', `/users/${user.id}`, { permissions: ['tasks-read'] });
    expect(await ended).toBe(': connected\n\n');
  });

  it('to a name or an address in use is a conflict, to one’s own is none', async () => {
    const user = await create('arthur', { email: 'arthur@example.com' });
    const put = async (body: object) => (await send('PUT', `/users/${user.id}`, body)).status;
    expect(await put({ username: 'ADMIN' })).toBe(409);
    expect(await put({ email: admin.email })).toBe(409);
    expect(await put({ username: 'Arthur', email: 'ARTHUR@example.com' })).toBe(200);
  });
});

describe('the last active admin', () => {
  it('stays one, and nobody deletes themselves', async () => {
    const { body: list } = await send<Paginated<User>>('GET', '/users?pageSize=500');
    const me = list.data.find(({ username }) => username === admin.username);
    const own = `/users/${me?.id ?? ''}`;
    expect((await send('PUT', own, { role: 'reader' })).status).toBe(409);
    expect((await send('PUT', own, { is_active: false })).status).toBe(409);
    expect((await send('DELETE', own)).status).toBe(409);

    const second = await create('second', { role: 'admin' });
    const headers = await signIn('second');
    expect((await send('DELETE', `/users/${second.id}`, undefined, headers)).status).toBe(409);
    expect((await send('PUT', `/users/${second.id}`, { is_active: false })).status).toBe(200);
    expect((await send('PUT', own, { role: 'reader' })).status).toBe(409);
    expect((await send('PUT', own, { email: admin.email })).status).toBe(200);
    expect((await send('DELETE', `/users/${second.id}`)).status).toBe(204);
    expect((await send('GET', `/users/${second.id}`)).status).toBe(404);
    expect((await send('DELETE', `/users/${second.id}`)).status).toBe(404);
  });
});

describe('rights', () => {
  it('beyond a reader’s are given only by those who hold them', async () => {
    const clerk = await create('clerk', { permissions: ['users-read', 'users-write'] });
    const headers = basic('clerk');
    const make = async (username: string, more: object) =>
      (await send('POST', '/users', { username, password, ...more }, headers)).status;
    expect(await make('by clerk', {})).toBe(201);
    expect(await make('boss', { role: 'admin' })).toBe(403);
    expect(await make('boss', { permissions: ['system-admin'] })).toBe(403);
    const promotion = { permissions: ['users-delete'] };
    expect((await send('PUT', `/users/${clerk.id}`, promotion, headers)).status).toBe(403);
    const chief = await create('chief', { role: 'admin' });
    const takeover = { password: 'the clerk knows this' };
    expect((await send('PUT', `/users/${chief.id}`, takeover, headers)).status).toBe(403);
  });

  it('to delete users spare those who can do more', async () => {
    await create('caretaker', { permissions: ['users-read', 'users-delete'] });
    const headers = basic('caretaker');
    const remove = async ({ id }: User) =>
      (await send('DELETE', `/users/${id}`, undefined, headers)).status;
    expect(await remove(await create('director', { role: 'admin' }))).toBe(403);
    expect(await remove(await create('visitor'))).toBe(204);
  });

  it('end with the user: sessions, keys and Basic', async () => {
    const user = await create('leaver');
    const headers = await signIn('leaver');
    const key = await send<{ key: string }>('POST', '/api-keys', { name: 'phone' }, headers);
    const ways = [headers, basic('leaver'), { 'x-api-key': key.body.key }];
    for (const way of ways) expect(await meStatus(way)).toBe(200);
    expect((await send('DELETE', `/users/${user.id}`)).status).toBe(204);
    for (const way of ways) expect(await meStatus(way)).toBe(401);
  });
});
