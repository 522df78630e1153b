import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createLibrary, deleteLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { getMe, login, register, updateMe, type LoginResponse } from '../../../shared/api/auth.ts';
import { resetSetting, updateSetting } from '../../../shared/api/settings.ts';
import {
  createProvider,
  updateProvider,
  type SignInProvider,
} from '../../../shared/api/sign-in-providers.ts';
import { getSignInOptions } from '../../../shared/api/single-sign-on.ts';
import { createUser, deleteUser, listUsers, updateUser } from '../../../shared/api/users.ts';
import { createCookieBrowser, walk, type CookieBrowser } from '../../testing/cookie-browser.ts';
import { startOpenIdProvider, type TestProvider } from '../../testing/openid-provider.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let idp: TestProvider;
let club: TestProvider;
let provider: SignInProvider;
let browser: CookieBrowser;

const callback = (slug: string) => `${octavo.url}/api/v1/auth/sso/${slug}/callback`;
const addProvider = (slug: string, { issuer }: TestProvider) =>
  octavo.api.call(createProvider, {
    body: {
      ...{ slug, name: `The ${slug}`, issuer, client_id: 'octavo' },
      client_secret: 'a secret of the client',
      scopes: 'openid profile email groups',
      creates_people: true,
    },
  });

beforeAll(async () => {
  octavo = await startTestServer();
  idp = await startOpenIdProvider([callback('house')]);
  club = await startOpenIdProvider([callback('club')]);
  provider = await addProvider('house', idp);
  await addProvider('club', club);
});
afterAll(async () => {
  await octavo.stop();
  await idp.stop();
  await club.stop();
});
beforeEach(() => {
  browser = createCookieBrowser();
  idp.people = {
    's-1': {
      preferred_username: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      groups: ['family'],
    },
    's-2': { preferred_username: 'bob', groups: ['friends'] },
  };
  club.people = { 's-1': { preferred_username: 'carol' } };
});
afterEach(async () => {
  idp.tamper = null;
  idp.isForging = false;
  await configure({
    creates_people: true,
    links_by_email: false,
    only_groups: [],
    group_roles: [],
    group_libraries: [],
    enabled: true,
  });
  const { data } = await octavo.api.call(listUsers);
  for (const { id, username } of data) {
    if (username !== admin.username) await octavo.api.call(deleteUser, { params: { id } });
  }
});

const configure = (body: Partial<SignInProvider>) =>
  octavo.api.call(updateProvider, { params: { id: provider.id }, body });

const isCallback = (url: URL) => url.pathname.endsWith('/callback');

/** Goes to a provider and comes back; returns the callback, which was not requested. */
const comeBack = (
  person: string | null,
  slug = 'house',
  returnPath = '/books/1?a=b',
): Promise<URL> =>
  walk(
    browser,
    `${octavo.url}/api/v1/auth/sso/${slug}/start?to=${encodeURIComponent(returnPath)}`,
    {
      person,
      isEnd: isCallback,
    },
  );

/** Requests an address of Octavo; returns the page to which it leads. */
const follow = async (url: URL | string, from = browser): Promise<URL> => {
  const response = await from.request(url);
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '', octavo.url);
};

const fragmentOf = (page: URL) => Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
/** The reason for which a callback signs nobody in. */
const failureOf = async (url: URL | string, from = browser): Promise<string | undefined> => {
  const page = await follow(url, from);
  expect(page.pathname).toBe('/sign-in');
  expect(fragmentOf(page)).not.toHaveProperty('sso');
  return fragmentOf(page)['sso-error'];
};

