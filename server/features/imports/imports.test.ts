import SQLite from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import type { ImportKind, ImportLine } from '../../../shared/api/import-record.ts';
import {
  createImport,
  getImport,
  inviteImported,
  listImportLines,
  runImport,
  undoImport,
  updateImportLine,
  uploadImport,
} from '../../../shared/api/imports.ts';
import { redeemPasswordReset } from '../../../shared/api/password-reset.ts';
import { createLibrary, deleteLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { addUser } from '../../testing/users.ts';
import {
  serverFixtures,
  startMovedLibrary,
  type MovedLibrary,
} from '../../testing/moved-library.ts';

const fixture = join(serverFixtures, 'komga', 'database.sqlite');

let moved: MovedLibrary;
let folder: string;
let file: string;
beforeAll(async () => {
  moved = await startMovedLibrary({ empty: true });
}, 60_000);
afterAll(() => moved.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-import-'));
  file = join(folder, 'database.sqlite');
  cpSync(fixture, file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (...statements: string[]) => {
  const database = new SQLite(file);
  for (const statement of statements) database.exec(statement);
  database.close();
};
const lines = async (id: string, kind: ImportKind): Promise<ImportLine[]> => {
  const { call } = moved.octavo.api;
  return (await call(listImportLines, { params: { id }, query: { kind, pageSize: 500 } })).data;
};
const lineOf = async (id: string, kind: ImportKind, title: string) => {
  const found = (await lines(id, kind)).find((line) => line.title === title);
  if (!found) throw new Error(`No line ${title}`);
  return found;
};

describe('a database is refused with a sentence', () => {
  test.each<[string, () => void, string]>([
    [
      'of a newer Komga',
      () =>
        change(
          "UPDATE flyway_schema_history SET version = '20990101000000' WHERE installed_rank = 1",
        ),
      'newer version of Komga',
    ],
    [
      'with a view for a table',
      () => change('ALTER TABLE BOOK RENAME TO OTHER', 'CREATE VIEW BOOK AS SELECT * FROM OTHER'),
      'is computed, not stored',
    ],
    ['that is damaged', () => writeFileSync(file, readFileSync(file).fill(0xaa, 8192)), 'damaged'],
    ['of something else', () => writeFileSync(file, 'nothing'), 'not a database of Komga'],
    ['that is not there', () => rmSync(file), 'does not exist'],
  ])('%s', async (_, prepare, sentence) => {
    prepare();
    const { id, status, error } = await moved.read('komga', file);
    expect({ status, error }).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(sentence) as string,
    });
    const run = moved.octavo.api.call(runImport, { params: { id }, body: {} });
    await expect(run).rejects.toMatchObject({ code: 'Conflict' });
  });
});

test('hostile values become nothing', async () => {
  change(
    `UPDATE BOOK SET URL = 'file:/srv/media/library/Books/../../../../etc/passwd', NAME = x'00ff' WHERE rowid = 1`,
    `UPDATE USER SET EMAIL = 'no address' WHERE rowid = 1`,
    `UPDATE READ_PROGRESS SET PAGE = -1e300, READ_DATE = 'never', LAST_MODIFIED_DATE = x'00', locator = x'1f8b00' WHERE rowid % 2 = 0`,
    `CREATE TRIGGER steal AFTER UPDATE ON BOOK BEGIN DELETE FROM LIBRARY; END`,
  );
  const { status, id } = await moved.read('komga', file);
  expect(status).toBe('ready');
  expect(await lines(id, 'person')).toHaveLength(2);
  expect((await lines(id, 'progress')).length).toBeLessThan(25);
});

test('a file can be sent, and only an admin imports', async () => {
  const { call } = moved.octavo.api;
  const body = new Blob([readFileSync(fixture)]);
  const { id } = await call(uploadImport, { query: { source: 'komga', name: 'my.db' }, body });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'ready', name: 'my.db' });
  const headers = await addUser(moved.octavo.dataDir, { username: 'mia', role: 'maintainer' });
  await expect(call(getImport, { params: { id }, headers })).rejects.toMatchObject({
    code: 'Forbidden',
  });
  const other = call(createImport, { body: { source: 'komga', path: file }, headers });
  await expect(other).rejects.toMatchObject({ code: 'Forbidden' });
});

test('an import whose task was abandoned after crashes is not reported as cancelled', async () => {
  const { id, task_id } = await moved.read('komga', file);
  const end = (status: string) => {
    moved.database.prepare("UPDATE imports SET status = 'importing' WHERE id = ?").run(id);
    moved.database.prepare('UPDATE tasks SET status = ? WHERE id = ?').run(status, task_id);
    return moved.get(id);
  };
  expect((await end('failed')).error).toMatch(/interrupted too often/);
  expect((await end('cancelled')).error).toMatch(/was cancelled/);
});

