import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { connect } from './database.ts';
import { type PreparedValues, rememberedValues } from './page-sql.ts';
import { type Database } from './types.ts';

let dir: string;
let ours: Database;
let other: Database;
let value: PreparedValues;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-remembered-'));
  ours = connect(join(dir, 'octavo.db'));
  other = connect(join(dir, 'octavo.db'));
  ours.exec('CREATE TABLE books (title TEXT)');
  value = rememberedValues(ours);
});
afterEach(() => {
  ours.close();
  other.close();
  rmSync(dir, { recursive: true, force: true });
});

const write = (database: Database, title: string) =>
  database.prepare('INSERT INTO books VALUES (?)').run(title);
const count = (title = '') =>
  value<number>('SELECT count(*) FROM books WHERE title > :title', { title });

test('a result is remembered for its parameters until a write of any connection', () => {
  let reads = 0;
  ours.function('note_read', () => (reads += 1));
  const noted = (limit: number) => value<number>('SELECT 10 * :limit + note_read()', { limit });
  expect([noted(1), noted(1), noted(2), noted(1)]).toEqual([11, 11, 22, 11]);
  expect(count()).toBe(0);
  write(ours, 'Akira');
  expect([count(), count('B')]).toEqual([1, 0]);
  write(other, 'Bone');
  expect([count(), count('B')]).toEqual([2, 1]);
});

test('nothing is remembered of a transaction that was rolled back', () => {
  expect(count()).toBe(0);
  const undone = ours.transaction(() => {
    write(ours, 'Akira');
    expect(count()).toBe(1);
    throw new Error('undone');
  });
  expect(undone).toThrow('undone');
  expect(count()).toBe(0);
});
