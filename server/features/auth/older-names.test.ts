import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createAuthStore } from './store.ts';
import { closeDatabase, connect, openDatabase } from '../../database/database.ts';
import { takenName } from '../../database/sign-in-names.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-names-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A database from before names and addresses were compared. */
const olderDatabase = (file: string) => {
  const database = connect(file);
  const folder = join(import.meta.dirname, '../../database/migrations');
  for (const name of readdirSync(folder).sort()) {
    const version = Number.parseInt(name, 10);
    if (version >= 210) continue;
    database.exec(readFileSync(join(folder, name), 'utf8'));
    database.pragma(`user_version = ${version}`);
  }
  return database;
};

const insert = `INSERT INTO users (id, username, username_key, email, email_key, password_hash, role,
  created_at, updated_at) VALUES (@id, @id, @id, @email, @email, '-', 'reader', '', '')`;

test('where an older database holds a clash, the user name signs in and both accounts can be changed', () => {
  const file = join(dir, 'octavo.db');
  const older = olderDatabase(file);
  older.prepare(insert).run({ id: 'ada@example.com', email: 'ada@home.example' });
  older.prepare(insert).run({ id: 'bob', email: 'ada@example.com' });
  closeDatabase(older);

  const database = openDatabase(file);
  const store = createAuthStore(database);
  expect(store.userBySignInName('ada@example.com')?.id).toBe('ada@example.com');
  expect(store.userBySignInName('ada@home.example')?.id).toBe('ada@example.com');
  expect(store.userBySignInName('bob')?.id).toBe('bob');

  const rename = database.prepare(
    `UPDATE users SET username_key = @name, email_key = @email, updated_at = 'later' WHERE id = @id`,
  );
  rename.run({ id: 'bob', name: 'bob', email: 'ada@example.com' });
  rename.run({ id: 'ada@example.com', name: 'ada@example.com', email: 'ada@home.example' });
  const takeBack = () => rename.run({ id: 'bob', name: 'ada@home.example', email: null });
  expect(takeBack).toThrow(/sign-in name taken/);
  try {
    takeBack();
  } catch (error) {
    expect(takenName(error)).toEqual({ field: 'username', isOtherKind: true });
  }
  rename.run({ id: 'bob', name: 'bob', email: null });
  expect(() => rename.run({ id: 'bob', name: 'bob', email: 'ada@example.com' })).toThrow(
    /sign-in name taken/,
  );
  closeDatabase(database);
});

test('an error of another kind is none about a name', () => {
  const database = openDatabase(join(dir, 'octavo.db'));
  const wrong = () => database.prepare(`INSERT INTO sessions (jti) VALUES ('x')`).run();
  let error: unknown;
  try {
    wrong();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(Error);
  expect(takenName(error)).toBeNull();
  closeDatabase(database);
});
