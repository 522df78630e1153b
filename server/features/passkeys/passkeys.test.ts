import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import { maxPasskeys, type Passkey } from '../../../shared/api/passkeys.ts';
import type { SetupStatus } from '../../../shared/api/setup.ts';
import type { User } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { createSoftwareAuthenticator } from '../../testing/authenticator.ts';
import { createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sessionOfKey } from '../../testing/session-of-key.ts';
import { createChallenges } from './challenges.ts';

let octavo: TestServer;
let site: string;
beforeAll(async () => {
  octavo = await startTestServer();
  site = `http://localhost:${octavo.server.port}`;
});
afterAll(() => octavo.stop());
/** By the host name, because passkeys belong to one. */
const send = createSendJson(() => ({ ...octavo, url: site }));

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;
type Claims = Parameters<Authenticator['get']>[0];

const login = async (username: string): Promise<Headers> => {
  const { body } = await send<LoginResponse>('POST', '/auth/login', { username, password }, {});
  return { authorization: `Bearer ${body.access_token}` };
};
const start = (headers: Headers, current_password: string | null = password) =>
  send<{ challenge: string; rp_id: string; existing: string[]; user_id: string }>(
    'POST',
    '/auth/passkeys/registration',
    { current_password },
    headers,
  );
const add = (headers: Headers, credential: object, name = 'My phone') =>
  send<Passkey & { message: string }>('POST', '/auth/passkeys', { name, credential }, headers);
const list = async (headers: Headers) =>
  (await send<{ passkeys: Passkey[] }>('GET', '/auth/passkeys', undefined, headers)).body.passkeys;
const challenge = async () =>
  (
    await send<{ challenge: string; rp_id: string }>(
      'POST',
      '/auth/passkeys/challenge',
      undefined,
      {},
    )
  ).body.challenge;
const signIn = (credential: object, more: object = {}) =>
  send<LoginResponse>('POST', '/auth/passkeys/sign-in', { credential, ...more }, {});
const meStatus = async (headers: Headers) =>
  (await send('GET', '/auth/me', undefined, headers)).status;

/** A person with a passkey; `sign` signs in with it, truthfully unless told otherwise. */
const createWithPasskey = async (
  username: string,
  kind: Parameters<typeof createSoftwareAuthenticator>[0] = 'ES256',
  counter = 0,
) => {
  const { body: user } = await send<User>('POST', '/users', { username, password });
  const headers = await login(username);
  const device = createSoftwareAuthenticator(kind);
  const { body } = await start(headers);
  const created = await add(headers, device.create({ ...body, origin: site, counter }));
  expect(created.status).toBe(201);
  const sign = async (lies: Partial<Claims> = {}) =>
    signIn(device.get({ challenge: await challenge(), origin: site, ...lies }));
  return { user, headers, device, passkey: created.body, sign };
};

describe.each(['ES256', 'EdDSA', 'RS256'] as const)('a passkey with %s', (kind) => {
  it('signs in without name, password and code', async () => {
    const name = `person with ${kind}`;
    const { user, headers, passkey, sign } = await createWithPasskey(name, kind);
    expect(passkey).toMatchObject({ name: 'My phone', host: 'localhost', last_used_at: null });
    const { status, body } = await sign();
    expect(status).toBe(200);
    expect(body.user.id).toBe(user.id);
    expect(await meStatus({ authorization: `Bearer ${body.access_token}` })).toBe(200);
    expect((await list(headers))[0]?.last_used_at).not.toBeNull();
  });
});

