import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { writeBackup } from './backup.ts';
import { lockDataDir } from './data-lock.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { checkDatabase } from './maintenance.ts';
import { sqlitePath } from './sqlite-path.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-deep-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Maximum path length in bytes; the long form of Windows uses four of them. */
const most = process.platform === 'win32' ? 1040 - 4 : 512;

/** A folder below `dir` with a path of this many bytes. */
const folderOf = (bytes: number): string => {
  let path = dir;
  while (bytes - path.length > 101) path = join(path, 'x'.repeat(100 - (path.length % 2)));
  return join(path, 'y'.repeat(bytes - path.length - 1));
};

describe('a database in a deep folder', () => {
  it('is opened, copied and checked where SQLite can reach it', () => {
    const path = join(folderOf(most - 32), 'octavo.db');
    const database = openDatabase(path);
    writeBackup(database, join(dirname(path), 'b.db'));
    closeDatabase(database);
    expect(checkDatabase(join(dirname(path), 'b.db'))).toEqual([]);
  });

  it('is refused with a sentence where SQLite cannot', () => {
    const path = join(folderOf(most - 17), 'octavo.db');
    mkdirSync(dirname(path), { recursive: true });
    expect(() => openDatabase(path)).toThrow(/octavo\.db is 1 bytes too long for a database/);
  });

  it('cannot be a data directory where paths of its backups would be too long', () => {
    expect(() => lockDataDir(folderOf(most - 32))).toThrow(/too long for a database/);
    lockDataDir(folderOf(most - 82))();
  });
});

const deep = `${'a'.repeat(200)}\\${'b'.repeat(200)}`;
test('Windows is given the long form, of which SQLite takes more', () => {
  expect(sqlitePath(`C:\\${deep}\\octavo.db`, 'win32')).toBe(`\\\\?\\C:\\${deep}\\octavo.db`);
  expect(() => sqlitePath(`C:\\${'漫'.repeat(250)}\\${deep}\\octavo.db`, 'win32')).toThrow(
    /too long/,
  );
});
