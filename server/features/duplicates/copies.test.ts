import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import {
  findDuplicates,
  hideCopy,
  listDuplicates,
  listSetAsideCopies,
  moveCopyToBin,
  restoreCopy,
} from '../../../shared/api/duplicates.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { emptyTrash, listTrash } from '../../../shared/api/trash.ts';
import { connect } from '../../database/database.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { needs } from '../../testing/needs.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';
import { binFolder } from '../../lib/file-bin.ts';

let octavo: TestServer;
let dataDir: string;
let root: string;
const isRoot = process.getuid?.() === 0;
let libraryId: string;
const good = 'Saga/Saga 01.cbz';
const copy = 'Saga/Copies/Saga 01.cbz';
const pathOf = (path: string) => join(root, path);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-copies-'));
  dataDir = newDataDir();
  octavo = await startTestServer({ dataDir });
  writeCbz(pathOf(good), 4);
  mkdirSync(dirname(pathOf(copy)), { recursive: true });
  copyFileSync(pathOf(good), pathOf(copy));
  writeCbz(pathOf('Other/Other 01.cbz'), 3);
  libraryId = (
    await octavo.api.call(createLibrary, {
      body: { name: 'Comics', path: root, scan_immediately: true },
    })
  ).id;
  await octavo.idle();
  await octavo.api.call(findDuplicates);
  await octavo.idle();
});
afterEach(async () => {
  await octavo.stop();
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const rescan = async () => {
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
};
const paths = async () =>
  (await octavo.api.call(listBooks, {})).data
    .map(({ path }) => relative(root, path).replaceAll('\\', '/'))
    .sort();
const idOf = async (path: string) => {
  const found = (await octavo.api.call(listBooks, {})).data.find(
    (book) => book.path === pathOf(path),
  );
  if (!found) throw new Error(`There is no ${path}`);
  return found.id;
};
const allow = (value = true) =>
  octavo.api.call(updateSetting, { params: { key: 'duplicates.move_files' }, body: { value } });
const copies = async () =>
  (await octavo.api.call(listSetAsideCopies, {})).data.map(({ path, place }) => [path, place]);
/** Pretends that files have been in the bin for days, and restarts the server. */
const daysAgo = async (days: number) => {
  await octavo.stop();
  const database = connect(join(dataDir, 'octavo.db'));
  database
    .prepare('UPDATE set_aside_copies SET set_aside_at = ?')
    .run(new Date(Date.now() - days * 86_400_000).toISOString());
  database.close();
  octavo = await startTestServer({ dataDir });
};
const bin = () =>
  existsSync(pathOf(binFolder))
    ? readdirSync(pathOf(binFolder), { recursive: true }).filter((name) =>
        String(name).endsWith('.cbz'),
      )
    : [];
const all = [copy, good, 'Other/Other 01.cbz'].sort();
const without = all.filter((path) => path !== copy);
/** Marks the copy as read up to page 2, with an edited title. */
const startReading = async (id: string) => {
  await octavo.api.call(updateProgress, { params: { id }, body: { current_page: 2 } });
  await octavo.api.call(updateBook, { params: { id }, body: { title: 'Mine' } });
};
/** A copy that was changed like this is not moved, for this reason. */
const staysAfter = async (_: string, change: () => void, reason: string): Promise<void> => {
  await allow();
  const id = await idOf(copy);
  change();
  try {
    const move = octavo.api.call(moveCopyToBin, { params: { id } });
    await expect(move).rejects.toThrow(reason);
    expect(await copies()).toEqual([]);
    expect(await paths()).toEqual(all);
  } finally {
    rmSync(`${root} elsewhere`, { recursive: true, force: true });
  }
};

const expectKept = async (id: string) => {
  const { title, missing_since } = await octavo.api.call(getBook, { params: { id } });
  const { current_page } = await octavo.api.call(getProgress, { params: { id } });
  expect({ title, missing_since, current_page }).toEqual({
    title: 'Mine',
    missing_since: null,
    current_page: 2,
  });
};

describe('a hidden copy', () => {
  test('is ignored by lists, scans and the trash, and comes back as it was', async () => {
    const id = await idOf(copy);
    const bytes = readFileSync(pathOf(copy));
    await startReading(id);
    await octavo.api.call(hideCopy, { params: { id } });
    expect(await paths()).toEqual(without);
    expect((await octavo.api.call(listDuplicates, {})).total).toBe(0);
    expect(readFileSync(pathOf(copy)).equals(bytes)).toBe(true);
    await rescan();
    expect(await paths()).toEqual(without);
    expect((await octavo.api.call(listTrash, {})).total).toBe(0);
    await octavo.api.call(emptyTrash);
    expect(await copies()).toEqual([[copy, 'hidden']]);

    await octavo.api.call(restoreCopy, { params: { id } });
    expect(await copies()).toEqual([]);
    expect(await paths()).toEqual(all);
    await expectKept(id);
    await rescan();
    await expectKept(id);
    expect((await octavo.api.call(listDuplicates, {})).total).toBe(1);
  });

  test('needs another one: the last copy and other books cannot be hidden', async () => {
    const alone = { params: { id: await idOf('Other/Other 01.cbz') } };
    await expect(octavo.api.call(hideCopy, alone)).rejects.toMatchObject({ code: 'Conflict' });
    const [first, second] = [await idOf(good), await idOf(copy)];
    await octavo.api.call(hideCopy, { params: { id: first } });
    const last = octavo.api.call(hideCopy, { params: { id: second } });
    await expect(last).rejects.toMatchObject({ code: 'Conflict' });
    const again = octavo.api.call(hideCopy, { params: { id: first } });
    await expect(again).rejects.toMatchObject({ code: 'NotFound' });
    const visible = octavo.api.call(restoreCopy, { params: { id: second } });
    await expect(visible).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('is unknown to people who cannot see its library, and closed to readers', async () => {
    const id = await idOf(copy);
    const reader = await addUser(octavo.dataDir, { username: 'ann', role: 'reader' });
    for (const action of ['hide', 'bin', 'restore']) {
      const url = `${octavo.url}/api/v1/duplicates/copies/${id}/${action}`;
      expect((await fetch(url, { method: 'POST', headers: reader })).status).toBe(403);
    }
  });
});

describe('a copy in the bin', () => {
  test('leaves its folder only if an admin allowed it', async () => {
    const id = await idOf(copy);
    const maintainer = await addUser(octavo.dataDir, { username: 'max', role: 'maintainer' });
    const move = octavo.api.call(moveCopyToBin, { params: { id } });
    await expect(move).rejects.toThrow('The settings do not allow that Octavo moves files');
    await allow();
    const url = `${octavo.url}/api/v1/duplicates/copies/${id}/bin`;
    expect((await fetch(url, { method: 'POST', headers: maintainer })).status).toBe(403);
    expect(await paths()).toEqual(all);
    expect(bin()).toEqual([]);
  });

  test('is restored with its position and edits', async () => {
    await allow();
    const id = await idOf(copy);
    const bytes = readFileSync(pathOf(copy));
    await startReading(id);
    await octavo.api.call(moveCopyToBin, { params: { id } });
    expect(existsSync(pathOf(copy))).toBe(false);
    expect(bin()).toHaveLength(1);
    await rescan();
    expect(await paths()).toEqual(without);
    const { data } = await octavo.api.call(listSetAsideCopies, {});
    expect(data).toMatchObject([{ id, path: copy, place: 'bin', library_name: 'Comics' }]);
    const kept = Date.parse(data[0]?.deleted_at ?? '') - Date.parse(data[0]?.set_aside_at ?? '');
    expect(kept).toBe(30 * 86_400_000);

    await octavo.api.call(restoreCopy, { params: { id } });
    expect(readFileSync(pathOf(copy)).equals(bytes)).toBe(true);
    expect(existsSync(pathOf(binFolder))).toBe(false);
    await rescan();
    await expectKept(id);
    expect(await paths()).toEqual(all);
  });

  test('never replaces a file that took its place, nor another one in the bin', async () => {
    await allow();
    const id = await idOf(copy);
    await octavo.api.call(moveCopyToBin, { params: { id } });
    writeFileSync(pathOf(copy), 'new');
    const back = octavo.api.call(restoreCopy, { params: { id } });
    await expect(back).rejects.toThrow('Another file is in its place. Rename that one first.');
    expect(readFileSync(pathOf(copy), 'utf8')).toBe('new');
    expect(await copies()).toEqual([[copy, 'bin']]);
    rmSync(pathOf(copy));
    await octavo.api.call(restoreCopy, { params: { id } });
    expect(await paths()).toEqual(all);
  });

  test('that somebody put back by hand is a book again', async () => {
    await allow();
    const id = await idOf(copy);
    await octavo.api.call(moveCopyToBin, { params: { id } });
    renameSync(pathOf(join(binFolder, String(bin()[0]))), pathOf(copy));
    await octavo.api.call(restoreCopy, { params: { id } });
    expect(await paths()).toEqual(all);
  });

  test.each([
    ['changed since it was scanned', () => utimesSync(pathOf(copy), 1, 1), 'The file has changed'],
    ['is gone', () => rmSync(pathOf(copy)), 'The file no longer exists'],
    ['lost its other copies', () => rmSync(pathOf(good)), 'The other copies of this book'],
  ])('stays where it is if it %s', staysAfter);

  test.skipIf(leftOutOnWindows('Wine follows no links')).each<[string, () => void, string]>([
    [
      'is reached through a link',
      () => {
        renameSync(dirname(pathOf(copy)), `${root} elsewhere`);
        symlinkSync(`${root} elsewhere`, dirname(pathOf(copy)), 'junction');
      },
      'The file is reached through a link',
    ],
    [
      'would go to what is no folder',
      () => symlinkSync(tmpdir(), pathOf(binFolder), 'junction'),
      'The bin of the library is not a folder',
    ],
  ])('stays where it is if it %s', staysAfter);

  test.skipIf(isRoot || process.platform === 'win32')(
    'stays where it is in a folder that is read-only',
    needs('a user other than root, and permissions of POSIX'),
    async () => {
      await allow();
      const id = await idOf(copy);
      chmodSync(dirname(pathOf(copy)), 0o555);
      try {
        const move = octavo.api.call(moveCopyToBin, { params: { id } });
        await expect(move).rejects.toThrow('Octavo cannot move the file');
        expect(await paths()).toEqual(all);
        expect(existsSync(pathOf(binFolder))).toBe(false);
      } finally {
        chmodSync(dirname(pathOf(copy)), 0o755);
      }
    },
  );

  test.each([
    ['EBUSY', 'Another program uses the file'],
    ['EXDEV', 'The file is on another drive than its library'],
    ['EACCES', 'Octavo cannot move the file'],
    ['EROFS', 'The drive of the library can only be read'],
    ['EIO', 'The file could not be moved (EIO)'],
  ])('stays where it is if moving fails with %s', async (code, reason) => {
    await allow();
    const id = await idOf(copy);
    const fail = () =>
      interceptOperations([root], {
        before: ({ name }) => {
          if (name === 'rename') throw Object.assign(new Error(code), { code });
        },
      });
    let stop = fail();
    const move = octavo.api.call(moveCopyToBin, { params: { id } });
    await expect(move).rejects.toThrow(reason).finally(stop);
    expect(await paths()).toEqual(all);
    expect(existsSync(pathOf(binFolder))).toBe(false);
    await octavo.api.call(moveCopyToBin, { params: { id } });
    stop = fail();
    const back = octavo.api.call(restoreCopy, { params: { id } });
    await expect(back).rejects.toThrow(reason).finally(stop);
    expect(await copies()).toEqual([[copy, 'bin']]);
    expect(bin()).toHaveLength(1);
  });

  test('is not deleted while no other copy is on the disk', async () => {
    await allow();
    const third = 'Saga/Third/Saga 01.cbz';
    mkdirSync(dirname(pathOf(third)));
    copyFileSync(pathOf(good), pathOf(third));
    await rescan();
    await octavo.api.call(findDuplicates);
    await octavo.idle();
    for (const path of [copy, third])
      await octavo.api.call(moveCopyToBin, { params: { id: await idOf(path) } });
    renameSync(pathOf(good), pathOf('lent.cbz.away'));
    await daysAgo(31);
    expect((await octavo.api.call(listTrash, {})).total).toBe(0);
    expect(bin()).toHaveLength(2);

    await rescan();
    const { data } = await octavo.api.call(listSetAsideCopies, {});
    expect(data.map(({ deleted_at }) => deleted_at)).toEqual([null, null]);
    renameSync(pathOf('lent.cbz.away'), pathOf(good));
    await rescan();
    await daysAgo(31);
    await expect.poll(copies).toEqual([]);
    expect(bin()).toEqual([]);
  });

  test('is deleted when its time is over, and not before', async () => {
    await allow();
    const [id, stays] = [await idOf(copy), await idOf(good)];
    await startReading(id);
    await octavo.api.call(moveCopyToBin, { params: { id } });
    await daysAgo(29);
    expect(bin()).toHaveLength(1);
    // An unplugged drive looks as if all was deleted.
    renameSync(root, `${root} away`);
    await daysAgo(31);
    expect(await copies()).toEqual([[copy, 'bin']]);
    renameSync(`${root} away`, root);
    await daysAgo(31);
    await expect.poll(copies).toEqual([]);
    expect(existsSync(pathOf(binFolder))).toBe(false);
    expect(await paths()).toEqual(without);
    expect((await octavo.api.call(listTrash, {})).total).toBe(1);
    const params = { id: stays };
    expect((await octavo.api.call(getProgress, { params })).current_page).toBe(2);
  });

  test.each([
    ['before the file was moved', 'moving', false, all],
    ['after the file was moved', 'moving', true, without],
    ['before it was put back', 'restoring', true, without],
    ['after it was put back', 'restoring', false, all],
  ] as const)('is in one place after a crash %s', async (_, state, isInBin, expected) => {
    await allow();
    const id = await idOf(copy);
    await octavo.api.call(moveCopyToBin, { params: { id } });
    if (!isInBin) renameSync(pathOf(join(binFolder, String(bin()[0]))), pathOf(copy));
    await octavo.stop();
    const database = connect(join(dataDir, 'octavo.db'));
    database.prepare('UPDATE set_aside_copies SET state = ?').run(state);
    database.close();
    octavo = await startTestServer({ dataDir });
    await expect.poll(paths).toEqual(expected);
    await rescan();
    expect(await paths()).toEqual(expected);
    expect(await copies()).toEqual(isInBin ? [[copy, 'bin']] : []);
    expect(existsSync(pathOf(copy))).toBe(!isInBin);
    expect(existsSync(pathOf(binFolder))).toBe(isInBin);
  });
});
