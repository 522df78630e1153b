import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { createFileSecrets } from '../config/file-secrets.ts';
import { needs } from '../testing/needs.ts';
import { startTestServer } from '../testing/server.ts';
import { backupDatabase } from './maintenance.ts';
import { lockDataDir } from './data-lock.ts';
import { closeDatabase, openDatabase } from './database.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-private-'));
  // Another user must be able to reach the data directory itself.
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true }));

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const isRoot = process.geteuid?.() === 0;
const anotherUser = 65_534;

/** Runs `work` as another user of this computer, if the test is allowed to. */
const asStranger = <T>(work: () => T): T => {
  process.seteuid?.(anotherUser);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
};

describe.skipIf(process.platform === 'win32')('a data directory', () => {
  it('is for its user alone, with all that a running server writes', async () => {
    const dataDir = join(directory, 'data');
    const octavo = await startTestServer({ dataDir });
    for (const name of ['octavo.db', 'octavo.db-wal', 'octavo.db-shm', 'octavo.lock']) {
      expect([name, mode(join(dataDir, name))]).toEqual([name, '600']);
    }
    expect(mode(dataDir)).toBe('700');
    expect(mode(join(dataDir, 'secrets.json'))).toBe('600');
    await octavo.stop();
  });

  it('keeps its folders closed, also those that were open', () => {
    const dataDir = join(directory, 'data');
    const names = ['thumbnails', 'covers', 'backups', 'cache'];
    for (const name of names) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o755 });
    const unlock = lockDataDir(dataDir);
    expect(names.map((name) => mode(join(dataDir, name)))).toEqual(names.map(() => '700'));
    unlock();
  });

  it('that an earlier version left open is closed', () => {
    const dataDir = join(directory, 'data');
    mkdirSync(dataDir, { mode: 0o755 });
    for (const name of ['octavo.db', 'secrets.json']) {
      writeFileSync(join(dataDir, name), '', { mode: 0o644 });
    }
    lockDataDir(dataDir)();
    expect(mode(dataDir)).toBe('700');
    expect(mode(join(dataDir, 'octavo.db'))).toBe('600');
    expect(mode(join(dataDir, 'secrets.json'))).toBe('600');
  });

  it('that holds other things too keeps its rights; the secrets in it do not', () => {
    const home = join(directory, 'home');
    mkdirSync(home, { mode: 0o755 });
    writeFileSync(join(home, 'letter.txt'), 'Dear Octavo', { mode: 0o644 });
    writeFileSync(join(home, 'octavo.db'), '', { mode: 0o644 });
    lockDataDir(home)();
    expect(mode(home)).toBe('755');
    expect(mode(join(home, 'letter.txt'))).toBe('644');
    expect(mode(join(home, 'octavo.db'))).toBe('600');
  });

  it('copies are private too, wherever they are written', async () => {
    const file = join(directory, 'octavo.db');
    closeDatabase(openDatabase(file));
    const copy = join(directory, 'copy.db');
    backupDatabase(file, copy);
    expect(mode(copy)).toBe('600');
  });
});

describe.runIf(isRoot)('another user of the computer', needs('root'), () => {
  test('reads neither the database nor the secrets, and learns who owns the folder', () => {
    const dataDir = join(directory, 'data');
    const unlock = lockDataDir(dataDir);
    closeDatabase(openDatabase(join(dataDir, 'octavo.db')));
    createFileSecrets(join(dataDir, 'secrets.json')).set('key', 'value');
    unlock();
    asStranger(() => {
      for (const name of ['octavo.db', 'secrets.json']) {
        expect(() => readFileSync(join(dataDir, name))).toThrow('EACCES');
      }
      expect(() => lockDataDir(dataDir)).toThrow(/belongs to another user of this computer/);
    });
  });

  test('is kept out of a folder that is open to all, while its user works in it', () => {
    const dataDir = join(directory, 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    writeFileSync(join(dataDir, 'letter.txt'), '');
    const unlock = lockDataDir(dataDir);
    asStranger(() => {
      expect(() => lockDataDir(dataDir)).toThrow(/another user of this computer/);
    });
    unlock();
  });

  test('has a data directory of their own beside, at the same time', () => {
    const mine = join(directory, 'mine');
    const unlock = lockDataDir(mine);
    chmodSync(directory, 0o777);
    const theirs = join(directory, 'theirs');
    asStranger(() => {
      const unlockTheirs = lockDataDir(theirs);
      closeDatabase(openDatabase(join(theirs, 'octavo.db')));
      unlockTheirs();
    });
    expect(statSync(theirs).uid).toBe(anotherUser);
    expect(mode(theirs)).toBe('700');
    expect(existsSync(join(theirs, 'octavo.db'))).toBe(true);
    unlock();
  });
});
