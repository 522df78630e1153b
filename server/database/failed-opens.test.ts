import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { heldFiles } from '../testing/held-files.ts';
import { checkBackup } from './backup.ts';
import { copyClosedDatabase } from './copy-database.ts';
import { lockDataDir } from './data-lock.ts';
import { closeDatabase, connect, openDatabase } from './database.ts';
import { backupDatabase, checkDatabase } from './maintenance.ts';
import { stageRestore, installStagedRestore } from './restore.ts';

let dir: string;
let file: string;
let sound: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-opens-'));
  file = join(dir, 'octavo.db');
  sound = join(dir, 'sound.db');
  closeDatabase(openDatabase(sound));
});
afterEach(() => rmSync(dir, { recursive: true }));

const damages: [string, () => void][] = [
  ['a damaged header', () => writeFileSync(file, Buffer.alloc(8192, 7))],
  ['a text', () => writeFileSync(file, 'this was a database once '.repeat(1000))],
  ['half a header', () => writeFileSync(file, 'SQLite format 3\0 and then')],
];

const opens: [string, (path: string) => unknown][] = [
  ['connect', connect],
  ['openDatabase', openDatabase],
  ['checkDatabase', checkDatabase],
  ['checkBackup', checkBackup],
  ['backupDatabase', (path) => backupDatabase(path, join(dir, 'copy.db'))],
  ['copyClosedDatabase', (path) => copyClosedDatabase(path, join(dir, 'copy.db'))],
  ['stageRestore', (path) => stageRestore(path, 'x', dir)],
];

test.each(
  damages.flatMap(([kind, damage]) => opens.map((open) => [kind, damage, ...open] as const)),
)('%s: nothing stays open, and nothing new is left', async (_kind, damage, _name, open) => {
  damage();
  const before = readdirSync(dir);
  await expect((async () => open(file))()).rejects.toThrow();
  expect(heldFiles(dir)).toEqual([]);
  expect(readdirSync(dir)).toEqual(before);
});

test('a damaged data directory is given back by a lock that failed', () => {
  writeFileSync(join(dir, 'octavo.lock'), 'not a database '.repeat(1000));
  expect(() => lockDataDir(dir)).toThrow(/cannot be written/);
  expect(heldFiles(dir)).toEqual([]);
});

test('a damaged database is replaced by a backup, and kept', () => {
  closeDatabase(openDatabase(file));
  stageRestore(sound, 'sound.db', dir);
  writeFileSync(file, Buffer.alloc(8192, 7));
  const kept = join(dir, 'backups', 'kept.db');
  expect(installStagedRestore(dir, kept)).toBe(kept);
  expect(heldFiles(dir)).toEqual([]);
  expect(checkDatabase(file)).toEqual([]);
  expect(readdirSync(join(dir, 'backups'))).toContain('kept.db');
});
