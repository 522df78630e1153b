import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { connect } from './database.ts';
import { type Database } from './types.ts';
import { memoizeUntilWrite } from './write-invalidated-cache.ts';

let dir: string;
let ours: Database;
let other: Database;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-fresh-'));
  ours = connect(join(dir, 'octavo.db'));
  other = connect(join(dir, 'octavo.db'));
  ours.exec('CREATE TABLE books (title TEXT)');
});
afterEach(() => {
  ours.close();
  other.close();
  rmSync(dir, { recursive: true, force: true });
});

const write = (database: Database, title: string) =>
  database.prepare('INSERT INTO books VALUES (?)').run(title);
const counting = () =>
  vi.fn(() =>
    Promise.resolve(ours.prepare<[], number>('SELECT count(*) FROM books').pluck().get()),
  );

test('a slow read is repeated only after a write, on this connection or another', async () => {
  const read = counting();
  const count = memoizeUntilWrite(ours, read);
  expect(await Promise.all([count(), count()])).toEqual([0, 0]);
  expect(await count()).toBe(0);
  expect(read).toHaveBeenCalledTimes(1);
  write(ours, 'Akira');
  expect(await count()).toBe(1);
  write(other, 'Bone');
  expect(await count()).toBe(2);
  expect(await count()).toBe(2);
  expect(read).toHaveBeenCalledTimes(3);
});

test('a write during a read counts for later callers', async () => {
  let finish: (count: number) => void = () => undefined;
  const read = counting().mockImplementationOnce(
    () => new Promise((resolve) => (finish = resolve)),
  );
  const count = memoizeUntilWrite(ours, read);
  const first = count();
  write(other, 'Akira');
  const second = count();
  finish(0);
  expect(await first).toBe(0);
  expect(await second).toBe(1);
  expect(await count()).toBe(1);
});

test('a failed read is repeated', async () => {
  const read = counting().mockImplementationOnce(() => Promise.reject(new Error('Too many wait')));
  const count = memoizeUntilWrite(ours, read);
  await expect(count()).rejects.toThrow('Too many wait');
  expect(await count()).toBe(0);
});
