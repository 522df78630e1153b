import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { SecondFactorRecord } from '../../../shared/api/second-factor.ts';
import type { User } from '../../../shared/api/users.ts';
import { createFileSecrets } from '../../config/file-secrets.ts';
import { connect } from '../../database/database.ts';
import { fromBase32 } from '../../testing/base32.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createSecretBox } from './secret-box.ts';
import { codeOf, stepAt } from './totp.ts';

let octavo: TestServer;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

interface Failure {
  message: string;
  details: { reason?: string } | null;
}

const login = (username: string, code?: string) =>
  send<LoginResponse & Failure>(
    'POST',
    '/auth/login',
    { username, password, ...(code === undefined ? {} : { code }) },
    {},
  );
const reasonOf = async (username: string, code?: string) => {
  const { status, body } = await login(username, code);
  return [status, body.details?.reason];
};
const bearer = ({ access_token }: LoginResponse): Headers => ({
  authorization: `Bearer ${access_token}`,
});
const meStatus = async (headers: Headers) =>
  (await send('GET', '/auth/me', undefined, headers)).status;
const statusOf = async (headers: Headers) =>
  (await send<SecondFactorRecord>('GET', '/auth/second-factor', undefined, headers)).body;

/** A person with two-factor sign-in, whose app shows the code of a distance from now, in steps. */
const createWithFactor = async (username: string) => {
  const { body: user } = await send<User>('POST', '/users', { username, password });
  const headers = bearer((await login(username)).body);
  const setUp = await send<{ secret: string; qr_svg: string; uri: string }>(
    'POST',
    '/auth/second-factor',
    { current_password: password },
    headers,
  );
  const secret = fromBase32(setUp.body.secret);
  const code = (distance: number) => codeOf(secret, stepAt(new Date()) + distance);
  const confirmed = await send<{ recovery_codes: string[] }>(
    'POST',
    '/auth/second-factor/confirm',
    { code: code(-1) },
    headers,
  );
  expect(confirmed.status).toBe(200);
  return { user, headers, secret, code, recovery: confirmed.body.recovery_codes };
};

describe('setting it up', () => {
  it('shows a key and a QR code, and changes nothing before a code is confirmed', async () => {
    await send('POST', '/users', { username: 'lucy', password });
    const headers = bearer((await login('lucy')).body);
    const begin = () =>
      send<{ secret: string; qr_svg: string; uri: string }>(
        'POST',
        '/auth/second-factor',
        { current_password: password },
        headers,
      );
    const { body } = await begin();
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toBe(`otpauth://totp/Octavo:lucy?secret=${body.secret}&issuer=Octavo`);
    expect(body.qr_svg).toContain('<svg');
    const confirm = (code: string) =>
      send('POST', '/auth/second-factor/confirm', { code }, headers);
    expect((await confirm('000000')).status).toBe(400);
    // As many characters as a code, but more bytes.
    expect((await confirm('00000é')).status).toBe(400);
    expect((await statusOf(headers)).enabled).toBe(false);
    expect((await login('lucy')).status).toBe(200);
    // Beginning again replaces the key.
    const { body: second } = await begin();
    const now = stepAt(new Date());
    expect((await confirm(codeOf(fromBase32(body.secret), now))).status).toBe(400);
    expect((await confirm(codeOf(fromBase32(second.secret), now))).status).toBe(200);
    expect((await begin()).status).toBe(409);
  });

  it('needs the current password, and no API key can do it', async () => {
    await send('POST', '/users', { username: 'mina', password });
    const headers = bearer((await login('mina')).body);
    const begin = async (current_password: string | null, session = headers) =>
      (await send('POST', '/auth/second-factor', { current_password }, session)).status;
    expect(await begin('wrong password')).toBe(403);
    const { body: key } = await send<CreatedApiKey>('POST', '/api-keys', { name: 'a' }, headers);
    expect(await begin(password, { 'x-api-key': key.key })).toBe(403);
    // Within five minutes of the sign-in it was given already; afterwards not.
    expect(await begin(null)).toBe(200);
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    database.exec(`UPDATE sessions SET password_at = '2020-01-01T00:00:00.000Z'`);
    database.close();
    expect(await begin(null)).toBe(400);
    expect((await statusOf(headers)).current_password_required).toBe(true);
  });

  it('ends all other sessions, which began with less', async () => {
    await send('POST', '/users', { username: 'early', password });
    const early = bearer((await login('early')).body);
    const headers = bearer((await login('early')).body);
    const { body } = await send<{ secret: string }>(
      'POST',
      '/auth/second-factor',
      { current_password: password },
      headers,
    );
    const code = codeOf(fromBase32(body.secret), stepAt(new Date()));
    await send('POST', '/auth/second-factor/confirm', { code }, headers);
    expect([await meStatus(early), await meStatus(headers)]).toEqual([401, 200]);
  });
});

