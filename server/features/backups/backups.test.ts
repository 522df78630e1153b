import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';

import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  cancelRestore,
  createBackup,
  deleteBackup,
  getBackupState,
  listBackups,
  restoreBackup,
  uploadBackup,
  type Backup,
} from '../../../shared/api/backups.ts';
import { login } from '../../../shared/api/auth.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { listBinnedFiles, restoreBinnedFile } from '../../../shared/api/file-bin.ts';
import { createFileDeletion } from '../../../shared/api/file-deletions.ts';
import { createLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { listTasks } from '../../../shared/api/tasks.ts';
import { connect } from '../../database/database.ts';
import { needs } from '../../testing/needs.ts';
import { admin, newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';
import { addUser } from '../../testing/users.ts';
import { backupFileName } from './folder.ts';

let dataDir: string;
let root: string;
let octavo: TestServer;
beforeEach(async () => {
  dataDir = newDataDir();
  root = mkdtempSync(join(tmpdir(), 'octavo-shelf-'));
  octavo = await startTestServer({ dataDir });
});
afterEach(async () => {
  await octavo.stop();
  for (const folder of [dataDir, root]) rmSync(folder, { recursive: true, force: true });
});

const again = async () => {
  await octavo.stop();
  octavo = await startTestServer({ dataDir });
};
const list = async () => (await octavo.api.call(listBackups)).data;
const write = async (): Promise<Backup> => {
  await octavo.api.call(createBackup);
  await octavo.idle();
  const [newest] = await list();
  if (!newest) throw new Error('no backup was written');
  return newest;
};
const addLibrary = (name: string) => {
  mkdirSync(join(root, name));
  return octavo.api.call(createLibrary, { body: { name, path: join(root, name) } });
};
const libraryNames = async () =>
  (await octavo.api.call(listLibraries)).data.map(({ name }) => name);
const fileOf = (name: string) => join(dataDir, 'backups', name);
const upload = (bytes: Uint8Array<ArrayBuffer>) =>
  octavo.api.call(uploadBackup, { body: new Blob([bytes]) });
const bytesOf = (name: string) => new Uint8Array(readFileSync(fileOf(name)));

describe('restoring', () => {
  test('restores the state of the backup at the next start, and keeps the current one', async () => {
    await addLibrary('Before');
    await octavo.idle();
    const backup = await write();
    await addLibrary('After');
    await octavo.idle();

    const answer = await octavo.api.call(restoreBackup, { params: { name: backup.name } });
    expect(answer).toEqual({ restarting: false });
    expect((await octavo.api.call(getBackupState)).pending_restore).toBe(backup.name);
    expect(await libraryNames()).toEqual(['After', 'Before']);

    const before = octavo.token;
    await again();
    expect(await libraryNames()).toEqual(['Before']);
    expect((await octavo.api.call(getBackupState)).pending_restore).toBeNull();
    const old = await fetch(`${octavo.url}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${before}` },
    });
    expect(old.status).toBe(401);
    expect((await octavo.api.call(login, { body: admin })).access_token).not.toBe('');
    // The backup contains its own task as running; it must not run again.
    await octavo.idle();
    expect((await list()).map(({ reason }) => reason).sort()).toEqual(['before-restore', 'manual']);

    const kept = (await list()).find(({ reason }) => reason === 'before-restore');
    await octavo.api.call(restoreBackup, { params: { name: kept?.name ?? '' } });
    await again();
    expect(await libraryNames()).toEqual(['After', 'Before']);
  });

  test('keeps what is known of files in bins since then', async () => {
    const { id, path } = await addLibrary('Comics');
    for (const name of ['A 1.cbz', 'A 2.cbz', 'A 3.cbz']) writeCbz(join(path, 'A', name), 2);
    await octavo.api.call(startScan, { params: { id } });
    await octavo.idle();
    const { name } = await write();
    const { data: books } = await octavo.api.call(listBooks, {});
    await octavo.api.call(updateSetting, {
      params: { key: 'library.delete_files' },
      body: { value: true },
    });
    const [first, second] = books.map((book) => book.id);
    for (const book of [first, second]) {
      await octavo.api.call(createFileDeletion, { body: { book_ids: [book ?? ''] } });
      await octavo.idle();
    }
    // As a conversion leaves it, of which the backup knows nothing.
    const database = connect(join(dataDir, 'octavo.db'));
    database.prepare(`UPDATE binned_files SET reason = 'converted' WHERE path LIKE '%2.cbz'`).run();
    database.close();

    await octavo.api.call(restoreBackup, { params: { name } });
    await again();
    const { data: binned } = await octavo.api.call(listBinnedFiles, {});
    expect(binned.map((file) => [file.path, file.reason, file.book_id]).sort()).toEqual([
      ['A/A 1.cbz', 'deleted', first],
      ['A/A 2.cbz', 'replaced', second],
    ]);
    for (const file of binned)
      await octavo.api.call(restoreBinnedFile, { params: { id: file.id } });
    expect(readdirSync(join(path, 'A'))).toHaveLength(3);
    expect(existsSync(join(path, '.octavo-bin'))).toBe(false);
  });

  test('can be called off until then', async () => {
    const { name } = await write();
    await octavo.api.call(restoreBackup, { params: { name } });
    await octavo.api.call(cancelRestore);
    await expect(octavo.api.call(cancelRestore)).rejects.toMatchObject({ code: 'NotFound' });
    await addLibrary('Kept');
    await octavo.idle();
    await again();
    expect(await libraryNames()).toEqual(['Kept']);
  });

  test('continues where a start was interrupted between its two steps', async () => {
    const { name } = await write();
    await octavo.api.call(restoreBackup, { params: { name } });
    await octavo.stop();
    rmSync(join(dataDir, 'octavo.db'));
    octavo = await startTestServer({ dataDir });
    expect(await libraryNames()).toEqual([]);
    expect((await octavo.api.call(login, { body: admin })).access_token).not.toBe('');
  });

  test('refuses a file of which a single byte of a text has changed, wherever it is from', async () => {
    await addLibrary('Unmistakable');
    const { name } = await write();
    const bytes = readFileSync(fileOf(name));
    const offset = bytes.indexOf('Unmistakable');
    bytes.write('X', offset);
    writeFileSync(fileOf(name), bytes);
    const damaged = { message: expect.stringContaining('is damaged') as string };
    await expect(octavo.api.call(restoreBackup, { params: { name } })).rejects.toMatchObject(
      damaged,
    );
    await expect(upload(new Uint8Array(bytes))).rejects.toMatchObject(damaged);
    bytes.write('U', offset);
    expect(await upload(new Uint8Array(bytes))).toMatchObject({ problem: null });
  });

  test.each([
    ['cut off', (file: string) => truncateSync(file, 20_000), 'is damaged'],
    ['of another kind', (file: string) => writeFileSync(file, 'a text'), 'not an Octavo backup'],
    [
      'of a newer version',
      (file: string) => {
        const database = new SQLite(file);
        database.pragma('user_version = 99999');
        database.close();
      },
      'newer version',
    ],
  ])('refuses a file that is %s, with a sentence', async (_, harm, sentence) => {
    const { name } = await write();
    harm(fileOf(name));
    await expect(octavo.api.call(restoreBackup, { params: { name } })).rejects.toMatchObject({
      code: 'UnprocessableContent',
      message: expect.stringContaining(sentence) as string,
    });
    expect((await octavo.api.call(getBackupState)).pending_restore).toBeNull();
    expect(existsSync(join(dataDir, 'restore.db'))).toBe(false);
  });
});