const redeem = (code: string | undefined, from = browser) =>
  from.request(`${octavo.url}/api/v1/auth/sso/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });

/** Signs in from the button to the session. */
const signIn = async (person: string, slug = 'house'): Promise<LoginResponse> => {
  const page = await follow(await comeBack(person, slug));
  const response = await redeem(fragmentOf(page)['sso']);
  expect(response.status).toBe(200);
  return (await response.json()) as LoginResponse;
};
const bearer = ({ access_token }: LoginResponse) => ({
  headers: { authorization: `Bearer ${access_token}` },
});
const passwordSignIn = (body: { username: string; password: string }) =>
  octavo.api.call(login, { body });

describe('a person at a provider', () => {
  test('gets an account without a password, a session and its cookie', async () => {
    const page = await follow(await comeBack('s-1'));
    expect(page.origin).toBe(octavo.url);
    expect([page.pathname, page.searchParams.get('to')]).toEqual(['/sign-in', '/books/1?a=b']);
    const response = await redeem(fragmentOf(page)['sso']);
    const session = (await response.json()) as LoginResponse;
    expect(session.user).toMatchObject({
      username: 'ada',
      email: 'ada@example.com',
      role: 'reader',
    });
    expect(browser.cookies.get('octavo_session')).toBe(session.access_token);
    expect(await octavo.api.call(getMe, bearer(session))).toMatchObject({ auth_method: 'jwt' });
    for (const password of ['', '!', 'any']) {
      const attempt = octavo.api.call(login, { body: { username: 'ada', password } });
      await expect(attempt).rejects.toMatchObject({ code: 'Unauthorized' });
    }
  });

  test('is the same one with another name and address, because the subject identifies', async () => {
    const { user } = await signIn('s-1');
    idp.people['s-1'] = { preferred_username: 'countess', email: 'new@example.com' };
    idp.people['s-3'] = { preferred_username: 'ada', email: 'ada@example.com' };
    browser = createCookieBrowser();
    expect((await signIn('s-1')).user).toEqual(user);
    browser = createCookieBrowser();
    expect((await signIn('s-3')).user).toMatchObject({ username: 'ada-2', email: null });
  });

  test('is somebody else at another provider', async () => {
    const ada = await signIn('s-1');
    browser = createCookieBrowser();
    const carol = await signIn('s-1', 'club');
    expect(carol.user.username).toBe('carol');
    expect(carol.user.id).not.toBe(ada.user.id);
    const { providers, proxy } = await octavo.api.call(getSignInOptions);
    expect(providers).toEqual([
      { slug: 'club', name: 'The club' },
      { slug: 'house', name: 'The house' },
    ]);
    expect(proxy).toBe(false);
  });

  test('gets no account where the settings do not allow that', async () => {
    await configure({ creates_people: false });
    expect(await failureOf(await comeBack('s-1'))).toBe('no_account');
    expect((await octavo.api.call(listUsers)).total).toBe(1);
  });

  test('finds the account with the confirmed address only if a setting says so', async () => {
    const body = { username: 'lovelace', email: 'Ada@Example.com', password: 'a fine password' };
    const { id } = await octavo.api.call(createUser, { body });
    await configure({ creates_people: false });
    expect(await failureOf(await comeBack('s-1'))).toBe('no_account');
    await configure({ links_by_email: true });
    idp.people['s-1'] = { email: 'ada@example.com', email_verified: false };
    expect(await failureOf(await comeBack('s-1'))).toBe('no_account');
    idp.people['s-1'] = { email: 'ada@example.com', email_verified: true };
    expect((await signIn('s-1')).user.id).toBe(id);
  });

  test('finds no account whose person took the address of somebody else', async () => {
    await configure({ links_by_email: true, creates_people: false });
    idp.people['s-1'] = { email: 'ada@example.com', email_verified: true, groups: ['parents'] };
    const body = { username: 'mallory', password: 'a fine password' };
    const { id } = await octavo.api.call(createUser, { body });
    const change = { email: 'ada@example.com', current_password: 'a fine password' };
    await octavo.api.call(updateMe, { body: change, ...bearer(await passwordSignIn(body)) });
    expect(await failureOf(await comeBack('s-1'))).toBe('no_account');
    // Also by a registration, which nobody confirmed.
    await octavo.api.call(deleteUser, { params: { id } });
    const setting = { params: { key: 'auth.registration_enabled' } };
    await octavo.api.call(updateSetting, { ...setting, body: { value: true } });
    await octavo.api.call(register, { body: { ...body, email: 'ada@example.com' } });
    await octavo.api.call(resetSetting, { ...setting, body: {} });
    expect(await failureOf(await comeBack('s-1'))).toBe('no_account');
    // An admin who enters it confirms it.
    const registered = (await passwordSignIn(body)).user.id;
    for (const email of [null, 'ada@example.com']) {
      await octavo.api.call(updateUser, { params: { id: registered }, body: { email } });
    }
    expect((await signIn('s-1')).user.id).toBe(registered);
    // An admin may have any address.
    await octavo.api.call(deleteUser, { params: { id: registered } });
    for (const email of ['ada@example.com', admin.email]) {
      await octavo.api.call(updateMe, { body: { email, current_password: admin.password } });
      idp.people['s-8'] = { email, email_verified: true };
    }
    browser = createCookieBrowser();
    expect((await signIn('s-8')).user.username).toBe(admin.username);
  });

  test('who is deactivated stays out', async () => {
    const { user } = await signIn('s-1');
    const changes = { params: { id: user.id }, body: { is_active: false } };
    await octavo.api.call(updateUser, changes);
    expect(await failureOf(await comeBack('s-1'))).toBe('deactivated');
  });

  test('who cancels is told so', async () => {
    expect(await failureOf(await comeBack(null))).toBe('denied');
  });

  test('comes back to a page of Octavo only', async () => {
    for (const address of ['https://evil.example/', '//evil.example', '/\\evil.example', 'x']) {
      const page = await follow(await comeBack('s-1', 'house', address));
      expect([page.origin, page.pathname, page.search]).toEqual([octavo.url, '/sign-in', '']);
      browser = createCookieBrowser();
    }
  });
});

describe('groups', () => {
  test('decide who can sign in', async () => {
    await configure({ only_groups: ['family'] });
    expect(await failureOf(await comeBack('s-2'))).toBe('not_in_group');
    browser = createCookieBrowser();
    const { user } = await signIn('s-1');
    idp.people['s-1'] = { preferred_username: 'ada' };
    browser = createCookieBrowser();
    expect(await failureOf(await comeBack('s-1'))).toBe('not_in_group');
    expect((await octavo.api.call(listUsers)).data.map(({ id }) => id)).toContain(user.id);
  });

  test('raise and lower the role at each sign-in, and end its sessions', async () => {
    await configure({
      group_roles: [
        { group: 'family', role: 'maintainer' },
        { group: 'parents', role: 'admin' },
      ],
    });
    const maintainer = await signIn('s-1');
    expect(maintainer.user.role).toBe('maintainer');
    idp.people['s-1'] = { groups: ['family', 'parents'] };
    const parent = await signIn('s-1');
    expect(parent.user.role).toBe('admin');
    await expect(octavo.api.call(getMe, bearer(maintainer))).rejects.toMatchObject({
      code: 'Unauthorized',
    });
    idp.people['s-1'] = {};
    expect((await signIn('s-1')).user.role).toBe('reader');
  });

  test('show their libraries, and take them away', async () => {
    const path = mkdtempSync(join(tmpdir(), 'octavo-sso-'));
    const comics = await octavo.api.call(createLibrary, { body: { name: 'Comics', path } });
    await configure({ group_libraries: [{ group: 'family', library_ids: [comics.id] }] });
    const shown = async (session: LoginResponse) =>
      (await octavo.api.call(listLibraries, bearer(session))).data.map(({ name }) => name);
    expect(await shown(await signIn('s-1'))).toEqual(['Comics']);
    const changedAt = async () =>
      (await octavo.api.call(listUsers)).data.map(({ updated_at }) => updated_at);
    const before = await changedAt();
    await signIn('s-1');
    expect(await changedAt()).toEqual(before);
    idp.people['s-1'] = { preferred_username: 'ada', groups: [] };
    expect(await shown(await signIn('s-1'))).toEqual([]);
    await octavo.api.call(deleteLibrary, { params: { id: comics.id } });
    rmSync(path, { recursive: true });
  });

  test('never take the role of the last admin', async () => {
    await configure({ group_roles: [{ group: 'parents', role: 'admin' }], links_by_email: true });
    idp.people['s-9'] = { email: admin.email, email_verified: true, groups: [] };
    expect((await signIn('s-9')).user).toMatchObject({ username: admin.username, role: 'admin' });
  });
});

describe('an answer is refused', () => {
  test('from another issuer', async () => {
    const url = await comeBack('s-1');
    expect(url.searchParams.get('iss')).toBe(idp.issuer);
    url.searchParams.set('iss', club.issuer);
    expect(await failureOf(url)).toBe('wrong_issuer');
  });

  test('at the redirect URI of another provider', async () => {
    const url = await comeBack('s-1');
    expect(await failureOf(url.href.replace('/house/', '/club/'))).toBe('wrong_issuer');
  });

  test('whose ID token is of another issuer, client or sign-in, expired or forged', async () => {
    const now = Math.floor(Date.now() / 1000);
    const cases = [
      [{ iss: 'http://127.0.0.1:9' }, 'wrong_issuer'],
      [{ aud: 'another client' }, 'invalid_answer'],
      [{ nonce: 'another nonce' }, 'invalid_answer'],
      [{ iat: now - 7200, exp: now - 3600 }, 'expired_token'],
    ] as const;
    for (const [changes, failure] of cases) {
      idp.tamper = (claims) => ({ ...claims, ...changes });
      expect([changes, await failureOf(await comeBack('s-1'))]).toEqual([changes, failure]);
    }
    idp.tamper = (claims) => claims;
    idp.isForging = true;
    expect(await failureOf(await comeBack('s-1'))).toBe('invalid_answer');
    idp.isForging = false;
    expect((await signIn('s-1')).user.username).toBe('ada');
  });

  test('that was already used', async () => {
    const url = await comeBack('s-1');
    expect(fragmentOf(await follow(url))).toHaveProperty('sso');
    expect(await failureOf(url)).toBe('expired');
  });

  test('whose code was already used', async () => {
    const first = await comeBack('s-1');
    const second = await comeBack('s-1');
    await follow(first);
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(await failureOf(second)).toBe('used_code');
  });

  test('in another browser, or in one without cookies', async () => {
    expect(await failureOf(await comeBack('s-1'), createCookieBrowser())).toBe('other_browser');
    const other = createCookieBrowser();
    await other.request(`${octavo.url}/api/v1/auth/sso/house/start`);
    expect(await failureOf(await comeBack('s-1'), other)).toBe('other_browser');
  });

  test('to nothing that was asked', async () => {
    expect(await failureOf(`${callback('house')}?code=a&state=b`)).toBe('expired');
    expect(await failureOf(callback('house'))).toBe('expired');
  });

  test('after the provider was switched off', async () => {
    const url = await comeBack('s-1');
    await configure({ enabled: false });
    expect(await failureOf(url)).toBe('changed');
    expect((await browser.request(`${octavo.url}/api/v1/auth/sso/house/start`)).status).toBe(404);
  });
});

test('the one-time code works once, in its browser only', async () => {
  const code = async () => fragmentOf(await follow(await comeBack('s-1')))['sso'];
  expect((await redeem(await code(), createCookieBrowser())).status).toBe(401);
  const used = await code();
  expect((await redeem(used)).status).toBe(200);
  const again = await redeem(used);
  expect(again.status).toBe(401);
  expect(await again.json()).toMatchObject({
    message: 'This sign-in was already used or has expired. Start it again on the sign-in page.',
  });
});

test('a provider that cannot be reached leads back to the sign-in page', async () => {
  await configure({ issuer: 'http://127.0.0.1:9' });
  const start = `${octavo.url}/api/v1/auth/sso/house/start?to=/series`;
  const page = await follow(start);
  expect(page.href).toBe(`${octavo.url}/sign-in?to=%2Fseries#sso-error=unreachable&slug=house`);
  await configure({ issuer: idp.issuer, client_secret: 'wrong' } as Partial<SignInProvider>);
  expect(await failureOf(await comeBack('s-1'))).toBe('misconfigured');
  await configure({ client_secret: 'a secret of the client' } as Partial<SignInProvider>);
});
