import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { checkpoint, checkpointWhenIdle } from './checkpoint.ts';
import { connect, endedCleanly, openDatabase } from './database.ts';
import type { Database } from './types.ts';

let folder: string;
let file: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-checkpoint-'));
  file = join(folder, 'octavo.db');
  database = openDatabase(file);
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = () => database.exec('CREATE TABLE t (a); DROP TABLE t');

describe('a checkpoint', () => {
  test('leaves the file as closing does', () => {
    write();
    expect(endedCleanly(file)).toBe(false);
    expect(checkpoint(database)).toBe(true);
    expect(endedCleanly(file)).toBe(true);
  });

  test('waits for no other connection', () => {
    const reader = connect(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
    write();
    const before = performance.now();
    expect(checkpoint(database)).toBe(false);
    expect(performance.now() - before).toBeLessThan(2000);
    expect(database.pragma('busy_timeout', { simple: true })).toBe(5000);
    reader.exec('COMMIT');
    expect(checkpoint(database)).toBe(true);
    reader.close();
  });

  test('does nothing within a transaction and after the end', () => {
    database.transaction(() => expect(checkpoint(database)).toBe(false))();
    database.close();
    expect(checkpoint(database)).toBe(false);
  });
});

test('follows once nothing was written for a minute', () => {
  vi.useFakeTimers();
  const stop = checkpointWhenIdle(database);
  for (let minute = 0; minute < 3; minute += 1) {
    write();
    vi.advanceTimersByTime(60_000);
    expect(endedCleanly(file)).toBe(false);
  }
  vi.advanceTimersByTime(60_000);
  expect(endedCleanly(file)).toBe(true);
  stop();
});
