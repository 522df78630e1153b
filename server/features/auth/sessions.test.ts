import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createFileSecrets } from '../../config/file-secrets.ts';
import { createTestStore, seedUser } from '../../testing/seed.ts';
import { createSessions, stayingSeconds, type Sessions } from './sessions.ts';
import { createAuthStore, maxSessions, type UserRow } from './store.ts';
import { createTokens } from './tokens.ts';

const day = 24 * 60 * 60 * 1000;
const from = { ip: '::ffff:192.0.2.1', client: 'A program' };

let home: ReturnType<typeof createTestStore>;
let sessions: Sessions;
let user: UserRow;
let now: number;
beforeEach(() => {
  home = createTestStore();
  const store = createAuthStore(home.database);
  const found = store.userByName(seedUser(home.database).username);
  if (!found) throw new Error('No user');
  user = found;
  now = Date.parse('2026-03-01T12:00:00.000Z');
  const clock = () => new Date(now);
  sessions = createSessions({
    store,
    tokens: createTokens(createFileSecrets(join(home.dir, 'secrets.json'))),
    ttlSeconds: () => 3600,
    clock,
    deletionClock: clock,
  });
});
afterEach(() => home.close());

const stay = () =>
  sessions.begin(user, from, { source: 'password', idle_seconds: stayingSeconds }).access_token;
const written = () => home.database.prepare('SELECT total_changes()').pluck().get();

test('a session that stays is renewed by each use and ends after a year without it', () => {
  const token = stay();
  for (let visit = 0; visit < 6; visit += 1) {
    now += 300 * day;
    expect(sessions.use(token)).not.toBeNull();
  }
  now += 365 * day - 1;
  expect(sessions.find(token)).not.toBeNull();
  now += 1;
  expect(sessions.use(token)).toBeNull();
});

test('a session with a fixed end is not renewed', () => {
  const token = sessions.begin(user, from, { source: 'password' }).access_token;
  now += 3_599_000;
  expect(sessions.use(token)).not.toBeNull();
  now += 1000;
  expect(sessions.use(token)).toBeNull();
});

test('its use is written once a day', () => {
  const token = stay();
  const before = Number(written());
  for (let hour = 0; hour < 49; hour += 1) {
    sessions.use(token);
    now += day / 24;
  }
  expect(Number(written()) - before).toBe(2);
});

test('a clock that was ahead for a moment neither ends it nor stops its renewal', () => {
  const token = stay();
  now += 200 * day;
  sessions.use(token);
  now -= 200 * day;
  expect(sessions.use(token)?.expires_at).toBe(new Date(now + 365 * day).toISOString());
  now += 364 * day;
  expect(sessions.use(token)).not.toBeNull();
});

test('a disk that takes nothing more ends no session', () => {
  const token = stay();
  home.database.exec(
    `CREATE TRIGGER full BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  now += 2 * day;
  expect(sessions.use(token)).not.toBeNull();
});

test('beyond the limit the oldest sessions end, those that stay last, and signing in works on', () => {
  const staying = stay();
  const sign = () => sessions.begin(user, from, { source: 'password' }).access_token;
  const first = sign();
  const second = sign();
  for (let count = 3; count < maxSessions; count += 1) sign();
  expect(sessions.find(first)).not.toBeNull();
  now += 1000;
  const last = sign();
  expect(sessions.find(first)).toBeNull();
  for (const token of [staying, second, last]) expect(sessions.find(token)).not.toBeNull();

  for (let count = 0; count < maxSessions; count += 1) stay();
  const late = sign();
  expect(sessions.find(late)).not.toBeNull();
  expect(sessions.find(staying)).toBeNull();
  expect(home.database.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(maxSessions);
});
