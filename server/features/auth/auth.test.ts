import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { redeemTicket, type CurrentUser, type LoginResponse } from '../../../shared/api/auth.ts';
import { listSessions } from '../../../shared/api/sessions.ts';
import { initializeSetup } from '../../../shared/api/setup.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer({ bare: true });
});
afterAll(() => octavo.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  checkedFetch(`${octavo.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const me = (headers: Record<string, string>) =>
  checkedFetch(`${octavo.url}/api/v1/auth/me`, { headers });
const login = async (password = admin.password) =>
  (await (
    await post('/auth/login', { username: admin.username, password })
  ).json()) as LoginResponse;
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

describe('setup', () => {
  it('makes one admin, once, and signs in', async () => {
    const before = await checkedFetch(`${octavo.url}/api/v1/setup/status`);
    expect(await before.json()).toMatchObject({ setup_required: true, has_users: false });
    const [first, second] = await Promise.all([
      post('/setup/initialize', admin),
      post('/setup/initialize', { ...admin, email: 'other@example.com' }),
    ]);
    expect([first.status, second.status].sort()).toEqual([201, 409]);
    const winner = first.status === 201 ? first : second;
    expect((await winner.json()) as LoginResponse).toMatchObject({
      token_type: 'Bearer',
      expires_in: 86_400,
      user: { role: 'admin' },
    });
    const after = await checkedFetch(`${octavo.url}/api/v1/setup/status`);
    expect(await after.json()).toMatchObject({ setup_required: false, has_users: true });
  });

  it('needs no e-mail address', async () => {
    const other = await startTestServer({ bare: true });
    const body = { username: 'owner', password: admin.password };
    expect((await other.api.call(initializeSetup, { body })).user.email).toBeNull();
    await other.stop();
  });

  it('refuses weak passwords and odd names with the field that is wrong', async () => {
    const response = await post('/setup/initialize', {
      username: 'a:b',
      email: 'no',
      password: 'short',
    });
    expect(response.status).toBe(400);
    const { details } = (await response.json()) as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).toEqual([
      'body.username',
      'body.email',
      'body.password',
    ]);
  });
});

describe('signing in', () => {
  it('matches the name without regard to case and returns the person', async () => {
    const response = await post('/auth/login', { username: 'ADMIN', password: admin.password });
    expect(response.status).toBe(200);
    const { access_token } = (await response.json()) as LoginResponse;
    const who = (await (
      await me({ authorization: `Bearer ${access_token}` })
    ).json()) as CurrentUser;
    expect(who).toMatchObject({ username: 'admin', role: 'admin', auth_method: 'jwt' });
    expect(who.permissions).toEqual([...who.permissions].sort());
    expect(who.permissions).toContain('system-admin');
  });

  it('answers a wrong password and an unknown user alike', async () => {
    const wrong = await post('/auth/login', { username: 'admin', password: 'wrong password' });
    const unknown = await post('/auth/login', { username: 'nobody', password: 'wrong password' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.json()).toEqual(await unknown.json());
  });

  it('accepts Basic on every route and never raises the browser’s password box', async () => {
    const good = await me(basic(admin.username, admin.password));
    expect(await good.json()).toMatchObject({ auth_method: 'basic' });
    const bad = await me(basic(admin.username, 'wrong password'));
    expect(bad.status).toBe(401);
    expect(bad.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('refuses unsafe Basic requests that another site caused', async () => {
    const headers = {
      ...basic(admin.username, admin.password),
      origin: 'https://elsewhere.example',
    };
    expect((await post('/auth/logout', {}, headers)).status).toBe(403);
  });

  it('refuses altered tokens and unknown keys', async () => {
    const { access_token } = await login();
    const altered = `${access_token.slice(0, -3)}abc`;
    expect((await me({ authorization: `Bearer ${altered}` })).status).toBe(401);
    expect((await me({ 'x-api-key': 'octavo_x_y' })).status).toBe(401);
    expect((await me({ authorization: 'Digest x' })).status).toBe(401);
    expect((await me({})).status).toBe(401);
    // An unsigned token.
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${access_token.split('.')[1] ?? ''}.`;
    expect((await me({ authorization: `Bearer ${none}` })).status).toBe(401);
  });
});

