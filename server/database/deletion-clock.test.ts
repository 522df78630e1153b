import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createFileSecrets } from '../config/file-secrets.ts';
import { createDeletionClock } from './deletion-clock.ts';
import { createSessions } from '../features/auth/sessions.ts';
import { createAuthStore } from '../features/auth/store.ts';
import { createTokens } from '../features/auth/tokens.ts';
import { createTestStore, seedUser } from '../testing/seed.ts';

const day = 24 * 3_600_000;
const right = Date.parse('2026-03-01T12:00:00Z');

test('a clock that is years ahead when the server starts is believed only after a day', () => {
  const { database, close } = createTestStore();
  /** Starts the server with the clock at this time; returns its deletion time. */
  const startAt = (time: number) => createDeletionClock(database, () => new Date(time))().getTime();
  expect(startAt(right)).toBe(right);
  expect(startAt(right + 20 * day)).toBe(right + 20 * day);

  const last = right + 20 * day;
  const wrong = right + 3650 * day;
  expect(startAt(wrong)).toBe(last);
  expect(startAt(wrong + day / 2)).toBe(last);
  // A corrected clock is trusted at once, and the day of the wrong time does not count.
  expect(startAt(last + day)).toBe(last + day);
  expect(startAt(wrong)).toBe(last + day);
  // Another wrong time restarts the waiting period.
  expect(startAt(wrong + 3650 * day)).toBe(last + day);
  // After months off, the clock is trusted after a day.
  expect(startAt(last + 100 * day)).toBe(last + day);
  expect(startAt(last + 101 * day)).toBe(last + 101 * day);
  close();
});

const from = { ip: '192.0.2.1', client: null };

test('a server that starts ten years ahead deletes no session', () => {
  const home = createTestStore();
  const { username } = seedUser(home.database);
  const store = createAuthStore(home.database);
  const user = store.userByName(username);
  if (!user) throw new Error('No user');
  const tokens = createTokens(createFileSecrets(join(home.dir, 'secrets.json')));
  /** Starts the server at a time of its clock. */
  const sessionsAt = (time: number) => {
    const clock = () => new Date(time);
    const deletionClock = createDeletionClock(home.database, clock);
    return createSessions({ store, tokens, ttlSeconds: () => 3600, clock, deletionClock });
  };
  const today = Date.now();
  const first = sessionsAt(today).begin(user, from, { source: 'password' });
  sessionsAt(today + 3650 * day).begin(user, from, { source: 'password' });
  expect(sessionsAt(today).find(first.access_token)).not.toBeNull();
  home.close();
});

test('a database that has not seen a time yet knows it by its newest rows', () => {
  const { database, close } = createTestStore();
  database
    .prepare(`INSERT INTO tasks (id, task_type, created_at) VALUES ('t', 'backup_database', ?)`)
    .run(new Date(right).toISOString());
  expect(createDeletionClock(database, () => new Date(right + 400 * day))().getTime()).toBe(right);
  close();
});
