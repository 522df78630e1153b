import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { SetupStatus } from '../../../shared/api/setup.ts';
import type { User } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { startMailReceiver, type MailReceiver } from '../../testing/mail-receiver.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const newPassword = 'another fine password';

let octavo: TestServer;
let mail: MailReceiver;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  [octavo, mail] = await Promise.all([startTestServer(), startMailReceiver()]);
});
afterAll(async () => {
  await octavo.stop();
  await mail.close();
});
beforeEach(async () => {
  await set(mail.settings);
  mail.mails.length = 0;
});

const set = async (settings: Record<string, unknown>) => {
  const updates = Object.entries(settings).map(([key, value]) => ({ key, value }));
  expect((await send('POST', '/admin/settings/bulk', { updates })).status).toBe(200);
};
const create = async (username: string, more: object = {}): Promise<User> =>
  (
    await send<User>('POST', '/users', {
      username,
      password,
      email: `${username}@example.com`,
      ...more,
    })
  ).body;
const request = (username: string, more: object = {}) =>
  send<{ message: string }>('POST', '/auth/forgot-password', { username, ...more }, {});
const reset = (token: string, word = newPassword) =>
  send<{ username: string }>('POST', '/auth/reset-password', { token, password: word }, {});
const login = (username: string, word = newPassword) =>
  send<LoginResponse>('POST', '/auth/login', { username, password: word }, {});
const meStatus = async (headers: Headers) =>
  (await send('GET', '/auth/me', undefined, headers)).status;
/** The token of a person's newest link, once `count` of them have arrived. */
const mailedToken = async (username: string, count = 1): Promise<string> => {
  const links = () =>
    mail.mails.flatMap(({ to: recipients, text }) => {
      const token = /\/reset-password\?token=([\w-]{43})\s/.exec(text)?.[1];
      return recipients.includes(`${username}@example.com`) && token !== undefined ? [token] : [];
    });
  await expect.poll(() => links().length).toBe(count);
  return links().at(-1) ?? '';
};
const sql = (statement: string): void => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(statement);
  database.close();
};

test('a mailed link sets a new password once, ends the sessions and keeps the keys', async () => {
  const { id } = await create('lucy');
  const { body: session } = await login('lucy', password);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const { body: key } = await send<CreatedApiKey>(
    'POST',
    '/api-keys',
    { name: 'a', permissions: ['api-keys-read'] },
    headers,
  );
  expect(await meStatus(basic('lucy'))).toBe(200);

  expect((await request(' LUCY@example.com ')).status).toBe(200);
  const token = await mailedToken('lucy');
  expect(mail.mails[0]).toMatchObject({ to: ['lucy@example.com'] });
  expect(mail.mails[0]?.text).toContain(`${octavo.url}/reset-password?token=${token}`);
  expect(await meStatus(headers)).toBe(200);

  expect((await reset(token)).body).toMatchObject({ id, username: 'lucy' });
  expect([
    await meStatus(headers),
    await meStatus(basic('lucy')),
    await meStatus({ 'x-api-key': key.key }),
    (await login('lucy')).status,
  ]).toEqual([401, 401, 200, 200]);
  expect((await reset(token)).status).toBe(400);

  await expect.poll(() => mail.mails.length).toBe(2);
  expect(mail.mails[1]).toMatchObject({
    to: ['lucy@example.com'],
    subject: 'Your password for Octavo was changed',
  });
  const activity = await fetch(`${octavo.url}/komga/api/v2/users/me/authentication-activity`, {
    headers: { 'x-api-key': key.key },
  });
  const { content } = (await activity.json()) as { content: { source: string }[] };
  expect(content.map(({ source }) => source)).toContain('PasswordReset');
});