describe('the cookie', () => {
  it('works for GET and never for a change', async () => {
    const response = await post('/auth/login', { username: 'admin', password: admin.password });
    const [set = ''] = response.headers.getSetCookie();
    expect(set).toMatch(/HttpOnly; SameSite=Strict/);
    const cookie = set.split(';')[0] ?? '';
    expect((await me({ cookie })).status).toBe(200);
    expect((await post('/auth/logout', {}, { cookie })).status).toBe(401);
  });
});

describe('sessions', () => {
  it('end with a logout, at once', async () => {
    const { access_token } = await login();
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await post('/auth/logout', {}, headers)).status).toBe(204);
    expect((await me(headers)).status).toBe(401);
  });

  it('end everywhere else with a new password; the old one is needed for it', async () => {
    const here = await login();
    const elsewhere = await login();
    const change = (body: object) =>
      checkedFetch(`${octavo.url}/api/v1/auth/me`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${here.access_token}`,
        },
        body: JSON.stringify(body),
      });
    const next = 'another fine password';
    expect((await change({ current_password: 'wrong password', password: next })).status).toBe(403);
    expect((await change({ current_password: admin.password, password: next })).status).toBe(200);
    expect((await me({ authorization: `Bearer ${here.access_token}` })).status).toBe(200);
    expect((await me({ authorization: `Bearer ${elsewhere.access_token}` })).status).toBe(401);
    expect((await me(basic(admin.username, admin.password))).status).toBe(401);
    expect((await change({ current_password: next, password: admin.password })).status).toBe(200);
  });

  it('last as long as the setting says, from the next sign-in on', async () => {
    const before = await login();
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${before.access_token}`,
    };
    const set = (value: number) =>
      checkedFetch(`${octavo.url}/api/v1/admin/settings/auth.token_ttl_seconds`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ value }),
      });
    expect((await set(3600)).status).toBe(200);
    expect((await login()).expires_in).toBe(3600);
    expect((await set(86_400)).status).toBe(200);
  });

  it('survive a restart of the server', async () => {
    const first = await startTestServer();
    const { dataDir, token } = first;
    await first.server.stop();
    const second = await startTestServer({ dataDir });
    const response = await checkedFetch(`${second.url}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    await second.stop();
  });
});

describe('tickets of the desktop', () => {
  it('sign in once', async () => {
    const ticket = octavo.server.control.issueTicket('admin');
    const first = await post('/auth/ticket', { ticket });
    expect(await first.json()).toMatchObject({ user: { username: 'admin' } });
    expect((await post('/auth/ticket', { ticket })).status).toBe(401);
    expect((await post('/auth/ticket', { ticket: 'guess' })).status).toBe(401);
  });

  it('begin a session that lasts as long as its window is used, and a week more', async () => {
    const ticket = octavo.server.control.issueTicket('admin');
    const { access_token } = await octavo.api.call(redeemTicket, { body: { ticket } });
    const headers = { authorization: `Bearer ${access_token}` };
    const { sessions } = await octavo.api.call(listSessions, { headers });
    const own = sessions.find(({ is_current }) => is_current);
    expect(own?.stays).toBe(true);
    const days = (Date.parse(own?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it('let the owner, who never saw a password, set one and change it', async () => {
    const own = await startTestServer();
    const me = async (body: object, token: string) =>
      (
        await checkedFetch(`${own.url}/api/v1/auth/me`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status;
    const ticket = own.server.control.issueTicket('admin');
    const { access_token } = await own.api.call(redeemTicket, { body: { ticket } });
    const database = connect(join(own.dataDir, 'octavo.db'));
    database.exec(`UPDATE sessions SET password_at = NULL`);
    database.close();
    const change = { current_password: null, password: 'my own password' };
    expect(await me(change, own.token)).toBe(400);
    expect(await me(change, access_token)).toBe(200);
    expect(await me({ ...change, password: 'another password' }, access_token)).toBe(200);
    await own.stop();
  });
});

describe('throttling', () => {
  it('refuses after more than ten failures, and says when to come back', async () => {
    const other = await startTestServer({ bare: true });
    const guess = () =>
      checkedFetch(`${other.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'victim', password: 'guess number' }),
      });
    for (let attempt = 0; attempt < 11; attempt += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await other.stop();
  });
});
