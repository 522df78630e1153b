import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

import { lockDataDir } from '../database/data-lock.ts';
import { closeDatabase, connect, openDatabase } from '../database/database.ts';
import { stageRestore } from '../database/restore.ts';
import { mirrorFiles } from './copy-files.ts';
import { dataDirOf, locationFile, readLocation, updateLocation } from './location.ts';
import { isMarked, writeMarker } from './move-marker.ts';
import { removeData } from './remove-data.ts';
import { startInDataDir } from './start-in-data-dir.ts';
import { leftOutOnWindows } from '../testing/on-windows.ts';

let dir: string;
let home: string;
let target: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-home-'));
  home = join(dir, 'home');
  target = join(dir, 'disk', 'Octavo');
  put('thumbnails/ab/cover.webp', 'cover');
  put('secrets.json', '{}');
  put('cache/archives/1', 'unpacked');
  closeDatabase(openDatabase(join(home, 'octavo.db')));
  name('first');
});
afterEach(() => rmSync(dir, { recursive: true }));

const put = (path: string, text: string, root = home) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
/** Writes a name into the database to identify it. */
const name = (value: string, dataDir = home) => {
  const database = connect(join(dataDir, 'octavo.db'));
  database
    .prepare(
      `INSERT OR REPLACE INTO settings (key, value, updated_at, updated_by)
       VALUES ('server.name', json_quote(?), '', '')`,
    )
    .run(value);
  closeDatabase(database);
};
const nameIn = (dataDir: string): unknown => {
  const database = connect(join(dataDir, 'octavo.db'));
  const found = database.prepare(`SELECT value ->> '$' FROM settings WHERE key = 'server.name'`);
  const value: unknown = found.pluck().get();
  closeDatabase(database);
  return value;
};
/** Runs the copy task, as while the server runs. */
const copied = async () => {
  mkdirSync(target, { recursive: true });
  writeMarker(target, home);
  await mirrorFiles(home, target);
  updateLocation(home, { next: target });
};
const start = async (dataDir: string) => Promise.resolve(dataDir);

describe('a start', () => {
  it('is at home as long as nothing was moved', async () => {
    expect(await startInDataDir(home, start)).toBe(home);
    expect(existsSync(locationFile(home))).toBe(false);
  });

  it('does not move the data to where it is, nor delete it there', async () => {
    await copied();
    await startInDataDir(home, start);
    updateLocation(home, { next: target });
    expect(await startInDataDir(home, start)).toBe(target);
    expect(readLocation(home)).toMatchObject({ data_dir: target, next: null, problem: null });
    expect(nameIn(target)).toBe('first');
  });

  it('makes the move that waits, with all that came, changed and went since the copy', async () => {
    await copied();
    name('second');
    put('covers/new.jpg', 'new');
    put('thumbnails/ab/cover.webp', 'another');
    rmSync(join(home, 'secrets.json'));
    expect(await startInDataDir(home, start)).toBe(target);
    expect(nameIn(target)).toBe('second');
    expect(readFileSync(join(target, 'covers/new.jpg'), 'utf8')).toBe('new');
    expect(readFileSync(join(target, 'thumbnails/ab/cover.webp'), 'utf8')).toBe('another');
    for (const left of ['secrets.json', 'cache', 'octavo-move.json']) {
      expect([left, existsSync(join(target, left))]).toEqual([left, false]);
    }
    if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(readLocation(home)).toEqual({
      data_dir: target,
      settled: true,
      next: null,
      previous: home,
      problem: null,
    });
    // The previous copy is intact, and the next start uses the new one directly.
    expect(nameIn(home)).toBe('second');
    expect(await startInDataDir(home, start)).toBe(target);
  });

  it('begins again where an earlier one was cut off, with the database there already', async () => {
    await copied();
    writeFileSync(join(target, 'octavo.db'), 'of an earlier attempt');
    writeFileSync(join(target, 'octavo.db.new'), 'half of');
    name('second');
    expect(await startInDataDir(home, start)).toBe(target);
    expect(nameIn(target)).toBe('second');
    expect(existsSync(join(target, 'octavo.db.new'))).toBe(false);
  });

  it('goes back when the first start after a move fails, and says why', async () => {
    await copied();
    const attempts = vi.fn(async (dataDir: string) => {
      if (dataDir === target) throw new Error('No room');
      return Promise.resolve(dataDir);
    });
    expect(await startInDataDir(home, attempts)).toBe(home);
    expect(attempts.mock.calls).toEqual([[target], [home]]);
    expect(readLocation(home)).toMatchObject({
      data_dir: null,
      problem: expect.stringMatching(/could not start .*No room.*stayed/) as string,
    });
  });

  it('never goes back once it has run there', async () => {
    await copied();
    await startInDataDir(home, start);
    const broken = async () => Promise.reject(new Error('Port taken'));
    await expect(startInDataDir(home, broken)).rejects.toThrow('Port taken');
    expect(dataDirOf(home)).toBe(target);
  });

  it('begins nothing new where the drive with the data is away', async () => {
    await copied();
    await startInDataDir(home, start);
    renameSync(join(dir, 'disk'), join(dir, 'unplugged'));
    await expect(startInDataDir(home, start)).rejects.toThrow(
      /is not available. Connect its drive/,
    );
    expect(existsSync(join(dir, 'disk'))).toBe(false);
    renameSync(join(dir, 'unplugged'), join(dir, 'disk'));
    expect(await startInDataDir(home, start)).toBe(target);
  });

  it('continues a restore that was interrupted between its renames', async () => {
    await copied();
    await startInDataDir(home, start);
    stageRestore(join(home, 'octavo.db'), 'backup.db', target);
    rmSync(join(target, 'octavo.db'));
    expect(await startInDataDir(home, start)).toBe(target);
  });

  it('stays where it was when the drive that it should move to is away', async () => {
    await copied();
    renameSync(join(dir, 'disk'), join(dir, 'unplugged'));
    expect(await startInDataDir(home, start)).toBe(home);
    expect(readLocation(home)).toMatchObject({
      next: null,
      problem: expect.stringMatching(/not available/) as string,
    });
    expect(existsSync(join(dir, 'disk'))).toBe(false);
  });

  it('stays where it was when the database does not survive the check', async () => {
    await copied();
    writeFileSync(join(home, 'octavo.db'), Buffer.alloc(8192, 7));
    expect(await startInDataDir(home, start)).toBe(home);
    expect(existsSync(join(target, 'octavo.db'))).toBe(false);
    expect(readLocation(home).problem).toMatch(/could not be moved/);
  });

  it('stays where it was when another server uses the new folder', async () => {
    await copied();
    const unlock = lockDataDir(target);
    expect(await startInDataDir(home, start)).toBe(home);
    expect(readLocation(home).problem).toMatch(/in use by another Octavo/);
    unlock();
  });

  it('leads back home after a second move', async () => {
    await copied();
    await startInDataDir(home, start);
    await removeData(home);
    writeMarker(home, target);
    await mirrorFiles(target, home);
    updateLocation(home, { next: home, previous: null });
    name('third', target);
    expect(await startInDataDir(home, start)).toBe(home);
    expect(nameIn(home)).toBe('third');
    expect(readLocation(home)).toMatchObject({ data_dir: null, previous: target, settled: true });
  });
});

