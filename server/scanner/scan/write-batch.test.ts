import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createWriteBatch } from './write-batch.ts';

let home: TestStore;
let transactions: number;
let announced: number;
let begun: number;

beforeEach(() => {
  home = createTestStore();
  home.database.exec('CREATE TABLE rows_written (value INTEGER)');
  [transactions, announced, begun] = [0, 0, 0];
});
afterEach(() => home.close());

const batchOf = () =>
  createWriteBatch(
    {
      atomically(work) {
        transactions += 1;
        home.database.transaction(work).immediate();
      },
    },
    { flushEvents: () => (announced += 1), dropEvents: () => undefined },
  );

const insert = (value: number, takesMs = 0) => {
  begun += 1;
  const end = performance.now() + takesMs;
  home.database.prepare('INSERT INTO rows_written VALUES (?)').run(value);
  while (performance.now() < end);
};
const written = () => home.database.prepare('SELECT value FROM rows_written').pluck().all();

test('a transaction ends after some 50 ms, so that others can write', () => {
  const { write, flush } = batchOf();
  const values = Array.from({ length: 30 }, (_, index) => index);
  for (const value of values) write(() => insert(value, 10));
  expect(begun).toBe(0);
  flush();
  expect(written()).toEqual(values);
  expect(transactions).toBeGreaterThanOrEqual(6);
  expect(announced).toBe(transactions);
});

test('a thousand rows are written at once, and the rest of a slow transaction later', () => {
  const { write, flush } = batchOf();
  for (let value = 0; value < 999; value += 1) write(() => insert(value, value < 10 ? 10 : 0));
  expect(written()).toEqual([]);
  write(() => insert(999));
  expect(transactions).toBe(1);
  expect(begun).toBeLessThan(1000);
  flush();
  expect(written()).toHaveLength(1000);
});

test('what a write adds follows it, and an error drops the writes of its transaction', () => {
  const { write, flush } = batchOf();
  write(() => {
    insert(1);
    write(() => insert(3));
  });
  write(() => insert(2));
  flush();
  expect(written()).toEqual([1, 2, 3]);

  write(() => insert(4));
  write(() => {
    throw new Error('full');
  });
  expect(flush).toThrow('full');
  flush();
  expect(written()).toEqual([1, 2, 3]);
});
