import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { logout, type LoginResponse } from '../../../shared/api/auth.ts';
import {
  createProvider,
  deleteProvider,
  listProviders,
} from '../../../shared/api/sign-in-providers.ts';
import {
  getSignOutUrl,
  listIdentities,
  unlinkIdentity,
} from '../../../shared/api/single-sign-on.ts';
import { deleteUser, listUsers } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { createCookieBrowser, walk, type CookieBrowser } from '../../testing/cookie-browser.ts';
import { startOpenIdProvider, type TestProvider } from '../../testing/openid-provider.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { sessionOfKey } from '../../testing/session-of-key.ts';

let octavo: TestServer;
let idp: TestProvider;
let browser: CookieBrowser;
beforeAll(async () => {
  octavo = await startTestServer();
  idp = await startOpenIdProvider([`${octavo.url}/api/v1/auth/sso/house/callback`]);
  idp.people = {
    's-1': { preferred_username: 'ada' },
    's-2': { preferred_username: 'ada at work' },
  };
  await octavo.api.call(createProvider, {
    body: {
      ...{ slug: 'house', name: 'House', issuer: idp.issuer, client_id: 'octavo' },
      client_secret: 'a secret of the client',
      creates_people: true,
    },
  });
});
afterAll(async () => {
  await octavo.stop();
  await idp.stop();
});
beforeEach(async () => {
  browser = createCookieBrowser();
  const { data } = await octavo.api.call(listUsers);
  for (const { id, username } of data) {
    if (username !== admin.username) await octavo.api.call(deleteUser, { params: { id } });
  }
  const { identities } = await octavo.api.call(listIdentities);
  for (const { id } of identities)
    await octavo.api.call(unlinkIdentity, { params: { id }, ...confirmed });
});

const confirmed = { body: { current_password: admin.password } };
const tooLate =
  'For your safety, linked accounts can be changed only within 5 minutes of signing in. Sign out and in again.';
const isCallback = (url: URL) => url.pathname.endsWith('/callback');
const pageAfter = async (start: string, person: string): Promise<URL> => {
  const url = await walk(browser, start, { person, isEnd: isCallback });
  const response = await browser.request(url);
  return new URL(response.headers.get('location') ?? '');
};
const signIn = async (person: string): Promise<LoginResponse> => {
  const page = await pageAfter(`${octavo.url}/api/v1/auth/sso/house/start`, person);
  const response = await browser.request(`${octavo.url}/api/v1/auth/sso/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URLSearchParams(page.hash.slice(1)).get('sso') }),
  });
  return (await response.json()) as LoginResponse;
};
const bearer = ({ access_token }: { access_token: string }) => ({
  headers: { authorization: `Bearer ${access_token}` },
});
const adminHeaders = () => bearer({ access_token: octavo.token });

/** Asks to link an account at the provider; returns the answer. */
const askToLink = async (
  body: object,
  { headers }: { headers: Record<string, string> } = adminHeaders(),
) => {
  const response = await browser.request(`${octavo.url}/api/v1/auth/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ slug: 'house', ...body }),
  });
  const answer = (await response.json()) as { url?: string; message?: string };
  return { status: response.status, ...answer };
};
const link = async (person: string) => {
  const { url = '' } = await askToLink({ current_password: admin.password });
  const page = await pageAfter(url, person);
  expect([page.origin, page.pathname]).toEqual([octavo.url, '/settings/account']);
  return page.hash;
};

test('a person links an account with their password, signs in with it, and unlinks it', async () => {
  expect(await octavo.api.call(listIdentities)).toEqual({
    has_password: true,
    identities: [],
    providers: [{ slug: 'house', name: 'House' }],
  });
  expect(await link('s-1')).toBe('#sso-linked=house');
  const { identities } = await octavo.api.call(listIdentities);
  expect(identities).toMatchObject([
    { provider: { slug: 'house', name: 'House' }, label: 'ada', last_used_at: null },
  ]);
  expect((await signIn('s-1')).user.username).toBe(admin.username);
  const [used] = (await octavo.api.call(listIdentities)).identities;
  expect(used?.last_used_at).not.toBeNull();
  await octavo.api.call(unlinkIdentity, { params: { id: used?.id ?? '' }, ...confirmed });
  browser = createCookieBrowser();
  expect((await signIn('s-1')).user.username).toBe('ada');
});

