import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createWriteBatch } from './write-batch.ts';

let home: TestStore;
let transactions: number;
let announced: number;
let begun: number;
let faults: string[];

beforeEach(() => {
  home = createTestStore();
  home.database.exec('CREATE TABLE rows_written (value INTEGER)');
  [transactions, announced, begun, faults] = [0, 0, 0, []];
});
afterEach(() => home.close());

const batchOf = () =>
  createWriteBatch(
    {
      transaction(work) {
        transactions += 1;
        home.database.transaction(work).immediate();
      },
    },
    {
      flushEvents: () => (announced += 1),
      dropEvents: () => undefined,
      error: (path, message) => faults.push(`${path}: ${message}`),
    },
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

test('two hundred rows are written at once, and the rest of a slow transaction later', () => {
  const { write, flush } = batchOf();
  for (let value = 0; value < 199; value += 1) write(() => insert(value, value < 10 ? 10 : 0));
  expect(written()).toEqual([]);
  write(() => insert(199));
  expect(transactions).toBe(1);
  expect(begun).toBeLessThan(200);
  flush();
  expect(written()).toHaveLength(200);
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

test('a mistake of one book is reported, and the others are written', () => {
  const { write, flush } = batchOf();
  write(() => insert(1), 'A/1.cbz');
  write(
    () => home.database.prepare('INSERT INTO rows_written VALUES (?)').run([] as never),
    'A/2.cbz',
  );
  write(() => insert(3), 'A/3.cbz');
  flush();
  expect(written()).toEqual([1, 3]);
  expect(faults).toEqual([
    'A/2.cbz: Octavo itself failed here and left everything as it was: “Too few parameter values were provided”. Please report this.',
  ]);
});

test('a fault of the disk or the database ends the scan, whatever it writes', () => {
  const { write, flush } = batchOf();
  write(() => {
    throw Object.assign(new Error('disk'), { code: 'SQLITE_FULL' });
  }, 'A/1.cbz');
  expect(flush).toThrow('disk');
  expect(faults).toEqual([]);
});
