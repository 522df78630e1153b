import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { User } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
/** A server per group, because failed sign-ins of one would lock the address for all. */
const useServer = () => {
  beforeAll(async () => {
    octavo = await startTestServer();
  });
  afterAll(() => octavo.stop());
};

interface Message {
  message: string;
}
const send = createSendJson(() => octavo);
const create = async (username: string, more: object = {}): Promise<User> => {
  const { status, body } = await send<User>('POST', '/users', { username, password, ...more });
  expect(status).toBe(201);
  return body;
};
const update = (id: string, changes: object) => send<User>('PUT', `/users/${id}`, changes);
const login = (username: string, word = password) =>
  send<LoginResponse>('POST', '/auth/login', { username, password: word }, {});
const meStatus = async (headers: Headers) =>
  (await send('GET', '/auth/me', undefined, headers)).status;
const changeOwn = (name: string, change: object) =>
  send<Message>('PUT', '/auth/me', { current_password: password, ...change }, basic(name));
const set = async (settings: Record<string, unknown>) => {
  const updates = Object.entries(settings).map(([key, value]) => ({ key, value }));
  expect((await send('POST', '/admin/settings/bulk', { updates })).status).toBe(200);
};
const register = (fields: object) =>
  send<User & Message>('POST', '/auth/register', { password, ...fields }, {});
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe('an e-mail address signs in', () => {
  useServer();
  const spellings = ['ada@example.com', 'ADA@Example.COM', '  ada@example.com '];
  let key: string;
  beforeAll(async () => {
    await create('ada', { email: 'Ada@example.com' });
    key = (await send<CreatedApiKey>('POST', '/api-keys', { name: 'any' }, basic('ada'))).body.key;
  });

  test.each(spellings)('with the form: "%s"', async (name) => {
    const { status, body } = await login(name);
    expect([status, status === 200 && body.user.username]).toEqual([200, 'ada']);
  });

  test.each(spellings)('with Basic everywhere: "%s"', async (name) => {
    for (const path of ['/api/v1/auth/me', '/komga/api/v2/users/me', '/opds/v1.2/catalog']) {
      const { status } = await fetch(octavo.url + path, { headers: basic(name) });
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test.each(spellings)('with an API key for a password: "%s"', async (name) => {
    const { body } = await send('GET', '/auth/me', undefined, basic(name, key));
    expect(body).toMatchObject({ username: 'ada', auth_method: 'api_key' });
    expect(await meStatus(basic('somebody@example.com', key))).toBe(401);
  });

  test.each(spellings)('with KOReader: "%s"', async (name) => {
    const digest = createHash('md5').update(key).digest('hex');
    const headers = { 'x-auth-user': name.trim(), 'x-auth-key': digest };
    expect((await fetch(`${octavo.url}/koreader/users/auth`, { headers })).status).toBe(200);
    const strange = { ...headers, 'x-auth-user': 'somebody@example.com' };
    expect((await fetch(`${octavo.url}/koreader/users/auth`, { headers: strange })).status).toBe(
      401,
    );
  });

  it('also the person with this user name', async () => {
    await create('grace@example.com', { email: 'grace@example.com' });
    await create('alan@example.com', { email: 'other@example.com' });
    for (const name of ['grace@example.com', 'alan@example.com', 'other@example.com']) {
      expect((await login(name)).status, name).toBe(200);
    }
    expect((await changeOwn('other@example.com', { email: 'alan@example.com' })).status).toBe(200);
    expect((await login('other@example.com')).status).toBe(401);
  });

  it('and no more once it is changed, remembered Basic credentials included', async () => {
    const mina = await create('mina', { email: 'mina@example.com' });
    const headers = basic('mina@example.com');
    expect(await meStatus(headers)).toBe(200);
    await update(mina.id, { email: 'mina@elsewhere.example' });
    expect(await meStatus(headers)).toBe(401);
    expect(await meStatus(basic('mina@elsewhere.example'))).toBe(200);
    await changeOwn('mina', { email: null });
    expect(await meStatus(basic('mina@elsewhere.example'))).toBe(401);
  });

  it('and is free again once its user is deleted', async () => {
    const first = await create('first', { email: 'shared@example.com' });
    expect(await meStatus(basic('shared@example.com'))).toBe(200);
    expect((await send('DELETE', `/users/${first.id}`)).status).toBe(204);
    expect(await meStatus(basic('shared@example.com'))).toBe(401);
    await create('shared@example.com');
    expect((await login('shared@example.com')).status).toBe(200);
  });

  it('is refused like an unknown name', async () => {
    const off = await create('off', { email: 'off@example.com' });
    await update(off.id, { is_active: false });
    const answers = await Promise.all([
      login('ada@example.com', 'wrong password'),
      login('ada', 'wrong password'),
      login('nobody@example.com'),
      login('off@example.com'),
    ]);
    expect(statuses(answers)).toEqual([401, 401, 401, 401]);
    for (const { body } of answers) expect(body).toEqual(answers[0].body);
  });
});

describe('two people never share a name', () => {
  useServer();
  const taken = /already exists|has this e-mail address|signs in with/;
  let bob: User;
  beforeAll(async () => {
    await create('paul@example.com');
    await create('paula', { email: 'paula@example.com' });
    bob = await create('bob', { email: 'bob@example.com' });
  });

  test.each([
    ['the address of somebody as a user name', { username: 'Paula@Example.com' }],
    ['the user name of somebody as an address', { email: 'Paul@Example.com' }],
    ['the user name of somebody', { username: 'PAUL@example.com' }],
    ['the address of somebody', { email: 'PAULA@example.com' }],
  ])('%s is refused', async (_, fields) => {
    await set({ 'auth.registration_enabled': true });
    const answers: { status: number; body: Message }[] = [
      await send<Message>('POST', '/users', { username: 'new', password, ...fields }),
      await send<Message>('PUT', `/users/${bob.id}`, fields),
      await register({ username: 'new', ...fields }),
    ];
    if ('email' in fields) answers.push(await changeOwn('bob', fields));
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([409, expect.stringMatching(taken) as string]);
    }
    expect((await send<User>('GET', `/users/${bob.id}`)).body).toEqual(bob);
    await set({ 'auth.registration_enabled': false });
  });

  it('one of two who want it at once gets it', async () => {
    const name = (index: number) => `race-${index}@example.com`;
    const created = await Promise.all([
      send('POST', '/users', { username: name(1), password }),
      send('POST', '/users', { username: 'racer-1', password, email: name(1) }),
    ]);
    expect(statuses(created)).toEqual([201, 409]);

    const [first, two] = [await create('racer-2'), await create('racer-3')];
    const updated = await Promise.all([
      update(first.id, { username: name(2), password: 'another password' }),
      update(two.id, { email: name(2), password: 'another password' }),
    ]);
    expect(statuses(updated)).toEqual([200, 409]);

    await create('racer-4');
    await create('racer-5');
    const own = { email: name(3), password };
    const changed = await Promise.all([changeOwn('racer-4', own), changeOwn('racer-5', own)]);
    expect(statuses(changed)).toEqual([200, 409]);
  });
});

describe('an address that nobody confirmed', () => {
  useServer();
  const verified = { 'auth.registration_enabled': true, 'auth.require_email_verification': true };
  beforeAll(() => set(verified));
  afterAll(() =>
    set({ 'auth.registration_enabled': false, 'auth.require_email_verification': false }),
  );

  it('does not keep an admin from giving it to somebody', async () => {
    const claimed = { username: 'squatter', email: 'boss@example.com' };
    const { status, body } = await register(claimed);
    expect(status).toBe(201);
    await create('boss', { email: 'boss@example.com' });
    expect((await login('boss@example.com')).body.user.username).toBe('boss');
    const squatter = (await send<User>('GET', `/users/${body.id}`)).body;
    expect(squatter).toMatchObject({ email: null, verification_pending: true });

    expect((await register({ username: 'again', email: 'chief@example.com' })).status).toBe(201);
    const boss = (await login('boss')).body.user;
    expect((await update(boss.id, { username: 'chief@example.com' })).status).toBe(200);
    expect((await login('chief@example.com')).status).toBe(200);
  });

  it('cannot be a user name', async () => {
    const { status } = await register({ username: 'x@example.com', email: 'y@example.com' });
    expect(status).toBe(400);
    expect((await register({ username: 'y@example.com', email: 'y@example.com' })).status).toBe(
      201,
    );
  });

  it('takes nothing from the person who signs in with it', async () => {
    await create('carla', { email: 'carla@example.com' });
    expect((await register({ username: 'thief', email: 'carla@example.com' })).status).toBe(409);
    expect((await login('carla@example.com')).status).toBe(200);
  });
});

describe('letters with accents', () => {
  useServer();
  const composed = 'Renée Crème'.normalize('NFC');
  const forms = [composed, composed.normalize('NFD')];

  it('are the same as one code point and as two', async () => {
    await create(forms[1] ?? '', { password: forms[1] });
    const again = await send('POST', '/users', { username: composed, password });
    expect(again.status).toBe(409);
    for (const name of forms) {
      for (const word of forms) {
        expect((await login(name, word)).status).toBe(200);
        expect(await meStatus(basic(name, word))).toBe(200);
      }
    }
  });

  it('in passwords that an older version has stored as they were typed', async () => {
    const { id } = await create('older');
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    const typed = forms[1] ?? '';
    const { hash } = await import('@node-rs/argon2');
    database.prepare('UPDATE users SET password_hash = ? WHERE id = ?').run(await hash(typed), id);
    database.close();
    expect((await login('older', typed)).status).toBe(200);
  });
});

describe('guesses', () => {
  useServer();
  /** The status of a sign-in from one of this machine's addresses. */
  const guess = (localAddress: string, username: string, word: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(octavo.url);
      request(
        {
          ...{ hostname, port, localAddress },
          method: 'POST',
          path: '/api/v1/auth/login',
          headers: { 'content-type': 'application/json' },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      )
        .on('error', reject)
        .end(JSON.stringify({ username, password: word }));
    });

  // On macOS the loopback interface has a single address.
  it.skipIf(process.platform === 'darwin')('count for one account by both names', async () => {
    await create('joan', { email: 'joan@example.com' });
    await create('other');
    for (let round = 0; round < 5; round++) {
      expect(await guess('127.0.0.2', 'joan', 'wrong password')).toBe(401);
      expect(await guess('127.0.0.3', ' JOAN@example.com', 'wrong password')).toBe(401);
    }
    expect(await guess('127.0.0.2', 'Joan', 'wrong password')).toBe(401);
    expect(await guess('127.0.0.4', 'joan', password)).toBe(429);
    expect(await guess('127.0.0.4', 'joan@example.com', password)).toBe(429);
    expect(await guess('127.0.0.4', 'other', password)).toBe(200);
  });
});

describe('a change that is on its way', () => {
  useServer();
  it('does not undo an admin’s reset of the password', async () => {
    const user = await create('victim');
    const thief = [1, 2, 3].map((index) =>
      changeOwn('victim', { email: `thief-${index}@example.com` }),
    );
    const reset = update(user.id, { password: 'the new password' });
    await Promise.all([...thief, reset]);
    expect((await reset).status).toBe(200);
    expect((await login('victim')).status).toBe(401);
    expect((await login('victim', 'the new password')).status).toBe(200);
  });
});
