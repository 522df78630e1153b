import { beforeEach, expect, test } from 'vitest';

import { createAttempts, type SsoAttempt, type Attempts } from './attempts.ts';

const minute = 60_000;
const attempt: SsoAttempt = {
  ...{ provider_id: 'a', browser: 'b', nonce: 'n', verifier: 'v', link: null },
  ...{ redirect_uri: 'http://octavo/callback', site: 'http://octavo', to: '/' },
};
let now: number;
let attempts: Attempts;
beforeEach(() => {
  now = Date.parse('2026-03-01T12:00:00.000Z');
  attempts = createAttempts(() => new Date(now));
});

test('an attempt is answered once, within ten minutes', () => {
  const state = attempts.begin(attempt, '192.0.2.1');
  now += 10 * minute - 1;
  expect(attempts.take(state)).toMatchObject(attempt);
  expect(attempts.take(state)).toBeNull();
  const late = attempts.begin(attempt, '192.0.2.1');
  now += 10 * minute;
  expect(attempts.take(late)).toBeNull();
});

test('a code is redeemed once, within a minute', () => {
  const arrival = { browser: 'b', user_pk: 1, provider_id: 'a', id_token: 't' };
  const code = attempts.arrive(arrival);
  now += minute - 1;
  expect(attempts.redeem(code)).toMatchObject(arrival);
  expect(attempts.redeem(code)).toBeNull();
  const late = attempts.arrive(arrival);
  now += minute;
  expect(attempts.redeem(late)).toBeNull();
});

test('a device that begins many attempts displaces only its own', () => {
  const other = attempts.begin(attempt, '192.0.2.2');
  const states = Array.from({ length: 3000 }, () => attempts.begin(attempt, '192.0.2.1'));
  expect(attempts.take(other)).not.toBeNull();
  const left = states.filter((state) => attempts.take(state) !== null);
  expect(left).toEqual(states.slice(-100));
});