describe('a restore with which no server can start', () => {
  test('is undone: the database before is back, whole', async () => {
    await addLibrary('Before');
    await octavo.idle();
    const { name } = await write();
    await addLibrary('After');
    await octavo.idle();
    await octavo.api.call(restoreBackup, { params: { name } });
    await octavo.stop();
    // Simulates a disk error after the database was verified.
    writeFileSync(join(dataDir, 'restore.db'), Buffer.alloc(20_000, 7));
    octavo = await startTestServer({ dataDir });
    expect(await libraryNames()).toEqual(['After', 'Before']);
    expect((await octavo.api.call(getBackupState)).pending_restore).toBeNull();
    expect(readdirSync(dataDir).filter((file) => file.startsWith('restore'))).toEqual([]);
  });
});

describe('a data directory that has lost its database', () => {
  test.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => truncateSync(file, 0)],
  ])('%s: no new one takes its place, and the sentence names a backup', async (_, lose) => {
    const { name } = await write();
    await octavo.stop();
    lose(join(dataDir, 'octavo.db'));
    await expect(startTestServer({ dataDir, bare: true })).rejects.toThrow(
      new RegExp(`is missing or empty.*Copy a backup, such as .*${name}.*to .*octavo\\.db`),
    );
    copyFileSync(fileOf(name), join(dataDir, 'octavo.db'));
    octavo = await startTestServer({ dataDir });
    expect((await octavo.api.call(login, { body: admin })).access_token).not.toBe('');
  });
});

