import { request as requestHttp } from 'node:http';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { register, type LoginResponse } from '../../../shared/api/auth.ts';
import { resetSetting, updateSetting } from '../../../shared/api/settings.ts';
import { getSetupStatus } from '../../../shared/api/setup.ts';
import {
  getProxySignIn,
  updateProxySignIn,
  type ProxySignInSettings,
} from '../../../shared/api/sign-in-providers.ts';
import { getSignInOptions } from '../../../shared/api/single-sign-on.ts';
import { createUser, deleteUser, listUsers, updateUser } from '../../../shared/api/users.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
const initial: ProxySignInSettings = {
  ...{ enabled: false, user_header: 'Remote-User', groups_header: 'Remote-Groups' },
  ...{ trusted_proxies: [], group_roles: [], group_libraries: [], only_groups: [] },
  creates_people: false,
};
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
afterEach(async () => {
  await configure({});
  const { data } = await octavo.api.call(listUsers);
  for (const { id, username } of data) {
    if (username !== admin.username) await octavo.api.call(deleteUser, { params: { id } });
  }
});

const configure = (changes: Partial<ProxySignInSettings>) =>
  octavo.api.call(updateProxySignIn, { body: { ...initial, ...changes } });
const trusting = (changes: Partial<ProxySignInSettings> = {}) =>
  configure({ enabled: true, trusted_proxies: ['127.0.0.0/8', '::1'], ...changes });

/** Sends the headers as they are, also several of a name. */
const signIn = (headers: Record<string, string | string[]>) =>
  new Promise<{ status: number | undefined } & Partial<LoginResponse & { message: string }>>(
    (resolve, reject) => {
      requestHttp(
        `${octavo.url}/api/v1/auth/proxy-sign-in`,
        { method: 'POST', headers },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () => {
            resolve({ status: response.statusCode, ...(JSON.parse(text) as object) });
          });
        },
      )
        .on('error', reject)
        .end();
    },
  );
const name = (user: string, groups?: string) => ({
  'Remote-User': user,
  ...(groups !== undefined && { 'Remote-Groups': groups }),
});

test('is off at first', async () => {
  expect(await octavo.api.call(getProxySignIn)).toEqual(initial);
  expect(await signIn(name('admin'))).toMatchObject({
    status: 403,
    message: 'Sign-in by a proxy is switched off',
  });
});

test('a trusted proxy signs a person in', async () => {
  await trusting();
  const session = await signIn(name('Admin'));
  expect(session).toMatchObject({ status: 200, user: { username: admin.username } });
  const headers = name('admin');
  expect((await octavo.api.call(getSignInOptions, { headers })).proxy).toBe(true);
  expect((await octavo.api.call(getSignInOptions)).proxy).toBe(false);
});

test('the header from any other address is refused, whatever other headers say', async () => {
  await trusting({ trusted_proxies: ['192.0.2.1', '10.0.0.0/8'] });
  const forged = {
    ...name('admin'),
    'X-Forwarded-For': '192.0.2.1',
    'X-Real-IP': '10.0.0.1',
    Forwarded: 'for=192.0.2.1',
  };
  expect(await signIn(forged)).toMatchObject({
    status: 403,
    message:
      'The header Remote-User came from 127.0.0.1, which is not a trusted proxy. Sign in another way, or ask an admin to add this address.',
  });
  const response = await fetch(`${octavo.url}/api/v1/auth/me`, { headers: name('admin') });
  expect(response.status).toBe(401);
});

test('several names, or none, sign nobody in', async () => {
  await trusting();
  for (const headers of [{}, { 'Remote-User': ['admin', 'bob'] }, name('admin, bob'), name(' ')]) {
    expect(await signIn(headers)).toMatchObject({
      status: 403,
      message:
        'The proxy sent no single user name in the header Remote-User. An admin has to check its configuration.',
    });
  }
});

test('who has no account gets one only where that is allowed', async () => {
  await trusting();
  const zoe = name(Buffer.from('Zoë').toString('latin1'));
  expect(await signIn(zoe)).toMatchObject({
    status: 403,
    message: 'There is no account named "Zoë"; ask an admin to add it',
  });
  await trusting({ creates_people: true });
  expect(await signIn(zoe)).toMatchObject({
    status: 200,
    user: { username: 'Zoë', role: 'reader' },
  });
  expect((await signIn(name('a:b'))).message).toMatch(/cannot be a user name here/);
});

test('groups decide who signs in and with which role', async () => {
  await trusting({
    ...{ creates_people: true, only_groups: ['family', 'parents'] },
    group_roles: [{ group: 'parents', role: 'maintainer' }],
  });
  expect((await signIn(name('ada', 'friends'))).message).toBe(
    'Your groups do not allow you to sign in here; ask an admin',
  );
  expect((await signIn(name('ada', 'family, parents'))).user?.role).toBe('maintainer');
  expect((await signIn(name('ada', 'family'))).user?.role).toBe('reader');
  // The last admin stays one.
  expect((await signIn(name('admin', 'family'))).user?.role).toBe('admin');
});

test('a name and a group are the same as one code point for a letter and as two', async () => {
  await trusting({
    creates_people: true,
    group_roles: [{ group: 'Élèves', role: 'maintainer' }],
  });
  const sent = (text: string) => Buffer.from(text.normalize('NFD')).toString('latin1');
  const { status, user } = await signIn(name(sent('Zoë'), sent('Élèves')));
  expect([status, user]).toMatchObject([200, { username: 'Zoë', role: 'maintainer' }]);
});

test('who is deactivated stays out', async () => {
  await trusting();
  const body = { username: 'eve', password: 'eve and adam' };
  const { id } = await octavo.api.call(createUser, { body });
  await octavo.api.call(updateUser, { params: { id }, body: { is_active: false } });
  expect(await signIn(name('eve'))).toMatchObject({
    status: 403,
    message: 'Your account is deactivated; ask an admin',
  });
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '::1/129'])(
  'the proxy %s is not an address',
  async (entry) => {
    await expect(trusting({ trusted_proxies: ['::1', entry] })).rejects.toMatchObject({
      code: 'BadRequest',
      details: [{ path: 'body.trusted_proxies.1' }],
    });
  },
);

test('is switched on with the address of a proxy only', async () => {
  await expect(configure({ enabled: true })).rejects.toMatchObject({
    details: [{ path: 'body.trusted_proxies', message: 'Name the address of the proxy' }],
  });
});

test('nobody can register the name of a person of the proxy', async () => {
  const setting = { params: { key: 'auth.registration_enabled' } };
  await octavo.api.call(updateSetting, { ...setting, body: { value: true } });
  const body = { username: 'ada', password: 'a fine password' };
  await trusting({ creates_people: true });
  await expect(octavo.api.call(register, { body })).rejects.toMatchObject({ code: 'Forbidden' });
  expect(await octavo.api.call(getSetupStatus)).toMatchObject({ registration_enabled: false });
  await configure({});
  expect(await octavo.api.call(getSetupStatus)).toMatchObject({ registration_enabled: true });
  expect(await octavo.api.call(register, { body })).toMatchObject({ username: 'ada' });
  await octavo.api.call(resetSetting, { ...setting, body: {} });
});