describe('signing in with the password', () => {
  it('asks for the code, and takes each once', async () => {
    const { code } = await createWithFactor('arthur');
    expect(await reasonOf('arthur')).toEqual([401, 'otp_required']);
    expect(await reasonOf('arthur', '000000')).toEqual([401, 'otp_wrong']);
    const now = code(0);
    expect((await login('arthur', ` ${now.slice(0, 3)} ${now.slice(3)} `)).status).toBe(200);
    expect(await reasonOf('arthur', now)).toEqual([401, 'otp_wrong']);
    expect((await login('arthur', code(1))).status).toBe(200);
  });

  it('says nothing of the code where the password is wrong', async () => {
    const { code } = await createWithFactor('jack');
    const wrong = { username: 'jack', password: 'wrong password', code: code(0) };
    const { status, body } = await send<Failure>('POST', '/auth/login', wrong, {});
    expect([status, body.details, body.message]).toEqual([
      401,
      null,
      'Wrong user name or password',
    ]);
    expect((await login('jack', code(0))).status).toBe(200);
  });

  it('takes ten recovery codes once each, however they are typed', async () => {
    const { recovery, headers } = await createWithFactor('harker');
    expect(new Set(recovery).size).toBe(10);
    const [first = '', second = ''] = recovery;
    expect((await login('harker', first)).status).toBe(200);
    expect(await reasonOf('harker', first)).toEqual([401, 'otp_wrong']);
    expect((await login('harker', second.replaceAll('-', '').toUpperCase())).status).toBe(200);
    expect((await statusOf(headers)).recovery_codes_left).toBe(8);
  });
});

test('wrong codes count like wrong passwords, and no right password forgets them', async () => {
  // A server of its own, because failures also count for the address.
  const shared = octavo;
  octavo = await startTestServer();

  const { code } = await createWithFactor('guessed');
  for (let guess = 0; guess < 11; guess += 1) {
    expect((await login('guessed', '000000')).status).toBe(401);
    // Only the password, in between.
    await login('guessed');
    await meStatus(basic('guessed'));
  }
  expect((await login('guessed', '000000')).status).toBe(429);
  expect((await login('guessed', code(0))).status).toBe(429);
  await octavo.stop();
  octavo = shared;
});

describe('programs that can only send a password', () => {
  it.each(['/api/v1/auth/me', '/opds/v1.2/catalog', '/komga/api/v2/users/me'])(
    'are refused at %s with what to do, and let in with a key',
    async (path) => {
      const name = `reader of ${path.slice(1, 6)}`;
      const { headers } = await createWithFactor(name);
      const answer = (given: Headers) => fetch(octavo.url + path, { headers: given });
      const refused = await answer(basic(name));
      expect(refused.status).toBe(401);
      expect(await refused.text()).toContain('Make an API key');
      const { body: key } = await send<CreatedApiKey>('POST', '/api-keys', { name: 'a' }, headers);
      expect((await answer(basic(name, key.key))).status).toBe(200);
      expect((await answer({ 'x-api-key': key.key })).status).toBe(200);
    },
  );

  it('are refused also if their password was accepted a moment ago', async () => {
    await send('POST', '/users', { username: 'cached', password });
    expect(await meStatus(basic('cached'))).toBe(200);
    const headers = bearer((await login('cached')).body);
    const { body } = await send<{ secret: string }>(
      'POST',
      '/auth/second-factor',
      { current_password: password },
      headers,
    );
    const code = codeOf(fromBase32(body.secret), stepAt(new Date()));
    await send('POST', '/auth/second-factor/confirm', { code }, headers);
    expect(await meStatus(basic('cached'))).toBe(401);
  });
});

