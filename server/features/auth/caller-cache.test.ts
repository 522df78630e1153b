import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { connect } from '../../database/database.ts';
import { type Database } from '../../database/types.ts';
import type { Caller } from '../../http/api/caller.ts';
import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createCallerCache } from './caller-cache.ts';

let store: TestStore;
let database: Database;
let time: string;
beforeEach(() => {
  store = createTestStore();
  ({ database } = store);
  time = '2030-01-01T12:00:00.000Z';
});
afterEach(() => {
  store.close();
});

const caller = { user_pk: 1 } as Caller;
const forever = '9999';
const remember = (find: () => { caller: Caller; until: string } | null) =>
  createCallerCache({ database, clock: () => new Date(time) })(find);
const write = (connection: Database) =>
  connection.prepare(`INSERT INTO preferences (user_pk, key, value, updated_at)
    SELECT pk, hex(randomblob(4)), '1', '' FROM users`);
const addUser = () =>
  database.exec(`INSERT INTO users (id, username, username_key, password_hash, role, created_at,
    updated_at) VALUES ('u', 'ada', 'ada', '-', 'reader', '', '')`);

test('is asked for once, as long as nothing is written', () => {
  const find = vi.fn(() => ({ caller, until: forever }));
  const known = remember(find);
  expect(known('token')).toBe(caller);
  expect(known('token')).toBe(caller);
  expect(find).toHaveBeenCalledTimes(1);
  known('another token');
  expect(find).toHaveBeenCalledTimes(2);
});

test.each(['this connection', 'another connection'])('is asked for again after %s wrote', (who) => {
  addUser();
  const other = connect(database.name);
  const find = vi.fn(() => ({ caller, until: forever }));
  const known = remember(find);
  known('token');
  write(who === 'this connection' ? database : other).run();
  known('token');
  known('token');
  expect(find).toHaveBeenCalledTimes(2);
  other.close();
});

test('is asked for again when the time of the session is over', () => {
  const find = vi.fn(() => ({ caller, until: '2030-01-01T12:00:01.000Z' }));
  const known = remember(find);
  known('token');
  known('token');
  expect(find).toHaveBeenCalledTimes(1);
  time = '2030-01-01T12:00:01.000Z';
  known('token');
  expect(find).toHaveBeenCalledTimes(2);
});

test('is not remembered when the credential is refused', () => {
  const find = vi.fn<() => { caller: Caller; until: string } | null>(() => null);
  const known = remember(find);
  expect(known('token')).toBeNull();
  find.mockReturnValue({ caller, until: forever });
  expect(known('token')).toBe(caller);
});
