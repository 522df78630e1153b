import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';

import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import type { User } from '../../../shared/api/users.ts';
import { readingPermissions } from '../../../shared/permissions.ts';
import { connect } from '../../database/database.ts';
import { useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import { activityPage, activityShape, apiKeyShape, userShape } from '../../testing/komga-shapes.ts';
import { basic, password, type Headers } from '../../testing/send-json.ts';

const { server, client } = useKomga({ empty: true });
const ofPage = { 'x-requested-with': 'XMLHttpRequest', 'user-agent': 'A browser' };

let count = 0;
const create = async (fields: object = {}): Promise<User> => {
  const username = `reader-${(count += 1)}`;
  const email = `${username}@example.com`;
  const body = { username, email, password, ...fields };
  return (await server().send<User>('POST', '/users', body)).body;
};
/** A web app whose user has just signed in with the e-mail address. */
const webApp = async (user: User, query = ''): Promise<KomgaClient> => {
  const me = client({ headers: ofPage, keepsCookies: true });
  const headers = basic(user.email ?? user.username);
  expect((await me.ask(`/api/v2/users/me${query}`, { headers })).status).toBe(200);
  return me;
};
const json = (method: string, body: unknown, headers: Headers = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message;
const keyWith = async (fields: object, headers?: Headers) =>
  (await server().send<CreatedApiKey>('POST', '/api-keys', fields, headers)).body;
const sql = (statement: string): void => {
  const database = connect(join(server().dataDir, 'octavo.db'));
  database.exec(statement);
  database.close();
};
const loginStatus = async (username: string, word: string) =>
  (await server().send('POST', '/auth/login', { username, password: word }, {})).status;

describe('users/me', () => {
  const emailAt = async (me: KomgaClient, headers: Headers = {}) =>
    userShape.parse(await (await me.ask('/api/v2/users/me', { headers })).json()).email;

  it('names what was typed, and in a session the address', async () => {
    const user = await create();
    const typed = ` ${user.username.toUpperCase()}@Example.com`;
    expect(await emailAt(client(), basic(typed))).toBe(typed);
    expect(await emailAt(client(), basic(user.username))).toBe(user.username);
    expect(await emailAt(await webApp(user))).toBe(user.email);
    const { key } = await keyWith({ name: 'key' }, basic(user.username));
    expect(await emailAt(client(), { 'x-api-key': key })).toBe(user.email);
  });

  it('names what hides titles, as it was set', async () => {
    const restricted = async (given: object) => {
      const { username } = await create({ restrictions: { ...noRestrictions, ...given } });
      const response = await client().ask('/api/v2/users/me', { headers: basic(username) });
      return userShape.parse(await response.json());
    };
    expect(await restricted({ max_age: 12, shows_unrated: false })).toMatchObject({
      sharedAllLibraries: true,
      sharedLibrariesIds: [],
      ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' },
    });
    // Hides from this age on.
    expect((await restricted({ max_age: 12 })).ageRestriction).toEqual({
      age: 13,
      restriction: 'EXCLUDE',
    });
    const named = { library_ids: [], allowed_labels: ['kids'], denied_labels: ['Horror'] };
    expect(await restricted(named)).toMatchObject({
      sharedAllLibraries: false,
      labelsAllow: ['kids'],
      labelsExclude: ['Horror'],
      ageRestriction: null,
    });
  });

  it('names the user where there is no address', async () => {
    const user = await create({ email: null });
    expect(await emailAt(await webApp(user))).toBe(user.username);
  });
});

describe('API keys', () => {
  const path = '/api/v2/users/me/api-keys';
  const list = (me: KomgaClient) => me.get(z.array(apiKeyShape), path);

  it('are made, shown once, listed without their text, and deleted', async () => {
    const user = await create();
    const me = await webApp(user);
    expect(await list(me)).toEqual([]);
    const made = await me.post(apiKeyShape, path, { comment: '  My phone ' });
    expect(made).toMatchObject({ comment: 'My phone', userId: user.id });
    expect(made.key).toMatch(/^octavo_[0-9a-f]{12}_[0-9a-f]{64}$/);
    expect(
      (await client().ask('/api/v2/users/me', { headers: { 'x-api-key': made.key } })).status,
    ).toBe(200);
    expect(await list(me)).toEqual([{ ...made, key: '******' }]);
    const { body } = await server().send<CreatedApiKey>(
      'GET',
      `/api-keys/${made.id}`,
      undefined,
      basic(user.username),
    );
    expect(body.permissions).toEqual([...readingPermissions, 'books-download'].sort());

    const remove = () => me.ask(`${path}/${made.id}`, { method: 'DELETE' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect(
      (await client().ask('/api/v2/users/me', { headers: { 'x-api-key': made.key } })).status,
    ).toBe(401);
  });

  it('have comments that differ', async () => {
    const me = await webApp(await create());
    await me.post(apiKeyShape, path, { comment: 'phone' });
    const again = await me.ask(path, json('POST', { comment: ' PHONE' }));
    expect([again.status, await messageOf(again)]).toEqual([400, 'ERR_1034']);
    for (const body of [{}, { comment: ' ' }, { comment: 5 }]) {
      const wrong = await me.ask(path, json('POST', body));
      expect([wrong.status, await wrong.json()]).toMatchObject([
        400,
        { violations: [{ fieldName: 'comment' }] },
      ]);
    }
  });

  it('of somebody else are not there', async () => {
    const { id } = await keyWith({ name: 'of the admin' });
    const me = await webApp(await create());
    expect(await list(me)).toEqual([]);
    expect((await me.ask(`${path}/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await me.ask(`${path}/nothing`, { method: 'DELETE' })).status).toBe(404);
  });

  it('need the permissions for them', async () => {
    const { key } = await keyWith({ name: 'narrow', permissions: ['books-read'] });
    const headers = { 'x-api-key': key };
    const answers = [
      await client().ask(path, { headers }),
      await client().ask(path, json('POST', { comment: 'x' }, headers)),
      await client().ask(`${path}/x`, { method: 'DELETE', headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('that a key makes never exceed it', async () => {
    const maker = await keyWith({
      name: 'maker',
      permissions: ['api-keys-read', 'api-keys-write', 'books-read'],
      expires_at: '2100-01-01T00:00:00.000Z',
    });
    const headers = { 'x-api-key': maker.key };
    const response = await client().ask(path, json('POST', { comment: 'child' }, headers));
    const child = apiKeyShape.parse(await response.json());
    const record = await server().get<CreatedApiKey>(`/api-keys/${child.id}`);
    expect(record).toMatchObject({
      permissions: ['books-read'],
      expires_at: maker.expires_at,
    });
    const asChild = { 'x-api-key': child.key };
    expect(
      (await client().ask(path, json('POST', { comment: 'grandchild' }, asChild))).status,
    ).toBe(403);

    const rights = async () =>
      (await server().send<{ permissions: string[] }>('GET', '/auth/me', undefined, asChild)).body
        .permissions;
    await server().send('PUT', `/api-keys/${maker.id}`, { permissions: ['books-read'] });
    expect(await rights()).toEqual(['books-read']);
    expect((await client().ask(path, { method: 'DELETE', headers })).status).toBe(405);
    await server().send('DELETE', `/api-keys/${maker.id}`);
    expect((await client().ask('/api/v2/users/me', { headers: asChild })).status).toBe(401);
  });
});

describe('authentication activity', () => {
  const path = '/api/v2/users/me/authentication-activity';
  const activity = async (me: KomgaClient, query = '') => me.get(activityPage, path + query);

  it('lists sign-ins and failures, newest first, one per session', async () => {
    const user = await create();
    const me = await webApp(user);
    for (let again = 0; again < 3; again++) await me.ask('/api/v2/users/me');
    await loginStatus(user.username, 'wrong password');
    const { id, key } = await keyWith({ name: 'phone' }, basic(user.username));
    for (let again = 0; again < 3; again++) {
      await client().ask('/api/v1/libraries', { headers: { 'x-api-key': key } });
    }
    const page = await activity(me);
    const shared = { userId: user.id, email: user.email, ip: '127.0.0.1' };
    expect(page.content).toMatchObject([
      { ...shared, source: 'ApiKey', success: true, apiKeyId: id, apiKeyComment: 'phone' },
      // The request that created the key, through the native API.
      { ...shared, source: 'Password', success: true, apiKeyId: null },
      { ...shared, source: 'Password', success: false, error: 'The password is wrong' },
      { ...shared, source: 'Password', success: true, userAgent: 'A browser', error: null },
    ]);
    expect(page).toMatchObject({ totalElements: 4, sort: { sorted: true } });

    const failures = await activity(me, '?size=1&sort=success,asc');
    expect(failures).toMatchObject({ totalElements: 4, content: [{ success: false }] });
    const oldest = await activity(me, '?sort=dateTime,asc&size=2&page=1');
    expect(oldest.content.map(({ source }) => source)).toEqual(['Password', 'ApiKey']);
    expect((await activity(me, '?sort=constructor,asc')).content).toEqual(page.content);
  });

  it('reports a program that was remembered', async () => {
    const me = await webApp(await create(), '?remember-me=true');
    me.cookies.delete('KOMGA-SESSION');
    await me.ask('/api/v1/libraries');
    const { content } = await activity(me);
    expect(content.map(({ source }) => source)).toEqual(['RememberMe', 'Password']);
  });

  it('is one’s own, and the newest by itself', async () => {
    const [user, other] = [await create(), await create()];
    const me = await webApp(user);
    const latest = (id: string, query = '') =>
      me.ask(`/api/v2/users/${id}/authentication-activity/latest${query}`);
    const newest = await latest(user.id);
    expect(activityShape.parse(await newest.json())).toMatchObject({
      userId: user.id,
      source: 'Password',
    });
    expect((await latest(other.id)).status).toBe(403);
    expect((await latest(user.id, '?apikey_id=none')).status).toBe(404);
    const { id, key } = await keyWith({ name: 'k' }, basic(user.username));
    await client().ask('/api/v1/libraries', { headers: { 'x-api-key': key } });
    await loginStatus(user.username, 'wrong password');
    const ofKey = await latest(user.id, `?apikey_id=${id}`);
    expect(await ofKey.json()).toMatchObject({ source: 'ApiKey', apiKeyId: id });
  });

  it('is not for keys that cannot see the keys of their user', async () => {
    const { key } = await keyWith({ name: 'narrow-2', permissions: ['books-read'] });
    expect((await client().ask(path, { headers: { 'x-api-key': key } })).status).toBe(403);
  });
});

describe('a new password', () => {
  const own = '/api/v2/users/me/password';
  const next = 'the next password';
  const change = (me: KomgaClient, path = own, word: unknown = next, headers?: Headers) =>
    me.ask(path, json('PATCH', { password: word }, headers));

  test.each(['me', 'id'])(
    'is set right after signing in (%s) and ends other sessions',
    async (kind) => {
      const user = await create();
      const [me, phone] = [await webApp(user), await webApp(user, '?remember-me=true')];
      const native = await server().send<LoginResponse>(
        'POST',
        '/auth/login',
        { username: user.username, password },
        {},
      );
      const path = kind === 'me' ? own : `/api/v2/users/${user.id}/password`;
      expect((await change(me, path)).status).toBe(204);
      expect((await me.ask('/api/v2/users/me')).status).toBe(200);
      expect((await phone.ask('/api/v2/users/me')).status).toBe(401);
      const bearer = { authorization: `Bearer ${native.body.access_token}` };
      expect((await server().send('GET', '/auth/me', undefined, bearer)).status).toBe(401);
      expect([
        await loginStatus(user.username, password),
        await loginStatus(user.username, next),
      ]).toEqual([401, 200]);
    },
  );

  it('is set by a request that carries the present one', async () => {
    const user = await create();
    expect((await change(client(), own, next, basic(user.username))).status).toBe(204);
    expect(await loginStatus(user.username, next)).toBe(200);
  });

  it('is refused in a session that was not begun a moment ago, and says what to do', async () => {
    const user = await create();
    const me = await webApp(user);
    sql(`UPDATE sessions SET password_at = '2026-01-01T00:00:00.000Z'`);
    const refused = await change(me);
    expect(refused.status).toBe(403);
    expect(await messageOf(refused)).toBe(
      'For your safety, a password can be changed here only within 5 minutes of signing in with it. Sign out and in again, or change it in Octavo under Settings › Account.',
    );
    expect(await loginStatus(user.username, password)).toBe(200);
    await me.ask('/api/logout', { method: 'POST' });
    me.cookies.clear();
    const again = await webApp(user);
    expect((await change(again)).status).toBe(204);
  });

  it('is refused to keys, their sessions, and the desktop’s window', async () => {
    const user = await create();
    const { key } = await keyWith({ name: 'key' }, basic(user.username));
    const withKey = await change(client(), own, next, { 'x-api-key': key });
    expect([withKey.status, await messageOf(withKey)]).toEqual([
      403,
      'An API key cannot change its user',
    ]);
    const session = client({ keepsCookies: true });
    await session.ask('/api/v2/users/me', { headers: basic(user.username, key) });
    expect((await change(session)).status).toBe(403);
    const ticket = server().server.control.issueTicket(user.username);
    const { body } = await server().send<LoginResponse>('POST', '/auth/ticket', { ticket }, {});
    const bearer = { authorization: `Bearer ${body.access_token}` };
    expect((await change(client(), own, next, bearer)).status).toBe(403);
    expect(await loginStatus(user.username, password)).toBe(200);
  });

  it('of somebody else is refused, to admins too', async () => {
    const user = await create();
    const admin = await create({ role: 'admin' });
    const refused = await change(await webApp(admin), `/api/v2/users/${user.id}/password`);
    expect([refused.status, await messageOf(refused)]).toEqual([
      403,
      'Change the password of another user in Octavo',
    ]);
  });

  it.each(['short', 'x'.repeat(257)])('has 8 to 256 characters: %s', async (word) => {
    const refused = await change(await webApp(await create()), own, word);
    expect([refused.status, await messageOf(refused)]).toEqual([
      400,
      'A password has 8 to 256 characters',
    ]);
  });

  it('that an admin sets meanwhile stays', async () => {
    const user = await create();
    const me = await webApp(user);
    const thief = [1, 2, 3].map(() => change(me));
    const reset = server().send('PUT', `/users/${user.id}`, { password: 'of the admin' });
    await Promise.all([...thief, reset]);
    expect((await reset).status).toBe(200);
    expect(await loginStatus(user.username, 'of the admin')).toBe(200);
  });
});

describe('other routes of users', () => {
  it.each([
    ['GET', '/api/v2/users'],
    ['POST', '/api/v2/users'],
    ['PATCH', '/api/v2/users/x'],
    ['DELETE', '/api/v2/users/x'],
    ['GET', '/api/v2/users/authentication-activity'],
  ])('stay closed until apps can change things: %s %s', async (method, path) => {
    const me = await webApp(await create({ role: 'admin' }));
    expect((await me.ask(path, { method })).status).toBe(403);
  });
});