describe('a file that is brought along', () => {
  const changed = (name: string, sql: string): Uint8Array<ArrayBuffer> => {
    const copy = join(root, 'changed.db');
    copyFileSync(fileOf(name), copy);
    const database = new SQLite(copy);
    database.exec(sql);
    database.close();
    return new Uint8Array(readFileSync(copy));
  };

  test.each([
    [
      'a trigger',
      `CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN UPDATE users SET role = 'admin'; END`,
    ],
    ['a view', 'CREATE VIEW evil AS SELECT password_hash FROM users'],
    ['a table', 'CREATE TABLE evil (name TEXT)'],
    ['no table of settings', 'DROP TABLE settings'],
    ['a column less', 'ALTER TABLE settings DROP COLUMN updated_by'],
  ])('is refused where it has %s', async (_, sql) => {
    const { name } = await write();
    await expect(upload(changed(name, sql))).rejects.toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('not an Octavo backup') as string,
    });
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([name]);
  });

  test('leaves no log beside it where it is in WAL mode, taken or refused', async () => {
    const { name } = await write();
    const inLog = changed(name, 'PRAGMA journal_mode = WAL');
    const added = await upload(inLog);
    const damagedPages = inLog.slice();
    damagedPages.fill(7, 40_000, 200_000);
    await expect(upload(damagedPages)).rejects.toMatchObject({ code: 'BadRequest' });
    await octavo.api.call(restoreBackup, { params: { name: added.name } });
    expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([name, added.name].sort());
  });

  test('is checked, listed and can be restored', async () => {
    const { name } = await write();
    const bytes = bytesOf(name);
    await octavo.api.call(deleteBackup, { params: { name } });
    expect(await list()).toEqual([]);
    const added = await upload(bytes);
    expect(added).toMatchObject({ reason: 'uploaded', problem: null, file_size: bytes.length });
    expect(bytesOf(added.name)).toEqual(bytes);
    await octavo.api.call(restoreBackup, { params: { name: added.name } });
  });

  test('is refused if it is not a whole backup, and leaves nothing behind', async () => {
    const { name } = await write();
    const foreign = new SQLite(':memory:');
    foreign.exec('CREATE TABLE books (title TEXT); PRAGMA user_version = 5');
    const files: [Uint8Array<ArrayBuffer>, string][] = [
      [new Uint8Array(), 'not an Octavo backup'],
      [new TextEncoder().encode('a text'), 'not an Octavo backup'],
      [new Uint8Array(foreign.serialize()), 'not an Octavo backup'],
      [bytesOf(name).slice(0, 30_000), 'damaged'],
    ];
    for (const [bytes, sentence] of files) {
      await expect(upload(bytes)).rejects.toMatchObject({
        code: 'BadRequest',
        message: expect.stringContaining(sentence) as string,
      });
    }
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([name]);
  });
});

describe('the folder', () => {
  test('says what is wrong with files that are not whole backups', async () => {
    const { name } = await write();
    const foreign = new SQLite(':memory:');
    foreign.exec('CREATE TABLE books (title TEXT); PRAGMA user_version = 5');
    const named = (second: number) => `octavo-20200101-00000${second}-000-manual.db`;
    writeFileSync(fileOf(named(1)), bytesOf(name).slice(0, 30_000));
    writeFileSync(fileOf(named(2)), foreign.serialize());
    const problems = (await list()).map((backup) => [backup.name, backup.problem]);
    expect(Object.fromEntries(problems)).toEqual({
      [name]: null,
      [named(1)]: 'This backup is damaged and cannot be restored.',
      [named(2)]: 'This file is not an Octavo backup.',
    });
    foreign.close();
  });

  test('downloads a complete database, and lists nothing but backups', async () => {
    const { name } = await write();
    const response = await octavo.request(`/backups/${name}/file`);
    expect(response.headers.get('content-disposition')).toContain(name);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytesOf(name));
    writeFileSync(join(dataDir, 'backups', 'mine.db'), 'not yours');
    for (const other of ['mine.db', '..%2Foctavo.db', 'octavo.db']) {
      expect((await octavo.request(`/backups/${other}/file`)).status).toBe(404);
      expect((await octavo.request(`/backups/${other}`, { method: 'DELETE' })).status).toBe(404);
    }
    expect(existsSync(join(dataDir, 'octavo.db'))).toBe(true);
    expect((await list()).map((backup) => backup.name)).toEqual([name]);
  });

  test('is open to admins only', async () => {
    const { name } = await write();
    const headers = await addUser(dataDir, { username: 'mia', role: 'maintainer' });
    for (const path of ['/backups', '/backups/state', `/backups/${name}/file`]) {
      expect((await octavo.request(path, { headers })).status).toBe(403);
    }
  });

  test('can be changed; backups in the former one stay in the list', async () => {
    const first = await write();
    const elsewhere = join(root, 'copies');
    await octavo.api.call(updateSetting, {
      params: { key: 'backups.folder' },
      body: { value: elsewhere },
    });
    const second = await write();
    expect(readdirSync(elsewhere)).toEqual([second.name]);
    expect((await list()).map(({ name }) => name)).toEqual([second.name, first.name]);
  });

  test('that cannot be written fails the task with a sentence', async () => {
    const folder = join(root, 'copies');
    await octavo.api.call(updateSetting, {
      params: { key: 'backups.folder' },
      body: { value: folder },
    });
    writeFileSync(folder, 'a file by now');
    await octavo.api.call(createBackup);
    await octavo.idle();
    const { data } = await octavo.api.call(listTasks, { query: { task_type: 'backup_database' } });
    expect(data[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Choose another in the settings') as string,
    });
  });

  // An automounter refuses a folder that it does not know in the same way.
  test.skipIf(process.platform !== 'linux')(
    'below which the system makes no folders is named as such',
    needs('Linux'),
    async () => {
      await octavo.api.call(updateSetting, {
        params: { key: 'backups.folder' },
        body: { value: '/proc/octavo/copies' },
      });
      await octavo.api.call(createBackup);
      await octavo.idle();
      const { data } = await octavo.api.call(listTasks, {
        query: { task_type: 'backup_database' },
      });
      expect(data[0]?.error).toMatch(/cannot be written \(ENOENT\)/);
    },
  );
});

