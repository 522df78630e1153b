import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import {
  checkProvider,
  createProvider,
  deleteProvider,
  listProviders,
  updateProvider,
  type CreateProvider,
} from '../../../shared/api/sign-in-providers.ts';
import { updateSettings } from '../../../shared/api/settings.ts';
import { startOpenIdProvider, type TestProvider } from '../../testing/openid-provider.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let idp: TestProvider;
beforeAll(async () => {
  octavo = await startTestServer();
  idp = await startOpenIdProvider([`${octavo.url}/api/v1/auth/sso/house/callback`]);
});
afterAll(async () => {
  await octavo.stop();
  await idp.stop();
});
afterEach(async () => {
  const { providers } = await octavo.api.call(listProviders);
  for (const { id } of providers) await octavo.api.call(deleteProvider, { params: { id } });
});

const fields = (): CreateProvider => ({
  ...{ slug: 'house', name: 'House', issuer: idp.issuer, client_id: 'octavo' },
  client_secret: 'a secret of the client',
});
const add = (changes: Partial<CreateProvider> = {}) =>
  octavo.api.call(createProvider, { body: { ...fields(), ...changes } });
const check = (id: string) => octavo.api.call(checkProvider, { params: { id } });

test('a provider is listed with the addresses to enter there, without its secret', async () => {
  const provider = await add();
  expect(JSON.stringify(provider)).not.toContain('a secret');
  expect(await octavo.api.call(listProviders)).toEqual({
    providers: [provider],
    redirect_uri: `${octavo.url}/api/v1/auth/sso/{slug}/callback`,
    sign_out_uri: `${octavo.url}/sign-in`,
  });
  expect(provider).toMatchObject({ has_secret: true, enabled: true, creates_people: false });
});

test('behind a trusted proxy, the addresses are those of the browser', async () => {
  const trust = (value: string) =>
    octavo.api.call(updateSettings, {
      body: { updates: [{ key: 'sharing.trusted_proxies', value }] },
    });
  await trust('127.0.0.1');
  const headers = {
    ...{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost:8443' },
    'x-forwarded-prefix': '/books',
  };
  const response = await octavo.request('/admin/sign-in-providers', { headers });
  expect(await response.json()).toMatchObject({
    redirect_uri: 'https://localhost:8443/books/api/v1/auth/sso/{slug}/callback',
    sign_out_uri: 'https://localhost:8443/books/sign-in',
  });
  await trust('');
});

test('behind a proxy that is not trusted, they have the scheme of the page', async () => {
  const host = octavo.url.replace('http://', '');
  const headers = { referer: `https://${host}/settings/people` };
  const response = await octavo.request('/admin/sign-in-providers', { headers });
  expect(await response.json()).toMatchObject({ sign_out_uri: `https://${host}/sign-in` });
  const other = { referer: 'https://evil.example/settings' };
  const answer = await octavo.request('/admin/sign-in-providers', { headers: other });
  expect(await answer.json()).toMatchObject({ sign_out_uri: `${octavo.url}/sign-in` });
});

test('another issuer drops the secret, other changes keep it', async () => {
  const { id } = await add();
  const update = (body: Partial<CreateProvider>) =>
    octavo.api.call(updateProvider, { params: { id }, body });
  expect((await update({ name: 'Home' })).has_secret).toBe(true);
  expect((await update({ issuer: 'https://other.example' })).has_secret).toBe(false);
  expect((await update({ client_secret: 'b' })).has_secret).toBe(true);
  expect((await update({ client_secret: '' })).has_secret).toBe(false);
});

test.each([
  ['no address', 'house'],
  ['another protocol', 'ftp://house.example'],
  ['a password', 'https://a:b@house.example'],
  ['a query', 'https://house.example?a=b'],
  ['http on the internet', 'http://house.example'],
  ['http at a public address', 'http://93.184.216.34'],
])('an issuer that is %s is refused', async (_, issuer) => {
  await expect(add({ issuer })).rejects.toMatchObject({
    code: 'BadRequest',
    details: [{ path: 'body.issuer' }],
  });
});

test.each(['http://authelia:9091', 'http://192.168.1.4', 'http://nas.lan', 'https://a.example/b/'])(
  'the issuer %s is accepted',
  async (issuer) => {
    expect((await add({ issuer })).issuer).toBe(issuer);
  },
);

test('scopes contain openid, and short names are unique', async () => {
  await expect(add({ scopes: 'profile' })).rejects.toMatchObject({ code: 'BadRequest' });
  await add();
  await expect(add({ name: 'Other' })).rejects.toMatchObject({
    code: 'Conflict',
    message: 'Another provider has the short name "house"',
  });
});

test('the check says that everything fits', async () => {
  const { id } = await add({ scopes: 'openid profile cats' });
  expect(await check(id)).toEqual({ has_sign_out: true, unknown_scopes: ['cats'] });
});

test.each([
  [{ client_secret: 'wrong' }, /does not know this client ID, or the secret is wrong\.$/],
  [{ client_id: 'nobody' }, /does not know this client ID, or the secret is wrong\.$/],
  [{ issuer: 'http://127.0.0.1:9' }, /^127\.0\.0\.1:9 could not be reached \(ECONNREFUSED\)\.$/],
])('the check says what does not fit: %j', async (changes, message) => {
  const { id } = await add(changes);
  await expect(check(id)).rejects.toMatchObject({ code: 'UnprocessableContent' });
  await expect(check(id)).rejects.toThrow(message);
});

test('the check says how the provider calls itself, and what is no provider', async () => {
  const { id } = await add({ issuer: idp.issuer.replace('127.0.0.1', 'localhost') });
  await expect(check(id)).rejects.toThrow(
    `The provider calls itself ${idp.issuer}. Enter exactly this as the issuer.`,
  );
  const other = await add({ slug: 'other', issuer: octavo.url });
  await expect(check(other.id)).rejects.toThrow(
    `There is no discovery document of OpenID at ${octavo.url}. Enter the issuer as the provider names it.`,
  );
});

test('an API key cannot change how people sign in', async () => {
  const { id } = await add();
  const { key } = await octavo.api.call(createApiKey, {
    body: { name: 'a key', permissions: ['system-admin'] },
  });
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${octavo.url}/api/v1/admin/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.status;
  };
  const providerPath = `sign-in-providers/${id}`;
  expect(await send('GET', 'sign-in-providers')).toBe(200);
  expect(await send('POST', 'sign-in-providers', { ...fields(), slug: 'b' })).toBe(403);
  expect(await send('PUT', providerPath, { name: 'B' })).toBe(403);
  expect(await send('POST', `${providerPath}/check`)).toBe(403);
  expect(await send('DELETE', providerPath)).toBe(403);
});
