import { get } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const basic = (name: string = admin.username, password: string = admin.password) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${octavo.url}/komga${path}`, { method, headers });
const me = (headers: Record<string, string>, query = '') =>
  ask(`/api/v2/users/me${query}`, headers);
const newKey = async (permissions: string[]) => {
  const response = await octavo.request('/api-keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: permissions.join(), permissions }),
  });
  return (await response.json()) as { id: string; key: string };
};
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

describe('errors below the prefix', () => {
  it('answer clients that are not signed in with the words that they look for', async () => {
    const response = await me({});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="Octavo"');
    expect(await response.json()).toEqual({
      timestamp: expect.any(String) as string,
      status: 401,
      error: 'Unauthorized',
      message: 'Sign in to use this',
      path: '/komga/api/v2/users/me',
    });
  });

  it('raise no sign-in box for the script of a page', async () => {
    const response = await me({ 'x-requested-with': 'XMLHttpRequest' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, null]);
  });

  it.each(['/nowhere', '', '/api/v1/%ZZ', '/api/v1/users'])(
    'are JSON for a path that nobody knows: %s',
    async (path) => {
      const response = await ask(path, basic());
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { status: 404, error: 'Not Found' },
      ]);
    },
  );

  it('say which methods a path has', async () => {
    const response = await ask('/api/v1/claim', {}, 'DELETE');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('refuse hosts that are not ours', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'rebound.example' };
      get(`${octavo.url}/komga/api/v1/claim`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(421);
  });
});

it('answers with a slash at the end as without', async () => {
  expect((await ask('/api/v1/claim/')).status).toBe(200);
});

it('moves with its setting, without a restart', async () => {
  const set = (value: string) =>
    octavo.request('/admin/settings/compat.prefix', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    });
  await set('reader');
  expect((await ask('/api/v1/claim')).status).toBe(404);
  const moved = await fetch(`${octavo.url}/reader/api/v2/users/me`, { headers: basic() });
  expect(moved.headers.getSetCookie()[0]).toMatch(/; Path=\/reader;/);
  await set('komga');
  expect((await ask('/api/v1/claim')).status).toBe(200);
});

describe('the caller', () => {
  it('is named by what was typed, in a session by the e-mail address', async () => {
    expect(await (await me(basic('ADMIN'))).json()).toMatchObject({ email: 'ADMIN' });
    const bearer = await me({ authorization: `Bearer ${octavo.token}` });
    expect(await bearer.json()).toMatchObject({
      email: admin.email,
      roles: ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'],
      ageRestriction: null,
    });
  });

  it('gets cookies for exactly the path that is typed into programs', async () => {
    const response = await me(basic(), '?remember-me=true');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^KOMGA-SESSION=\S+; Path=\/komga; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^komga-remember-me=\S+; Path=\/komga; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
    const [session = '', remembered = ''] = cookieOf(response).split('; ');
    for (const cookie of [session, remembered]) expect((await me({ cookie })).status).toBe(200);
  });

  it('gets no second session with every request', async () => {
    const first = cookieOf(await me(basic()));
    expect(cookieOf(await me(basic()))).toBe(first);
    const again = await me({ ...basic(), cookie: first });
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('gets the session by header where it asks with an empty one', async () => {
    const response = await me({ ...basic(), 'x-auth-token': '' });
    const token = response.headers.get('x-auth-token') ?? '';
    expect(token).not.toBe('');
    expect((await me({ 'x-auth-token': token })).status).toBe(200);
    expect((await me({ 'x-auth-token': 'nonsense' })).status).toBe(401);
  });

  it('signs out of every cookie', async () => {
    const cookie = cookieOf(await me(basic(), '?remember-me=true'));
    const out = await ask('/api/logout', { cookie }, 'POST');
    expect([out.status, out.headers.getSetCookie().length]).toEqual([204, 2]);
    expect((await me({ cookie })).status).toBe(401);
    // Signs in again, although an earlier session of this client exists.
    const next = cookieOf(await me(basic(), '?remember-me=true'));
    expect((await me({ cookie: next })).status).toBe(200);
  });

  it('loses the session with the password', async () => {
    const username = 'eva';
    await addUser(octavo.dataDir, { username, role: 'reader' });
    const cookie = cookieOf(await me(basic(username, 'a fine password')));
    expect((await me({ cookie })).status).toBe(200);
    await octavo.request('/auth/me', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...basic(username, 'a fine password') },
      body: JSON.stringify({ current_password: 'a fine password', password: 'a finer password' }),
    });
    expect((await me({ cookie })).status).toBe(401);
  });

  it('has with the cookie of a key what the key grants, as long as it lives', async () => {
    const { id, key } = await newKey(['books-read', 'books-download']);
    const first = await me({ 'x-api-key': key });
    const cookie = cookieOf(first);
    expect(await (await me({ cookie })).json()).toMatchObject({ roles: ['USER', 'FILE_DOWNLOAD'] });
    const remembered = await me({ cookie }, '?remember-me=true');
    expect(remembered.headers.getSetCookie()).toEqual([]);
    expect((await ask('/api/v1/libraries', { cookie })).status).toBe(403);
    await octavo.request(`/api-keys/${id}`, { method: 'DELETE' });
    expect((await me({ cookie })).status).toBe(401);
  });

  it('changes nothing for a page of another site', async () => {
    const cookie = cookieOf(await me(basic()));
    const origin = 'https://elsewhere.example';
    expect((await ask('/api/logout', { cookie, origin }, 'POST')).status).toBe(403);
    expect((await ask('/api/logout', { ...basic(), origin }, 'POST')).status).toBe(403);
    expect((await me({ cookie })).status).toBe(200);
  });
});
