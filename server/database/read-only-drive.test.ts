import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { needs } from '../testing/needs.ts';
import { closeDatabase, connect, openDatabase } from './database.ts';
import { backupDatabase, checkDatabase } from './maintenance.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-read-only-'));
const folder = join(root, 'data');
/** The same folder on a drive that cannot be written. */
const drive = join(root, 'drive');
const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
/** Mounting requires root. */
const canMount = (() => {
  mkdirSync(folder);
  mkdirSync(drive);
  try {
    mount('--bind', folder, drive);
    mount('-o', 'remount,ro,bind', drive);
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => {
  if (canMount) execFileSync('umount', ['-l', drive]);
  rmSync(root, { recursive: true, force: true });
});

test.skipIf(!canMount)(
  'a database on a drive that became read-only can still be copied away',
  needs('root'),
  () => {
    // As a server leaves it whose drive fails: never closed, with an empty log beside it.
    const running = join(root, 'running');
    mkdirSync(running);
    const database = openDatabase(join(running, 'octavo.db'));
    database.pragma('wal_checkpoint(TRUNCATE)');
    cpSync(running, folder, { recursive: true });
    closeDatabase(database);
    const copy = join(root, 'copy.db');
    expect(backupDatabase(join(drive, 'octavo.db'), copy)).toBeGreaterThan(0);
    expect(checkDatabase(copy)).toEqual([]);
    const copied = connect(copy);
    expect(copied.prepare('SELECT count(*) FROM users').pluck().get()).toBe(0);
    copied.close();
  },
);
