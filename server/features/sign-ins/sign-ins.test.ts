import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Database } from '../../database/types.ts';
import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createSignInsService, type SignInsService } from './service.ts';
import { createSignInsStore } from './store.ts';

const day = 24 * 60 * 60 * 1000;
const from = { ip: '::ffff:192.0.2.1', client: 'A program' };

let store: TestStore;
let database: Database;
let now: number;
/** A clock that is wrong by this much is not trusted for deletion, ms. */
let wrongBy: number;
let signIns: SignInsService;
let ada: number;
let bob: number;
beforeEach(() => {
  store = createTestStore();
  ({ database } = store);
  now = Date.parse('2026-03-01T12:00:00.000Z');
  wrongBy = 0;
  signIns = createSignInsService({
    store: createSignInsStore(database),
    clock: () => new Date(now + wrongBy),
    deletionClock: () => new Date(now),
    log: pino({ level: 'silent' }),
  });
  const insert = database.prepare(
    `INSERT INTO users (id, username, username_key, password_hash, role, created_at, updated_at)
     VALUES (@name, @name, @name, '-', 'reader', '', '')`,
  );
  [ada, bob] = ['ada', 'bob'].map((name) => Number(insert.run({ name }).lastInsertRowid)) as [
    number,
    number,
  ];
});
afterEach(() => {
  store.close();
});

const rows = () => database.prepare('SELECT count(*) FROM sign_ins').pluck().get();

test('a sign-in is kept with what proved it, from where and with which program', () => {
  signIns.record({ ...from, user_pk: ada, source: 'password' });
  expect(signIns.list(ada)).toEqual([
    {
      id: signIns.list(ada)[0]?.id,
      source: 'password',
      failure: null,
      address: '192.0.2.1',
      user_agent: 'A program',
      key_id: null,
      key_name: null,
      created_at: '2026-03-01T12:00:00.000Z',
    },
  ]);
  expect(signIns.list(bob)).toEqual([]);
});

test('a clock that is ten years ahead for a moment deletes no sign-in', () => {
  signIns.record({ ...from, user_pk: ada, source: 'password' });
  wrongBy = 3650 * 86_400_000;
  signIns.record({ ...from, user_pk: bob, source: 'password' });
  wrongBy = 0;
  expect(signIns.list(ada)).toHaveLength(1);
});

test('the addresses are known from which somebody signed in with their password', async () => {
  const record = (ip: string, more: object) => {
    signIns.record({ client: null, ip, user_pk: ada, source: 'password', ...more });
    now += 1000;
  };
  record('::ffff:192.0.2.1', {});
  record('192.0.2.2', {});
  record('192.0.2.1', {});
  record('192.0.2.3', { failure: 'wrong_password' });
  record('192.0.2.4', { source: 'api_key' });
  await new Promise(setImmediate);
  database.prepare('UPDATE users SET id = username').run();
  expect(createSignInsStore(database).passwordAddresses()).toEqual([
    { ip: '192.0.2.2', account: 'ada' },
    { ip: '192.0.2.1', account: 'ada' },
  ]);
});

test('a deleted key is still listed by its name', () => {
  database
    .prepare(
      `INSERT INTO api_keys (id, user_pk, name, name_key, key_prefix, key_hash, key_md5, permissions,
         created_at, updated_at) VALUES ('k', ?, 'My phone', '', 'p', '', 'm', '[]', '', '')`,
    )
    .run(ada);
  signIns.record({ ...from, user_pk: ada, source: 'api_key', key_id: 'k' });
  database.exec('DELETE FROM api_keys');
  expect(signIns.list(ada)[0]).toMatchObject({ key_id: 'k', key_name: 'My phone' });
});

test('a program that sends its credentials with each request causes one notification a day', () => {
  const attempt = { ...from, user_pk: ada, source: 'api_key', key_id: 'k' } as const;
  for (let hour = 0; hour < 47; hour++) {
    signIns.seen(attempt);
    now += day / 24;
  }
  expect(signIns.list(ada)).toHaveLength(2);
  for (const other of [
    { ip: '192.0.2.2' },
    { client: 'Another' },
    { key_id: 'other' },
    { user_pk: bob },
    { source: 'password' },
  ] as const) {
    signIns.seen({ ...attempt, ...other });
    signIns.seen({ ...attempt, ...other });
  }
  expect([signIns.list(ada).length, signIns.list(bob).length]).toEqual([6, 1]);
});

test('after 90 days a sign-in is not listed, and deleted with the next of anybody', () => {
  signIns.record({ ...from, user_pk: ada, source: 'password' });
  now += 90 * day;
  expect(signIns.list(ada)).toHaveLength(1);
  now += 1;
  expect(signIns.list(ada)).toEqual([]);
  expect(rows()).toBe(1);
  signIns.record({ ...from, user_pk: bob, source: 'password' });
  expect(rows()).toBe(1);
});

test('of each person 500 are kept, and guesses push no sign-in out', async () => {
  signIns.record({ ...from, user_pk: ada, source: 'password' });
  signIns.record({ ...from, user_pk: bob, source: 'password' });
  for (let guess = 0; guess < 510; guess++) {
    now += 1000;
    signIns.record({ ...from, user_pk: ada, source: 'password', failure: 'wrong_password' });
  }
  await expect.poll(rows).toBe(502);
  for (let session = 0; session < 510; session++) {
    now += 1000;
    signIns.record({ ...from, user_pk: ada, source: 'password' });
  }
  const kept = signIns.list(ada);
  expect(kept.filter(({ failure }) => failure === null)).toHaveLength(500);
  expect(kept.filter(({ failure }) => failure !== null)).toHaveLength(500);
  expect(kept.map(({ created_at }) => created_at)).toEqual(
    kept
      .map(({ created_at }) => created_at)
      .toSorted()
      .reverse(),
  );
  expect(signIns.list(bob)).toHaveLength(1);
});

test('a history that cannot be written keeps nobody out', () => {
  database.exec('DROP TABLE sign_ins');
  expect(() => {
    signIns.record({ ...from, user_pk: ada, source: 'password' });
  }).not.toThrow();
});

test('a client that names another program with each request does not displace the sign-ins', () => {
  signIns.record({ ...from, user_pk: ada, source: 'passkey' });
  for (let count = 0; count < 1000; count += 1) {
    const client = `Program ${count}`;
    signIns.seen({ ip: `2001:db8::${count}`, client, user_pk: ada, source: 'password' });
  }
  expect(signIns.list(ada)).toHaveLength(51);
  expect(signIns.list(ada).map(({ source }) => source)).toContain('passkey');
  now += day;
  signIns.seen({ ...from, user_pk: ada, source: 'password' });
  expect(signIns.list(ada)).toHaveLength(52);
});
