import { afterEach, beforeEach, expect, test } from 'vitest';

import type { RegisteredUser } from '../../../shared/api/auth.ts';
import type { User } from '../../../shared/api/users.ts';
import { createSendJson, password as old } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const rounds = [1, 2, 3];
let octavo: TestServer;
const send = createSendJson(() => octavo);
const login = (username: string, password = old) =>
  send<{ access_token: string }>('POST', '/auth/login', { username, password }, {});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const userOf = async (id: string) => (await send<User>('GET', `/users/${id}`)).body;
const change = (id: string, fields: object) => send('PUT', `/users/${id}`, fields);
const verify = async (token: string) =>
  (await send('POST', '/auth/verify-email', { token }, {})).status;

// A server each, because failed sign-ins are counted.
beforeEach(async () => {
  octavo = await startTestServer();
  const settings = { 'auth.registration_enabled': true, 'auth.require_email_verification': true };
  const updates = Object.entries(settings).map(([key, value]) => ({ key, value }));
  expect((await send('POST', '/admin/settings/bulk', { updates })).status).toBe(200);
});
afterEach(() => octavo.stop());

let count = 0;
/** A reader who can sign in. */
const addReader = async () => {
  count += 1;
  const username = `reader${count}`;
  const email = `${username}@example.com`;
  const fields = { username, email, password: old, role: 'reader' };
  const { id } = (await send<User>('POST', '/users', fields)).body;
  const { access_token } = (await login(username)).body;
  return { id, username, email, access_token };
};
/** One who has registered, with the token of the link that confirms the address. */
const register = async () => {
  count += 1;
  const username = `reader${count}`;
  const email = `${username}@example.com`;
  const { body } = await send<RegisteredUser>(
    'POST',
    '/auth/register',
    { username, password: old, email },
    {},
  );
  return { id: body.id, username, email, token: await linkedToken(body.id) };
};
/** Without a mail server the admin is shown the link. */
const linkedToken = async (id: string, former = ''): Promise<string> => {
  let token = '';
  await expect
    .poll(async () => {
      token = /token=([\w-]{43})/.exec((await userOf(id)).verification_link ?? '')?.[1] ?? '';
      return token !== '' && token !== former;
    })
    .toBe(true);
  return token;
};

test.each(rounds)('an e-mail change in flight undoes no reset password (%i)', async (round) => {
  const { id, username, email, access_token } = await addReader();
  const word = `a new password ${round}`;
  const emails = [1, 2, 3].map((number) => `${username}.${number}@example.com`);
  const [done, ...changes] = await Promise.all([
    change(id, { password: word }),
    ...emails.map((wanted) =>
      send('PUT', '/auth/me', { current_password: old, email: wanted }, bearer(access_token)),
    ),
  ]);
  expect(done.status).toBe(200);
  expect((await login(username)).status).toBe(401);
  expect((await login(username, word)).status).toBe(200);
  const set = emails.filter((_, index) => changes[index]?.status === 200);
  expect(set.length === 0 ? [email] : set).toContain((await userOf(id)).email);
});

test.each(rounds)('a deactivated account stays so, whatever is in flight (%i)', async () => {
  const { id, username, access_token } = await addReader();
  const email = `${username}.other@example.com`;
  const [done, ...others] = await Promise.all([
    change(id, { is_active: false }),
    login(username),
    login(username),
    send('PUT', '/auth/me', { current_password: old, email }, bearer(access_token)),
    send(
      'PUT',
      '/auth/me',
      { current_password: old, password: 'a third password' },
      bearer(access_token),
    ),
  ]);
  expect(done.status).toBe(200);
  expect((await userOf(id)).is_active).toBe(false);
  const tokens = [access_token, ...others.map(({ body }) => tokenOf(body))];
  for (const token of tokens.filter((candidate) => candidate !== '')) {
    expect((await send('GET', '/auth/me', undefined, bearer(token))).status).toBe(401);
  }
  for (const word of [old, 'a third password']) {
    expect((await login(username, word)).status).not.toBe(200);
  }
});
const tokenOf = (body: unknown): string =>
  (body as { access_token?: string } | null)?.access_token ?? '';

test.each(rounds)('a link confirms once, however often at once (%i)', async () => {
  const { token, username } = await register();
  const statuses = await Promise.all([verify(token), verify(token), verify(token)]);
  expect(statuses.sort()).toEqual([200, 400, 400]);
  expect((await login(username)).status).toBe(200);
});

test.each(rounds)('a link confirms no address but its own (%i)', async () => {
  const { id, username, token } = await register();
  const email = `${username}.other@example.com`;
  const [changed, confirmed] = await Promise.all([change(id, { email }), verify(token)]);
  expect(changed.status).toBe(200);
  const { email: stored, verification_pending: isPending } = await userOf(id);
  expect([stored, isPending]).toEqual([email, confirmed !== 200]);
  expect(await verify(token)).toBe(400);
  expect((await login(username)).status).toBe(isPending ? 403 : 200);
});

test.each(rounds)('a link of a deactivated account confirms nothing (%i)', async () => {
  const { id, username, token } = await register();
  const [changed, confirmed, signedIn] = await Promise.all([
    change(id, { is_active: false }),
    verify(token),
    login(username),
  ]);
  expect(changed.status).toBe(200);
  expect(signedIn.status).not.toBe(200);
  expect(await verify(token)).toBe(400);
  const { is_active: isActive, verification_pending: isPending } = await userOf(id);
  expect([isActive, isPending]).toEqual([false, confirmed !== 200]);
});

test('a link that came before the deactivation confirms nothing after it', async () => {
  const { id, token } = await register();
  await change(id, { is_active: false });
  expect(await verify(token)).toBe(400);
  expect((await userOf(id)).verification_pending).toBe(true);
});

test.each(rounds)('a new link ends the one before, also while that is used (%i)', async () => {
  const { id, email, token } = await register();
  const [confirmed] = await Promise.all([
    verify(token),
    send('POST', '/auth/resend-verification', { email }, {}),
  ]);
  expect(await verify(token)).toBe(400);
  expect((await userOf(id)).verification_pending).toBe(confirmed !== 200);
  if (confirmed !== 200) expect(await verify(await linkedToken(id, token))).toBe(200);
});