describe('the file that says where the data is', () => {
  test.each([
    ['cut off', '{"data_dir": "/x'],
    ['of something else', '[]'],
    ['with the wrong types', '{"data_dir": 7}'],
    ['empty', ''],
  ])('is never taken for none when it is %s', async (_, text) => {
    writeFileSync(locationFile(home), text);
    await expect(startInDataDir(home, start)).rejects.toThrow(/location\.json is damaged/);
  });

  it.skipIf(leftOutOnWindows('files have no mode'))('is private', () => {
    updateLocation(home, { problem: 'x' });
    expect(statSync(locationFile(home)).mode & 0o777).toBe(0o600);
  });
});

describe('copying', () => {
  it('continues where it was interrupted', async () => {
    for (let index = 0; index < 20; index += 1) put(`thumbnails/${index}.webp`, `${index}`);
    const stop = new AbortController();
    let seen = 0;
    const onCopy = () => {
      seen += 1;
      if (seen === 5) stop.abort();
    };
    mkdirSync(target, { recursive: true });
    await expect(mirrorFiles(home, target, { signal: stop.signal, onCopy })).rejects.toThrow();
    await mirrorFiles(home, target);
    expect(readFileSync(join(target, 'thumbnails/19.webp'), 'utf8')).toBe('19');
  });

  it('never removes what somebody else put into the new folder', async () => {
    put('letter.txt', 'mine', target);
    put('thumbnails/old.webp', 'old', target);
    await mirrorFiles(home, target);
    expect(existsSync(join(target, 'letter.txt'))).toBe(true);
    expect(existsSync(join(target, 'thumbnails/old.webp'))).toBe(false);
  });
});

describe('removing a copy', () => {
  it('leaves what is not of Octavo, and the note in the home', async () => {
    put('letter.txt', 'mine');
    updateLocation(home, { data_dir: target });
    await removeData(home);
    expect(existsSync(join(home, 'octavo.db'))).toBe(false);
    expect(existsSync(join(home, 'letter.txt'))).toBe(true);
    expect(dataDirOf(home)).toBe(target);
  });

  it('leaves no empty folder, unless requested', async () => {
    await removeData(home, { keepFolder: true });
    expect(readdirSync(home)).toEqual([]);
    await removeData(home);
    expect(existsSync(home)).toBe(false);
  });
});

test('a folder is known as a copy only of the data that it was made from', async () => {
  mkdirSync(target, { recursive: true });
  expect(await isMarked(target, home)).toBe(false);
  writeMarker(target, home);
  expect(await isMarked(target, home)).toBe(true);
  expect(await isMarked(target, dir)).toBe(false);
});