describe('is refused', () => {
  let person: Awaited<ReturnType<typeof createWithPasskey>>;
  beforeAll(async () => {
    person = await createWithPasskey('lucy');
  });

  it.each([
    ['from another origin', { origin: 'https://evil.example', rp_id: 'localhost' }],
    ['from another port of the same host', { origin: 'http://localhost:1', rp_id: 'localhost' }],
    ['for another host', { rp_id: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['with a challenge that we did not issue', { challenge: 'AAAA' }],
    ['as a registration', { type: 'webauthn.create' }],
    ['without the person being present', { flags: 0x04 }],
    ['without the person being verified', { flags: 0x01 }],
  ])('%s', async (_, lies) => {
    expect((await person.sign(lies)).status).toBe(401);
    expect((await person.sign()).status).toBe(200);
  });

  it('when a response is sent again', async () => {
    const response = person.device.get({ challenge: await challenge(), origin: site });
    expect((await signIn(response)).status).toBe(200);
    expect((await signIn(response)).status).toBe(401);
  });

  it('with a signature of another key', async () => {
    const claims = { challenge: await challenge(), origin: site };
    const { response } = createSoftwareAuthenticator().get(claims);
    expect((await signIn({ id: person.device.id, response })).status).toBe(401);
  });

  it('with changed data', async () => {
    const given = person.device.get({ challenge: await challenge(), origin: site });
    const data = Buffer.from(given.response.authenticatorData, 'base64url');
    data.writeUInt32BE(7, 33);
    const response = { ...given.response, authenticatorData: data.toString('base64url') };
    expect((await signIn({ ...given, response })).status).toBe(401);
  });

  it.each(['', 'bm90IGpzb24', 'bnVsbA', 'e30'])(
    'with client data that are no client data: "%s"',
    async (clientDataJSON) => {
      const given = person.device.get({ challenge: await challenge(), origin: site });
      const response = { ...given.response, clientDataJSON };
      expect((await signIn({ ...given, response })).status).toBe(401);
      const short = { ...given.response, authenticatorData: '' };
      expect((await signIn({ ...given, response: short })).status).toBe(401);
    },
  );

  it('if it is unknown', async () => {
    const stranger = createSoftwareAuthenticator();
    const claims = { challenge: await challenge(), origin: site };
    expect((await signIn(stranger.get(claims))).status).toBe(401);
  });
});

test('a counter that goes back or stays reveals a copy', async () => {
  const { sign } = await createWithPasskey('mina', 'ES256', 5);
  expect((await sign({ counter: 6 })).status).toBe(200);
  expect((await sign({ counter: 6 })).status).toBe(401);
  expect((await sign({ counter: 5 })).status).toBe(401);
  expect((await sign({ counter: 0 })).status).toBe(401);
  expect((await sign({ counter: 7 })).status).toBe(200);
});

test('a refused passkey is in the history of sign-ins', async () => {
  const { headers, sign } = await createWithPasskey('seward');
  await sign({ flags: 0x01 });
  const { body: key } = await send<CreatedApiKey>(
    'POST',
    '/api-keys',
    { name: 'a', permissions: ['api-keys-read'] },
    headers,
  );
  const activity = async () => {
    const answer = await fetch(`${site}/komga/api/v2/users/me/authentication-activity`, {
      headers: { 'x-api-key': key.key },
    });
    return ((await answer.json()) as { content: { source: string; error: string | null }[] })
      .content;
  };
  await expect
    .poll(activity)
    .toContainEqual(expect.objectContaining({ source: 'Passkey', error: 'The passkey is wrong' }));
});

test('a removed passkey no longer signs in, and only its owner removes it', async () => {
  const { headers, passkey, sign } = await createWithPasskey('arthur');
  const other = await createWithPasskey('jack');
  const remove = async (session: Headers, current_password: string | null = password) =>
    (await send('POST', `/auth/passkeys/${passkey.id}/remove`, { current_password }, session))
      .status;
  expect(await remove(other.headers)).toBe(404);
  const { body: key } = await send<CreatedApiKey>(
    'POST',
    '/api-keys',
    { name: 'a', permissions: ['api-keys-read'] },
    headers,
  );
  expect(await remove({ 'x-api-key': key.key })).toBe(403);
  expect(await remove(await sessionOfKey(octavo, 'arthur', key.key))).toBe(403);
  const left = { authorization: `Bearer ${(await sign()).body.access_token}` };
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec("UPDATE sessions SET password_at = '2020-01-01T00:00:00.000Z'");
  database.close();
  expect(await remove(left, null)).toBe(400);
  expect(await remove(left, 'a wrong password')).toBe(403);
  expect((await sign()).status).toBe(200);
  expect(await remove(left)).toBe(204);
  expect((await sign()).status).toBe(401);
  expect(await list(headers)).toEqual([]);
});

test('a deactivated person is refused', async () => {
  const { user, sign } = await createWithPasskey('renfield');
  await send('PUT', `/users/${user.id}`, { is_active: false });
  expect((await sign()).status).toBe(401);
});

describe('adding one', () => {
  it('needs the password, also with a session, and no API key can do it', async () => {
    const { headers } = await createWithPasskey('harker');
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    database.exec(`UPDATE sessions SET password_at = NULL`);
    database.close();
    expect((await start(headers, null)).status).toBe(400);
    expect((await start(headers, 'wrong password')).status).toBe(403);
    const { body: key } = await send<CreatedApiKey>(
      'POST',
      '/api-keys',
      { name: 'a', permissions: ['api-keys-read'] },
      headers,
    );
    expect((await start({ 'x-api-key': key.key })).status).toBe(403);
  });

  it('works once for a challenge, and only for the person that asked', async () => {
    const { headers } = await createWithPasskey('quincey');
    const { headers: thief } = await createWithPasskey('thief');
    const device = createSoftwareAuthenticator();
    const { body } = await start(headers);
    expect(body.existing).toHaveLength(1);
    const response = device.create({ ...body, origin: site });
    expect((await add(thief, response)).status).toBe(400);
    // The attempt used the challenge up.
    expect((await add(headers, response)).status).toBe(400);
    const again = device.create({ ...(await start(headers)).body, origin: site });
    expect((await add(headers, again)).status).toBe(201);
    const same = device.create({ ...(await start(headers)).body, origin: site });
    expect((await add(headers, same)).status).toBe(409);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example', rp_id: 'localhost' }],
    ['another host', { rp_id: 'evil.example' }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['an unverified person', { flags: 0x01 }],
  ])('is refused for %s', async (what, lies) => {
    const { headers } = await createWithPasskey(`adds for ${what}`);
    const { body } = await start(headers);
    const response = createSoftwareAuthenticator().create({ ...body, origin: site, ...lies });
    expect((await add(headers, response)).status).toBe(400);
  });

  it('is refused for a key that is not of its kind', async () => {
    const { headers } = await createWithPasskey('kinds');
    const { body } = await start(headers);
    const given = createSoftwareAuthenticator('RS256').create({ ...body, origin: site });
    const response = { ...given.response, publicKeyAlgorithm: -7 };
    expect((await add(headers, { ...given, response })).status).toBe(400);
  });

  it('is not possible at a numeric address', async () => {
    const sendJson = createSendJson(() => octavo);
    const headers = await login('kinds');
    const given = { current_password: password };
    const { status } = await sendJson('POST', '/auth/passkeys/registration', given, headers);
    expect(status).toBe(409);
  });
});

test('challenges end after five minutes', () => {
  let now = 0;
  const challenges = createChallenges<{ a: number }>(() => new Date(now));
  const [first, second] = [challenges.issue({ a: 1 }), challenges.issue({ a: 2 })];
  now += 5 * 60_000 - 1;
  expect(challenges.take(first)).toEqual({ a: 1 });
  now += 1;
  expect(challenges.take(second)).toBeNull();
});

test('the sign-in page offers passkeys once somebody has one, and admins can remove them', async () => {
  const offered = async () =>
    (await send<SetupStatus>('GET', '/setup/status', undefined, {})).body.passkeys;
  expect(await offered()).toBe(true);
  const { user, sign } = await createWithPasskey('lost');
  expect((await send<User>('GET', `/users/${user.id}`)).body.passkey_count).toBe(1);
  expect((await send('DELETE', `/users/${user.id}/second-factor`)).status).toBe(204);
  expect((await sign()).status).toBe(401);
});

test('registrations that began together add no more than a person can have', async () => {
  const { headers } = await createWithPasskey('collector');
  const addNew = ({ body }: Awaited<ReturnType<typeof start>>) =>
    add(headers, createSoftwareAuthenticator().create({ ...body, origin: site }));
  const last = await start(headers);
  for (let count = 2; count < maxPasskeys; count += 1) await addNew(await start(headers));
  const added = await Promise.all([last, await start(headers)].map(addNew));
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await list(headers)).toHaveLength(maxPasskeys);
});
