import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

import type { SetupStatus } from '../../../shared/api/setup.ts';
import type { RegisteredUser } from '../../../shared/api/auth.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import type { User } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let smtp: SMTPServer;
/** All mails received, as sent. */
let mails: { from: string; to: string[]; text: string }[] = [];

beforeAll(async () => {
  octavo = await startTestServer();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password: word }, _session, callback) {
      if (username === 'octavo' && word === 'postman') callback(null, { user: username });
      else callback(new Error('Wrong user name or password'));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text: decode(Buffer.concat(chunks).toString()),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await octavo.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** Decodes quoted-printable. */
const decode = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

const send = createSendJson(() => octavo);
const set = async (settings: Record<string, unknown>) => {
  const updates = Object.entries(settings).map(([key, value]) => ({ key, value }));
  expect((await send('POST', '/admin/settings/bulk', { updates })).status).toBe(200);
};
const register = (username: string, email: string | null = `${username}@example.com`) =>
  send<RegisteredUser>('POST', '/auth/register', { username, password, email }, {});
const verify = async (token: string) =>
  (await send('POST', '/auth/verify-email', { token }, {})).status;
const resend = async (email: string) =>
  (await send('POST', '/auth/resend-verification', { email }, {})).status;
const signIn = async (username: string) =>
  (await send('POST', '/auth/login', { username, password }, {})).status;
const userOf = async (id: string) => (await send<User>('GET', `/users/${id}`)).body;

const tokenIn = (text: string | null | undefined): string =>
  /\/verify-email\?token=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
/** The token in the newest mail, once `count` mails have arrived. */
const mailedToken = async (count: number): Promise<string> => {
  await expect.poll(() => mails.length).toBe(count);
  return tokenIn(mails.at(-1)?.text);
};
const sql = (statement: string): void => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(statement);
  database.close();
};

const closed = { 'auth.registration_enabled': false, 'auth.require_email_verification': false };
const mailServer = () => ({
  'smtp.host': '127.0.0.1',
  'smtp.port': (smtp.server.address() as AddressInfo).port,
  'smtp.secure': false,
  'smtp.username': 'octavo',
  'smtp.password': 'postman',
  'smtp.from': 'library@example.com',
});

afterEach(async () => {
  mails = [];
  await set(closed);
});

describe('registration', () => {
  it('is closed until an admin opens it, and setup tells', async () => {
    const { status, body } = await register('early');
    expect([status, body]).toMatchObject([403, { error: 'Forbidden' }]);
    const told = async () =>
      (await send<SetupStatus>('GET', '/setup/status', undefined, {})).body.registration_enabled;
    expect(await told()).toBe(false);
    await set({ 'auth.registration_enabled': true });
    expect(await told()).toBe(true);
  });

  it('makes a reader who may sign in at once', async () => {
    await set({ 'auth.registration_enabled': true });
    const { status, location, body } = await register('Mina', null);
    expect(status).toBe(201);
    expect(location).toBe(`/api/v1/users/${body.id}`);
    expect(body).toEqual({
      id: body.id,
      username: 'Mina',
      email: null,
      role: 'reader',
      verification_required: false,
    });
    expect(await signIn('mina')).toBe(200);
  });

  it('shows no more than its setting says, until an admin decides', async () => {
    await set({ 'auth.registration_enabled': true, 'auth.registration_max_age': 12 });
    const { body } = await register('Kim', null);
    await set({ 'auth.registration_max_age': 99 });
    const { body: kim } = await send<User>('GET', `/users/${body.id}`);
    expect(kim.restrictions).toEqual({ ...noRestrictions, max_age: 12, shows_unrated: false });
  });

  test.each([
    [{ username: 'ADMIN', password }, 409],
    [{ username: 'other', password, email: 'Admin@example.com' }, 409],
    [{ username: 'other', password, role: 'admin' }, 201],
    [{ username: 'weak', password: 'short' }, 400],
    [{ username: 'x', password, email: 'no address' }, 400],
  ])('of %j is answered with %i, and never gives a role', async (body, status) => {
    await set({ 'auth.registration_enabled': true });
    const answer = await send<RegisteredUser>('POST', '/auth/register', body, {});
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.role).toBe('reader');
  });
});

describe('with e-mail verification', () => {
  beforeEach(() =>
    set({
      'auth.registration_enabled': true,
      'auth.require_email_verification': true,
      ...mailServer(),
    }),
  );

  it('a mailed link opens the account, once', async () => {
    const { body } = await register('lucy');
    expect(body.verification_required).toBe(true);
    expect(await signIn('lucy')).toBe(403);
    expect((await send('GET', '/auth/me', undefined, basic('lucy'))).status).toBe(403);
    const token = await mailedToken(1);
    expect(mails[0]).toMatchObject({ from: 'library@example.com', to: ['lucy@example.com'] });
    expect(mails[0]?.text).toContain(`${octavo.url}/verify-email?token=${token}`);
    expect(await userOf(body.id)).toMatchObject({
      verification_pending: true,
      verification_link: null,
    });
    expect(await verify(token)).toBe(200);
    expect(await signIn('lucy')).toBe(200);
    expect(await verify(token)).toBe(400);
    expect(await userOf(body.id)).toMatchObject({ verification_pending: false });
  });

  it('an address is needed', async () => {
    expect((await register('nobody', null)).status).toBe(400);
  });

  it('a link ends after a day, and with the next one', async () => {
    await register('arthur');
    const first = await mailedToken(1);
    expect(await resend('ARTHUR@example.com')).toBe(200);
    const second = await mailedToken(2);
    expect(await verify(first)).toBe(400);
    sql(`UPDATE email_verifications SET expires_at = '2020-01-01T00:00:00.000Z'`);
    expect(await verify(second)).toBe(400);
    expect(await resend('arthur@example.com')).toBe(200);
    expect(await verify(await mailedToken(3))).toBe(200);
  });

  it('a link confirms no other address than the one it was sent to', async () => {
    const { body } = await register('jack');
    const token = await mailedToken(1);
    await send('PUT', `/users/${body.id}`, { email: 'changed@example.com' });
    expect(await verify(token)).toBe(400);
    expect(await resend('changed@example.com')).toBe(200);
    expect(await verify(await mailedToken(2))).toBe(200);
  });

  it('asking again answers alike for everyone and fills no mailbox', async () => {
    for (const email of ['unknown@example.com', 'no address', ''])
      expect(await resend(email)).toBe(200);
    await register('quincey');
    for (let again = 0; again < 7; again += 1)
      expect(await resend('quincey@example.com')).toBe(200);
    expect(await verify(await mailedToken(5))).toBe(200);
    expect(await resend('quincey@example.com')).toBe(200);
    expect(mails).toHaveLength(5);
    expect(await verify('guess')).toBe(400);
  });

  it.each([
    ['no mail server is set up', { 'smtp.host': '' }],
    ['the mail server refuses us', { 'smtp.password': 'wrong' }],
    ['nothing answers there', { 'smtp.port': 9 }],
  ])('the link is shown to admins where %s', async (what, settings) => {
    await set(settings);
    const { body } = await register(`guest ${what}`, `${what.replaceAll(' ', '.')}@example.com`);
    await expect.poll(async () => (await userOf(body.id)).verification_link).not.toBeNull();
    const link = (await userOf(body.id)).verification_link;
    expect(link).toContain(`${octavo.url}/verify-email?token=`);
    expect(await verify(tokenIn(link))).toBe(200);
    expect((await userOf(body.id)).verification_link).toBeNull();
  });
});