test('the address of a link is not what a request claims', async () => {
  await create('nora');
  const forgot = (headers: Headers) =>
    send('POST', '/auth/forgot-password', { username: 'nora' }, headers);
  const addresses = () =>
    mail.mails.map(({ text }) => /\bhttps?:.*(?=\/reset-password\?)/.exec(text)?.[0]);

  // Strangers: the machine itself is not a proxy.
  await forgot({ 'x-forwarded-host': 'evil.example', 'x-forwarded-prefix': '/evil' });
  await expect.poll(() => mail.mails.length).toBe(1);
  // A trusted proxy that passes on what a client invented.
  const proxies = { 'sharing.trusted_proxies': 'loopback' };
  await set({ ...proxies, 'sharing.public_address': '', 'sharing.base_path': '' });
  const claims = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-prefix': '/evil' };
  const { status } = await forgot({ ...claims, 'x-forwarded-host': 'evil.example' });
  expect(status).toBe(421);
  await forgot(claims);
  await expect.poll(() => mail.mails.length).toBe(2);
  await set({
    'sharing.public_address': 'https://books.example.org',
    'sharing.base_path': '/octavo',
  });
  const books = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' };
  await forgot({ ...claims, ...books });
  await expect.poll(() => mail.mails.length).toBe(3);
  await set({
    'sharing.trusted_proxies': '',
    'sharing.public_address': '',
    'sharing.base_path': '',
  });

  expect(addresses()).toEqual([octavo.url, octavo.url, 'https://books.example.org/octavo']);
});

test('mails speak the language of the page that asked', async () => {
  await create('mina');
  await request('mina', { language: 'de' });
  await reset(await mailedToken('mina'));
  const texts = () =>
    mail.mails.flatMap(({ to: recipients, text }) =>
      recipients.includes('mina@example.com') ? [text] : [],
    );
  await expect.poll(() => texts().length).toBe(2);
  expect(texts()).toEqual([
    expect.stringContaining('ein neues Passwort zu wählen'),
    expect.stringContaining('dein Passwort wurde'),
  ]);
});

describe('a link', () => {
  it('ends after an hour, with the next one and with any change of the account', async () => {
    const { id } = await create('arthur');
    await request('arthur');
    const first = await mailedToken('arthur');
    await request('arthur');
    const second = await mailedToken('arthur', 2);
    expect((await reset(first)).status).toBe(400);
    sql(`UPDATE password_resets SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`);
    expect((await reset(second)).status).toBe(400);
    await request('arthur');
    const third = await mailedToken('arthur', 3);
    await send('PUT', `/users/${id}`, { email: 'other@example.com' });
    expect((await reset(third)).status).toBe(400);
  });

  it('is not used up by a password that is too short', async () => {
    await create('jack');
    await request('jack');
    const token = await mailedToken('jack');
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  it('of a deactivated account does nothing', async () => {
    const { id } = await create('renfield');
    await request('renfield');
    const token = await mailedToken('renfield');
    await send('PUT', `/users/${id}`, { is_active: false });
    expect((await reset(token)).status).toBe(400);
  });

  it('is stored as a hash', async () => {
    await create('seward');
    await request('seward');
    const token = await mailedToken('seward');
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    const rows = JSON.stringify(database.prepare('SELECT * FROM password_resets').all());
    database.close();
    expect(rows).not.toContain(token);
  });

  it('works once when it is opened twice at the same time', async () => {
    await create('twice');
    await request('twice');
    const token = await mailedToken('twice');
    const both = await Promise.all([reset(token, 'one password'), reset(token, 'two password')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

test('the answer is the same whether there is an account, an address or none', async () => {
  await create('harker');
  await create('nowhere', { email: null });
  await create('off', { is_active: false });
  const answers = [];
  for (const name of ['harker', 'nowhere', 'off', 'nobody', 'nobody@example.com', '', 'a b']) {
    answers.push(await request(name));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await mailedToken('harker');
  expect(mail.mails.filter(({ text }) => text.includes('reset-password'))).toHaveLength(1);
});

test('a mailbox is not flooded, and guesses are slowed down', async () => {
  // A server of its own, because all requests come from one address.
  const other = await startTestServer();
  const sendJson = createSendJson(() => other);
  const updates = Object.entries(mail.settings).map(([key, value]) => ({ key, value }));
  await sendJson('POST', '/admin/settings/bulk', { updates });
  const ask = async () =>
    (await sendJson('POST', '/auth/forgot-password', { username: 'admin' }, {})).status;
  for (let time = 0; time < 20; time += 1) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  await expect.poll(() => mail.mails.length).toBe(3);
  await other.stop();
});

test('without a mail server the sign-in page says so, and nothing is promised', async () => {
  const told = async () =>
    (await send<SetupStatus>('GET', '/setup/status', undefined, {})).body.password_reset;
  expect(await told()).toBe(true);
  await set({ 'smtp.host': '' });
  expect(await told()).toBe(false);
  expect((await request('admin')).status).toBe(409);
});