test('a missing library is created, scanned and matched, and removed by undo', async () => {
  const { call } = moved.octavo.api;
  const { id } = await moved.read('komga', file);
  expect((await lines(id, 'book')).every(({ state }) => state === 'missing')).toBe(true);
  const comics = await lineOf(id, 'library', 'Comics');
  const target = join(moved.root, 'Comics');
  await call(updateImportLine, { params: { id, line: comics.id }, body: { target } });
  await moved.octavo.idle();
  expect(await lineOf(id, 'library', 'Comics')).toMatchObject({ state: 'new', basis: 'choice' });
  const child = await lineOf(id, 'person', 'child');
  await call(updateImportLine, { params: { id, line: child.id }, body: { choice: 'skip' } });
  await call(runImport, { params: { id }, body: {} });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'imported', error: null });
  expect((await call(listLibraries)).data.map(({ name }) => name)).toEqual(['Comics']);
  const read = moved.database.prepare(
    `SELECT u.username, count(*) AS count FROM progress p JOIN users u ON u.pk = p.user_pk
     GROUP BY u.username ORDER BY u.username`,
  );
  const imported = [
    { username: 'owner', count: 4 },
    { username: 'reader', count: 1 },
  ];
  expect(read.all()).toEqual(imported);

  const { invitations } = await call(inviteImported, { params: { id } });
  expect(invitations.map(({ username }) => username)).toEqual(['owner', 'reader']);
  const token = new URL(invitations[1]?.link ?? '').searchParams.get('token') ?? '';
  const password = 'a password of my own';
  expect(await call(redeemPasswordReset, { body: { token, password } })).toMatchObject({
    username: 'reader',
  });

  moved.database.exec(
    "CREATE TRIGGER stay BEFORE DELETE ON libraries BEGIN SELECT raise(ABORT, 'stay'); END",
  );
  await undo(id);
  moved.database.exec('DROP TRIGGER stay');
  expect(await moved.get(id)).toMatchObject({
    status: 'failed',
    error: 'The library could not be removed. Its task says why.',
  });
  await undo(id);
  expect(await moved.get(id)).toMatchObject({ status: 'undone' });
  expect((await call(listLibraries)).data).toEqual([]);
  // The reader has a password now, and stays.
  const people = moved.database.prepare('SELECT username FROM users ORDER BY pk').pluck().all();
  expect(people).toEqual(['admin', 'mia', 'reader']);

  await call(runImport, { params: { id }, body: {} });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'imported', error: null });
  expect(read.all()).toEqual(imported);
  await undo(id);
  expect((await call(listLibraries)).data).toEqual([]);
}, 60_000);

test('a library that was added by hand after the report is matched, and stays after the undo', async () => {
  const { call } = moved.octavo.api;
  const { id } = await moved.read('komga', file);
  const comics = await lineOf(id, 'library', 'Comics');
  const target = join(moved.root, 'Comics');
  await call(updateImportLine, { params: { id, line: comics.id }, body: { target } });
  await moved.octavo.idle();
  const library = await call(createLibrary, { body: { name: 'By hand', path: target } });
  await call(runImport, { params: { id }, body: {} });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'imported', error: null });
  const count = moved.database.prepare('SELECT count(*) FROM progress').pluck();
  expect(count.get()).toBe(5);
  await undo(id);
  expect(count.get()).toBe(0);
  expect((await call(listLibraries)).data).toMatchObject([{ name: 'By hand' }]);
  await call(deleteLibrary, { params: { id: library.id } });
  await moved.octavo.idle();
}, 60_000);

const staying = (names: string) => `These were used or changed since, so they stay: ${names}.`;

const undo = async (id: string) => {
  await moved.octavo.api.call(undoImport, { params: { id } });
  await moved.octavo.idle();
};

test('the undo keeps a new library in which somebody has read since, and a new person who has signed in', async () => {
  const { call } = moved.octavo.api;
  const { id } = await moved.read('komga', file);
  const comics = await lineOf(id, 'library', 'Comics');
  const target = join(moved.root, 'Comics');
  await call(updateImportLine, { params: { id, line: comics.id }, body: { target } });
  await moved.octavo.idle();
  await call(runImport, { params: { id }, body: {} });
  await moved.octavo.idle();
  const [book] = (await call(listBooks)).data;
  await call(updateProgress, { params: { id: book?.id ?? '' }, body: { current_page: 2 } });
  // As the sign-in of a proxy does.
  moved.database.exec(
    `INSERT INTO sign_ins (id, user_pk, source, address, created_at)
     SELECT '1', pk, 'proxy', '127.0.0.1', '2026-01-01T00:00:00.000Z' FROM users WHERE username = 'owner'`,
  );
  await undo(id);
  expect(await moved.get(id)).toMatchObject({ status: 'undone', error: staying('owner, Comics') });
  expect((await call(listLibraries)).data).toMatchObject([{ name: 'Comics' }]);
  const people = moved.database.prepare('SELECT username FROM users').pluck().all();
  expect(people).toContain('owner');
  expect(people).not.toContain('child');
}, 120_000);

test('the command line makes a report, and imports on request', async () => {
  const data = mkdtempSync(join(tmpdir(), 'octavo-cli-import-'));
  const octavo = (...args: string[]) =>
    new Promise<{ stdout: string; stderr: string }>((resolve) => {
      const main = join(import.meta.dirname, '../../cli/main.ts');
      const all = [main, ...args, '--data-dir', data];
      execFile(process.execPath, all, (_error, stdout, stderr) => resolve({ stdout, stderr }));
    });
  try {
    const unset = await octavo('import', 'komga', file, '--admin', 'admin');
    expect(unset.stderr).toContain('create the first account');
    const wrong = await octavo('import', 'komga', file);
    expect(wrong.stderr).toContain('octavo import <program> <file> --admin <name>');
    const other = await octavo('import', 'shelf', file, '--admin', 'admin');
    expect(other.stderr).toContain('Octavo imports from octavo, komga, codex, kavita');
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}, 30_000);