test('linking and unlinking need the password, or a session that has just begun', async () => {
  await link('s-2');
  browser = createCookieBrowser();
  const ada = await signIn('s-1');
  expect((await askToLink({})).status).toBe(200);
  expect((await askToLink({}, bearer(ada))).status).toBe(200);
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(
    "UPDATE sessions SET created_at = '2020-01-01T00:00:00.000Z', password_at = '2020-01-01T00:00:00.000Z'",
  );
  database.close();
  const wrong = { current_password: 'wrong' };
  expect((await askToLink({})).status).toBe(400);
  expect((await askToLink(wrong)).status).toBe(403);
  expect(await askToLink({}, bearer(ada))).toMatchObject({ status: 403, message: tooLate });
  const unlink = async (body: object, session = adminHeaders()) => {
    const [identity] = (await octavo.api.call(listIdentities, session)).identities;
    const params = { id: identity?.id ?? '' };
    return octavo.api.call(unlinkIdentity, { params, body, ...session });
  };
  await expect(unlink({})).rejects.toMatchObject({ code: 'BadRequest' });
  await expect(unlink(wrong)).rejects.toMatchObject({ code: 'Forbidden' });
  await unlink({ current_password: admin.password });
});

test('an account belongs to one person', async () => {
  await signIn('s-1');
  browser = createCookieBrowser();
  expect(await link('s-1')).toBe('#sso-error=linked_elsewhere&slug=house');
});

test('a link that was begun ends with the session', async () => {
  const session = await octavo.request('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const headers = bearer((await session.json()) as LoginResponse);
  const { url = '' } = await askToLink({ current_password: admin.password }, headers);
  await octavo.api.call(logout, headers);
  expect((await pageAfter(url, 's-1')).hash).toBe('#sso-error=changed&slug=house');
  expect((await octavo.api.call(listIdentities)).identities).toEqual([]);
});

test('the last way to sign in stays', async () => {
  const ada = await signIn('s-1');
  const { has_password, identities } = await octavo.api.call(listIdentities, bearer(ada));
  expect(has_password).toBe(false);
  const params = { id: identities[0]?.id ?? '' };
  await expect(
    octavo.api.call(unlinkIdentity, { params, body: {}, ...bearer(ada) }),
  ).rejects.toMatchObject({
    code: 'Conflict',
    message:
      'You could no longer sign in. Link another account first, or ask an admin for a password.',
  });
  const { url = '' } = await askToLink({}, bearer(ada));
  browser = createCookieBrowser();
  // Another browser cannot finish it.
  expect((await pageAfter(url, 's-2')).hash).toBe('#sso-error=other_browser&slug=house');
  const again = await askToLink({}, bearer(ada));
  expect((await pageAfter(again.url ?? '', 's-2')).hash).toBe('#sso-linked=house');
  await octavo.api.call(unlinkIdentity, { params, body: {}, ...bearer(ada) });
});

test("an API key neither links nor unlinks, and nobody unlinks another person's account", async () => {
  await link('s-1');
  const { key } = await octavo.api.call(createApiKey, { body: { name: 'a key' } });
  const headers = { 'x-api-key': key };
  expect((await askToLink({ current_password: admin.password }, { headers })).status).toBe(403);
  const [identity] = (await octavo.api.call(listIdentities)).identities;
  const path = `${octavo.url}/api/v1/auth/identities/${identity?.id ?? ''}/unlink`;
  expect((await fetch(path, { method: 'POST', headers })).status).toBe(403);
  browser = createCookieBrowser();
  const ada = await signIn('s-2');
  expect((await fetch(path, { method: 'POST', ...bearer(ada) })).status).toBe(404);
});

test('the session of an API key, which has just begun, does not count as a person without a password', async () => {
  const ada = await signIn('s-2');
  const body = { name: 'an app', permissions: ['progress-read' as const] };
  const { key } = await octavo.api.call(createApiKey, { body, ...bearer(ada) });
  const headers = await sessionOfKey(octavo, ada.user.username, key);
  expect((await askToLink({}, { headers })).status).toBe(403);
  const [identity] = (await octavo.api.call(listIdentities, { headers })).identities;
  const path = `${octavo.url}/api/v1/auth/identities/${identity?.id ?? ''}/unlink`;
  expect((await fetch(path, { method: 'POST', headers })).status).toBe(403);
});

test('signing out leads to the provider and back', async () => {
  const ada = await signIn('s-1');
  const { url } = await octavo.api.call(getSignOutUrl, bearer(ada));
  await octavo.api.call(logout, bearer(ada));
  const page = await browser.request(url ?? '');
  const html = await page.text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
  const confirmed = await browser.request(action, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(confirmed.headers.get('location')).toBe(`${octavo.url}/sign-in`);
  expect(await octavo.api.call(getSignOutUrl, adminHeaders())).toEqual({ url: null });
});

test('a removed provider leaves the accounts', async () => {
  const ada = await signIn('s-1');
  const { providers } = await octavo.api.call(listProviders);
  expect(providers).toMatchObject([{ people_count: 1 }]);
  await octavo.api.call(deleteProvider, { params: { id: providers[0]?.id ?? '' } });
  expect(await octavo.api.call(listIdentities, bearer(ada))).toEqual({
    has_password: false,
    identities: [],
    providers: [],
  });
});
