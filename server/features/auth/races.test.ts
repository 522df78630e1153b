import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPairing, redeemPairing } from '../../../shared/api/pairing.ts';
import { createClient } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { basic, createSendJson } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const old = 'the old password';
let octavo: TestServer;
const send = createSendJson(() => octavo);
const login = (username: string, password: string) =>
  send<{ access_token: string }>('POST', '/auth/login', { username, password }, {});

beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

let count = 0;
let user: { id: string; username: string };
beforeEach(async () => {
  count += 1;
  const fields = { username: `reader${count}`, email: `reader${count}@example.com`, password: old };
  user = (await send<typeof user>('POST', '/users', { ...fields, role: 'reader' })).body;
});
const reset = (password: string) => send('PUT', `/users/${user.id}`, { password });

describe('a reset password', () => {
  test('leaves no session of the old one, however many sign-ins are in flight', async () => {
    // At most eight failures: after eleven, nobody gets in.
    for (let round = 1; round <= 2; round++) {
      const before = round === 1 ? old : `password ${round - 1}`;
      const racing = Array.from({ length: 3 }, () => login(user.username, before));
      const [done, ...answers] = await Promise.all([reset(`password ${round}`), ...racing]);
      expect(done.status).toBe(200);
      for (const { status, body } of answers) {
        expect([200, 401]).toContain(status);
        if (status !== 200) continue;
        const headers = { authorization: `Bearer ${body.access_token}` };
        expect((await send('GET', '/auth/me', undefined, headers)).status).toBe(401);
      }
      expect((await login(user.username, before)).status).toBe(401);
      expect((await login(user.username, `password ${round}`)).status).toBe(200);
    }
  });

  test('ends a pairing code that was shown before it', async () => {
    const headers = basic(user.username, old);
    const reader = createClient({
      baseUrl: octavo.url,
      fetch: checkedFetch,
      headers: () => headers,
    });
    const { token } = await reader.call(createPairing, { body: { permissions: ['books-read'] } });
    await reset('another password');
    await expect(
      octavo.api.call(redeemPairing, { body: { token, device_name: 'Stolen' } }),
    ).rejects.toThrow('The account was changed since this code was shown');
  });
});

test('guesses in flight are counted: after eleven nobody gets in, not even with the right one', async () => {
  const guesses = Array.from({ length: 40 }, (_, index) => login(user.username, `guess ${index}`));
  const last = login(user.username, old);
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  // Failures of earlier tests count for the same address.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await last).status).toBe(429);
});

test('a reader that sends its password with many requests at once does not count as guessing', async () => {
  const fresh = await startTestServer();
  try {
    const headers = basic('admin', 'correct horse');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => fetch(`${fresh.url}/komga/api/v1/libraries`, { headers })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await fresh.stop();
  }
});
