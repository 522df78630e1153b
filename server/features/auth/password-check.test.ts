import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Database } from '../../database/types.ts';
import { createSignInsService } from '../sign-ins/service.ts';
import { createSignInsStore } from '../sign-ins/store.ts';
import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createPasswords } from './passwords.ts';
import { createPasswordCheck } from './password-check.ts';
import { createAuthStore } from './store.ts';
import { createLoginRateLimiter } from './login-rate-limiter.ts';

const clock = () => new Date();
const log = pino({ level: 'silent' });

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = createTestStore();
  ({ database } = store);
  const password_hash = await createPasswords().hash('the password');
  const insert = database.prepare(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, role, is_active,
       created_at, updated_at)
     VALUES (@name, @name, @name, @email, @email, @password_hash, 'reader', @is_active, '', '')`,
  );
  insert.run({ name: 'ada', email: 'ada@example.com', password_hash, is_active: 1 });
  insert.run({ name: 'off', email: 'off@example.com', password_hash, is_active: 0 });
});
afterAll(() => {
  store.close();
});

test.each([
  ['a user name', 'ada'],
  ['an e-mail address', 'ada@example.com'],
  ['the name of a deactivated account', 'off'],
  ['the address of a deactivated account', 'off@example.com'],
  ['an unknown name', 'nobody'],
  ['an unknown address', 'nobody@example.com'],
])('%s with a wrong password costs one hash and nothing else', async (_, name) => {
  const passwords = createPasswords();
  let hashes = 0;
  const check = createPasswordCheck({
    store: createAuthStore(database),
    passwords: {
      hash: passwords.hash,
      verify(stored, password) {
        hashes += 1;
        return passwords.verify(stored, password);
      },
    },
    loginLimiter: createLoginRateLimiter(),
    checkCode: () => false,
    mustVerify: () => false,
    signIns: createSignInsService({ store: createSignInsStore(database), clock, log }),
  });
  const written = () => database.prepare('SELECT count(*) FROM sign_ins').pluck().get();
  const before = written();
  const from = { ip: '192.0.2.1', client: null };
  const answer = check(name, 'wrong password', from, { code: undefined });
  await expect(answer).rejects.toThrow('Wrong user name or password');
  expect(hashes).toBe(1);
  // The sign-in history is written after the response.
  expect(written()).toBe(before);
  const isKnown = !name.startsWith('nobody');
  await expect.poll(written).toBe(Number(before) + Number(isKnown));
});
