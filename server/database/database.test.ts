import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { closeDatabase, openDatabase } from './database.ts';
import { lockDataDir } from './data-lock.ts';
import { checkDatabase } from './maintenance.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-db-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the store', () => {
  it('is created with its schema, in WAL, and leaves one file when closed', () => {
    const file = join(dir, 'octavo.db');
    const database = openDatabase(file);
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(database.pragma('user_version', { simple: true })).toBeGreaterThan(0);
    closeDatabase(database);
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(checkDatabase(file)).toEqual([]);
  });

  it('refuses a file that a newer version wrote', () => {
    const file = join(dir, 'octavo.db');
    const database = openDatabase(file);
    database.pragma('user_version = 999999');
    closeDatabase(database);
    expect(() => openDatabase(file)).toThrow(/newer version of Octavo/);
  });
});

describe('the data directory', () => {
  it('belongs to one server at a time', () => {
    const release = lockDataDir(dir);
    expect(() => lockDataDir(dir)).toThrow(/in use by another Octavo/);
    release();
    const again = lockDataDir(dir);
    again();
  });
});