describe('the schedule', () => {
  test('makes up for a missed backup at the start and keeps as many as the setting says', async () => {
    await octavo.api.call(updateSetting, { params: { key: 'backups.keep' }, body: { value: 2 } });
    const manual = await write();
    for (const day of ['2024-01-07', '2024-01-14', '2024-01-21']) {
      const name = backupFileName(new Date(`${day}T04:00:00Z`), 'scheduled');
      writeFileSync(fileOf(name), bytesOf(manual.name));
    }
    await octavo.api.call(deleteBackup, { params: { name: manual.name } });
    await octavo.stop();
    const database = connect(join(dataDir, 'octavo.db'));
    database.prepare(`UPDATE users SET created_at = '2024-01-01T00:00:00.000Z'`).run();
    database.close();
    octavo = await startTestServer({ dataDir });
    await vi.waitFor(async () => expect((await list())[0]?.reason).toBe('scheduled'), 10_000);
    await octavo.idle();
    const [newest, kept, ...others] = await list();
    expect(newest?.reason).toBe('scheduled');
    expect(newest?.created_at.startsWith('2024')).toBe(false);
    expect(kept?.created_at).toBe('2024-01-21T04:00:00.000Z');
    expect(others).toEqual([]);
    await again();
    await octavo.idle();
    expect((await list()).length).toBe(2);
  });

  test('is not misled by a backup from when the clock was ahead', async () => {
    await octavo.api.call(updateSetting, { params: { key: 'backups.keep' }, body: { value: 1 } });
    const { name } = await write();
    const ahead = backupFileName(new Date('2099-01-01T04:00:00Z'), 'scheduled');
    writeFileSync(fileOf(ahead), bytesOf(name));
    await octavo.api.call(deleteBackup, { params: { name } });
    await octavo.stop();
    const database = connect(join(dataDir, 'octavo.db'));
    database.prepare(`UPDATE users SET created_at = '2024-01-01T00:00:00.000Z'`).run();
    database.close();
    octavo = await startTestServer({ dataDir });
    await vi.waitFor(async () =>
      expect((await list()).map((backup) => backup.name)).not.toEqual([ahead]),
    );
    await octavo.idle();
    const left = await list();
    expect(left.map((backup) => [backup.reason, backup.name === ahead])).toEqual([
      ['scheduled', false],
    ]);
  });

  test('can be switched off', async () => {
    expect((await octavo.api.call(getBackupState)).next_at).not.toBeNull();
    await octavo.api.call(updateSetting, {
      params: { key: 'backups.schedule' },
      body: { value: '' },
    });
    expect((await octavo.api.call(getBackupState)).next_at).toBeNull();
    await expect(
      octavo.api.call(updateSetting, {
        params: { key: 'backups.schedule' },
        body: { value: 'often' },
      }),
    ).rejects.toMatchObject({ code: 'BadRequest' });
  });
});

test('a folder with the name of a backup is not offered, and stops no other', async () => {
  const backup = await write();
  const names = ['2026-01-01', '2026-01-02'].map((day) => backupFileName(new Date(day), 'manual'));
  const [folder = '', pipe = ''] = names;
  mkdirSync(fileOf(folder));
  if (process.platform !== 'win32') execFileSync('mkfifo', [fileOf(pipe)]);
  expect(await list()).toEqual([backup]);
  for (const name of names) {
    expect((await octavo.request(`/backups/${name}/file`)).status).toBe(404);
    for (const [method, path] of [
      ['POST', `/backups/${name}/restore`],
      ['DELETE', `/backups/${name}`],
    ] as const) {
      expect((await octavo.request(path, { method })).status).toBe(404);
    }
  }
});
