import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
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

  it.each([0, 1])(
    'refuses one of another program, of version %d, and leaves it as it is',
    (version) => {
      const file = join(dir, 'octavo.db');
      const foreign = new SQLite(file);
      foreign.exec(`CREATE TABLE notes (text TEXT); PRAGMA user_version = ${version}`);
      foreign.close();
      const before = readFileSync(file);
      expect(() => openDatabase(file)).toThrow(/belongs to another program/);
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(readdirSync(dir)).toEqual(['octavo.db']);
    },
  );
});

describe('after an unclean end', () => {
  it('continues with the committed data', () => {
    const file = join(dir, 'octavo.db');
    const crashed = openDatabase(file);
    crashed
      .prepare(`INSERT INTO tasks (id, task_type, created_at) VALUES ('t', 'scan_library', 'now')`)
      .run();
    const copy = join(dir, 'copy.db');
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    crashed.close();
    const database = openDatabase(copy);
    expect(database.prepare('SELECT id FROM tasks').pluck().all()).toEqual(['t']);
    closeDatabase(database);
  });

  it('says that a file is damaged instead of serving it', () => {
    const file = join(dir, 'octavo.db');
    writeFileSync(file, 'this was a database once '.repeat(1000));
    expect(() => openDatabase(file)).toThrow(/is damaged\. Put a backup in its place/);
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
