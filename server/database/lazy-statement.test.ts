import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { enableLazyPrepare } from './lazy-statement.ts';

let database: SQLite.Database;
beforeEach(() => {
  database = new SQLite(':memory:');
  enableLazyPrepare(database);
});
afterEach(() => database.close());

test('a statement can be created before its table, and is prepared when it is used', () => {
  const insert = database.prepare('INSERT INTO books VALUES (?, ?)');
  const titles = database.prepare('SELECT title FROM books WHERE id > ? ORDER BY id').pluck();
  database.exec('CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT)');
  expect(insert.run(1, 'Akira').changes).toBe(1);
  expect(insert.run(2, 'Bone').changes).toBe(1);
  expect(titles.all(0)).toEqual(['Akira', 'Bone']);
  expect(titles.get(1)).toBe('Bone');
  expect([...titles.iterate(0)]).toEqual(['Akira', 'Bone']);
});

test('how its rows are given is remembered until then, and can be changed later', () => {
  const first = database.prepare('SELECT ? AS a, 2 AS b').raw();
  expect(first.get(1)).toEqual([1, 2]);
  expect(first.raw(false).get(1)).toEqual({ a: 1, b: 2 });
  expect(first.pluck().bind(7).get()).toBe(7);
  expect(first.columns().map(({ name }) => name)).toEqual(['a', 'b']);
  expect(first).toMatchObject({ reader: true, readonly: true, busy: false, database });
});

test('a mistake shows at the first use, and at each one after', () => {
  const wrong = database.prepare('SELECT title FROM nowhere');
  expect(() => wrong.all()).toThrow('no such table: nowhere');
  expect(() => wrong.get()).toThrow('no such table: nowhere');
});