describe('turning it off', () => {
  it('needs the password and a code', async () => {
    const { headers, code } = await createWithFactor('quincey');
    const turnOff = async (current_password: string, given: string) =>
      (
        await send(
          'POST',
          '/auth/second-factor/turn-off',
          { current_password, code: given },
          headers,
        )
      ).status;
    expect(await turnOff('wrong password', code(0))).toBe(403);
    expect(await turnOff(password, '000000')).toBe(400);
    expect(await turnOff(password, code(0))).toBe(204);
    expect((await login('quincey')).status).toBe(200);
    expect(await meStatus(basic('quincey'))).toBe(200);
    expect(await turnOff(password, code(1))).toBe(409);
  });

  it('is possible for an admin, which ends the sessions', async () => {
    const { user, headers } = await createWithFactor('lost');
    const path = `/users/${user.id}`;
    const told = async () => (await send<User>('GET', path)).body.second_factor;
    expect(await told()).toBe(true);
    await send('POST', '/users', { username: 'other', password });
    const other = bearer((await login('other')).body);
    expect((await send('DELETE', `${path}/second-factor`, undefined, other)).status).toBe(403);
    expect((await send('DELETE', `${path}/second-factor`)).status).toBe(204);
    expect([await told(), await meStatus(headers)]).toEqual([false, 401]);
    expect((await login('lost')).status).toBe(200);
  });
});

test('new recovery codes replace the old ones', async () => {
  const { headers, code, recovery } = await createWithFactor('renewed');
  const path = '/auth/second-factor/recovery-codes';
  expect((await send('POST', path, { code: '000000' }, headers)).status).toBe(400);
  const { body } = await send<{ recovery_codes: string[] }>(
    'POST',
    path,
    { code: code(0) },
    headers,
  );
  expect(body.recovery_codes).toHaveLength(10);
  expect(await reasonOf('renewed', recovery[0])).toEqual([401, 'otp_wrong']);
  expect((await login('renewed', body.recovery_codes[0])).status).toBe(200);
});

test('the database contains neither the secret nor a recovery code', async () => {
  const { secret, recovery } = await createWithFactor('dumped');
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const rows = JSON.stringify([
    database.prepare('SELECT * FROM totp').all(),
    database.prepare('SELECT * FROM recovery_codes').all(),
  ]);
  database.close();
  const hidden = [secret.toString('base64url'), secret.toString('hex'), ...recovery];
  for (const text of hidden) expect(rows).not.toContain(text);
});

test('a sealed secret opens only for its owner and with its key', () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-box-'));
  const box = createSecretBox(createFileSecrets(join(dir, 'secrets.json')));
  const sealed = box.seal(Buffer.from('secret'), '1');
  expect(sealed).not.toBe(box.seal(Buffer.from('secret'), '1'));
  expect(box.open(sealed, '1')?.toString()).toBe('secret');
  expect([box.open(sealed, '2'), box.open(`${sealed.slice(0, -4)}AAAA`, '1')]).toEqual([
    null,
    null,
  ]);
  const elsewhere = createSecretBox(createFileSecrets(join(dir, 'other.json')));
  expect(elsewhere.open(sealed, '1')).toBeNull();
  expect([box.open('', '1'), box.open('AAAA', '1')]).toEqual([null, null]);
  rmSync(dir, { recursive: true });
});
