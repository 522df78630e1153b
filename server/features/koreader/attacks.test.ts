import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { createClient } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
let octavo: TestServer;
let eve: Record<string, string>;
let ada: Record<string, string>;
let adaKey: string;

const signIn = (username: string, key: string) => ({
  'x-auth-user': username,
  'x-auth-key': md5(key),
});

beforeAll(async () => {
  octavo = await startTestServer();
  const keyOf = async (username: string) => {
    const headers = await addUser(octavo.dataDir, { username, role: 'reader' });
    const api = createClient({ baseUrl: octavo.url, fetch: checkedFetch, headers: () => headers });
    const permissions = ['progress-read', 'progress-write'] as const;
    return (await api.call(createApiKey, { body: { name: 'a', permissions: [...permissions] } }))
      .key;
  };
  adaKey = await keyOf('ada');
  ada = signIn('ada', adaKey);
  eve = signIn('eve', await keyOf('eve'));
});
afterAll(() => octavo.stop());

const call = async (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) => {
  const response = await fetch(`${octavo.url}/koreader${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
};
const place = (document: string, progress = '1') =>
  JSON.stringify({ document, progress, percentage: 0.5, device: 'Kobo', device_id: 'k' });

test('what one keeps no other sees or changes, whatever the document is called', async () => {
  for (const document of [
    'shared',
    '__proto__',
    'constructor',
    '../ada',
    "' OR 1=1 --",
    '%',
    '*',
  ]) {
    const path = `/syncs/progress/${encodeURIComponent(document)}`;
    expect((await call('PUT', '/syncs/progress', ada, place(document, 'secret'))).status).toBe(200);
    expect([document, (await call('GET', path, eve)).text]).toEqual([document, '{}']);
    expect((await call('PUT', '/syncs/progress', eve, place(document, 'other'))).status).toBe(200);
    expect(JSON.parse((await call('GET', path, ada)).text)).toMatchObject({ progress: 'secret' });
  }
});

test.each([
  ['a document of 256 letters', place('a'.repeat(256)), 403],
  ['a place of 4,097 letters', place('a', 'b'.repeat(4097)), 403],
  ['no document', place(''), 403],
  [
    'a document that is a list',
    '{"document":["a"],"progress":"1","percentage":1,"device":"a"}',
    403,
  ],
  [
    'a share beyond all numbers',
    '{"document":"a","progress":"1","percentage":1e999,"device":"a"}',
    403,
  ],
  ['half a character', '{"document":"\\ud800","progress":"1","percentage":1,"device":"a"}', 400],
  ['a list a hundred thousand deep', '['.repeat(100_000), 400],
  ['no JSON', 'document=a', 400],
])('%s is refused', async (_, body, status) => {
  const answer = await call('PUT', '/syncs/progress', eve, body);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('"code"')]);
});

test('a share outside of 0 to 1 is brought back into it', async () => {
  for (const [percentage, kept] of [
    [-5, 0],
    [1e300, 1],
  ]) {
    const body = JSON.stringify({ document: 'share', progress: '1', percentage, device: 'a' });
    expect((await call('PUT', '/syncs/progress', eve, body)).status).toBe(200);
    const { text } = await call('GET', '/syncs/progress/share', eve);
    expect(JSON.parse(text)).toMatchObject({ percentage: kept });
  }
});

// Ten failures per address are allowed, so the failing requests come last.
test('nobody registers, and no answer tells which names there are', async () => {
  const created = await call('POST', '/users/create', {}, '{"username":"ada","password":"x"}');
  const another = await call('POST', '/users/create', {}, '{"username":"zoe","password":"x"}');
  expect([created.status, created.text]).toEqual([402, another.text]);
  // One guess each, because more would be delayed by the rate limit, which is tested elsewhere.
  const [known, unknown] = [
    await call('GET', '/users/auth', signIn('admin', 'guess')),
    await call('GET', '/users/auth', signIn('nobody at all', 'guess')),
  ];
  expect([known.status, known.text]).toEqual([401, unknown.text]);
  expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());
});

test('a key is worth nothing under the name of somebody else', async () => {
  for (const name of ['eve', 'admin', '', 'ada,eve']) {
    const { status } = await call('GET', '/users/auth', {
      'x-auth-user': encodeURIComponent(name),
      'x-auth-key': md5(adaKey),
    });
    expect([name, status]).toEqual([name, 401]);
  }
  // Neither the key itself nor a password is accepted in place of its digest, nor a digest in
  // another place.
  for (const headers of [
    { 'x-auth-user': 'ada', 'x-auth-key': adaKey },
    { 'x-auth-user': 'ada', 'x-auth-key': md5('a fine password') },
    { 'x-auth-user': 'ada', authorization: `Bearer ${md5(adaKey)}` },
    { 'x-auth-user': 'ada', cookie: `x-auth-key=${md5(adaKey)}` },
  ]) {
    expect((await call('GET', '/users/auth', headers)).status).toBe(401);
  }
});

test('guesses in flight are counted', async () => {
  const guesses = Array.from({ length: 60 }, (_, index) =>
    call('GET', '/users/auth', signIn('admin', `guess ${index}`)),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
  expect(new Set(statuses)).toContain(429);
});

test('a device with a wrong key keeps no other of its address out', async () => {
  for (const name of ['admin', 'ada', 'nobody']) {
    for (let guess = 0; guess < 12; guess += 1)
      await call('GET', '/users/auth', signIn(name, `${guess}`));
    expect((await call('GET', '/users/auth', signIn(name, 'one more'))).status).toBe(429);
  }
  expect((await call('GET', '/users/auth', ada)).status).toBe(200);
  expect((await call('GET', '/syncs/progress/a', eve)).status).toBe(200);
  // The same key is as good everywhere else.
  const basicOf = (name: string, key: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
  });
  for (const [path, headers] of [
    ['/api/v1/auth/me', { 'x-api-key': adaKey }],
    ['/api/v1/auth/me', { authorization: `Bearer ${adaKey}` }],
    ['/opds/v2', basicOf('ada', adaKey)],
    ['/komga/api/v2/users/me', basicOf('ada', adaKey)],
    ['/komga/api/v2/users/me', { 'x-api-key': adaKey }],
  ] as const) {
    const { status } = await fetch(octavo.url + path, { headers });
    expect([path, status]).toEqual([path, expect.toBeOneOf([200, 403])]);
  }
});
