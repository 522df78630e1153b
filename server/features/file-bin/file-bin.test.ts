import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { listBinnedFiles, restoreBinnedFile } from '../../../shared/api/file-bin.ts';
import {
  createFileDeletion,
  listDeletedBooks,
  undoFileDeletion,
} from '../../../shared/api/file-deletions.ts';
import { createLibrary, deleteLibrary } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { connect } from '../../database/database.ts';
import { binFolder } from '../../lib/file-bin.ts';
import { createFileBin } from '../../scanner/file-bin/file-bin.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';
import { statAgain } from '../../scanner/scan/walk.ts';
import { writeCbz } from '../../testing/zip.ts';

const path = 'Saga/Saga 01.cbz';
let octavo: TestServer;
let dataDir: string;
let root: string;
let library_id: string;
const pathOf = (name: string) => join(root, name);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-bin-'));
  dataDir = newDataDir();
  octavo = await startTestServer({ dataDir });
  writeCbz(pathOf(path), 3);
  writeCbz(pathOf('Other/Other 01.cbz'), 2);
  library_id = (
    await octavo.api.call(createLibrary, {
      body: { name: 'Comics', path: root, scan_immediately: true },
    })
  ).id;
  await octavo.idle();
});
afterEach(async () => {
  await octavo.stop();
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const withBin = async <Result>(use: (bin: ReturnType<typeof createFileBin>) => Result) => {
  const database = connect(join(dataDir, 'octavo.db'));
  try {
    return await use(createFileBin({ database }));
  } finally {
    database.close();
  }
};
const scannedFile = (name: string) => {
  const file = statAgain(root, name, false);
  return { file_size: file?.size ?? -1, file_modified_ms: file?.mtimeMs ?? -1 };
};
const put = (reason: 'replaced' | 'converted' = 'replaced') =>
  withBin((bin) => bin.put({ library_id, path, scanned: scannedFile(path), reason }));
const listed = async () => (await octavo.api.call(listBinnedFiles, {})).data;

test('a file is moved to the bin and restored byte for byte, as the same book', async () => {
  const before = readFileSync(pathOf(path));
  const bookThere = async () =>
    (await octavo.api.call(listBooks, {})).data.find((book) => book.path === pathOf(path));
  const book = await bookThere();
  const id = await put();
  expect(existsSync(pathOf(path))).toBe(false);
  expect(await listed()).toMatchObject([
    { id, path, reason: 'replaced', library_name: 'Comics', file_size: before.length },
  ]);
  expect(readFileSync(pathOf(`${binFolder}/${id}/Saga 01.cbz`)).equals(before)).toBe(true);

  writeFileSync(pathOf(path), 'another');
  const restore = () => octavo.api.call(restoreBinnedFile, { params: { id } });
  await expect(restore()).rejects.toThrow(/Another file is in its place/);
  expect(readFileSync(pathOf(path), 'utf8')).toBe('another');
  rmSync(pathOf(path));
  await octavo.api.call(startScan, { params: { id: library_id } });
  await octavo.idle();
  expect(await bookThere()).toBeUndefined();
  await restore();
  await octavo.idle();
  expect(readFileSync(pathOf(path)).equals(before)).toBe(true);
  expect(await bookThere()).toMatchObject({ id: book?.id });
  expect(await listed()).toEqual([]);
  expect(existsSync(pathOf(binFolder))).toBe(false);
  await expect(restore()).rejects.toThrow(/not found/i);

  const converted = await put('converted');
  const undo = octavo.api.call(restoreBinnedFile, { params: { id: converted } });
  await expect(undo).rejects.toThrow(/Undo the conversion/);
});

test('only the scanned file is moved, never one outside of the library', async () => {
  const scanned = scannedFile(path);
  writeFileSync(pathOf(path), 'changed');
  await withBin(async (bin) => {
    const file = { library_id, path, scanned, reason: 'deleted' } as const;
    await expect(bin.put(file)).rejects.toThrow(/has changed/);
    const outside = { ...file, path: `../${path}` };
    await expect(bin.put(outside)).rejects.toThrow(/outside/);
    await expect(bin.put({ ...file, path: 'Saga' })).rejects.toThrow(/Only files/);
    mkdirSync(pathOf('Pages'));
    writeFileSync(pathOf('Pages/1.png'), 'x');
    const id = await bin.put({ ...file, path: 'Pages', scanned: 'folder' });
    expect(existsSync(pathOf('Pages'))).toBe(false);
    await bin.putBack(id);
    expect(readFileSync(pathOf('Pages/1.png'), 'utf8')).toBe('x');
  });
  expect(readFileSync(pathOf(path), 'utf8')).toBe('changed');
  expect(await listed()).toEqual([]);
});

test.each([
  ['EROFS', /can only be read/],
  ['ENOSPC', /is full/],
])('a drive that answers %s is named as the reason, and the file stays', async (code, reason) => {
  const folders: string[] = [];
  const stop = interceptOperations([root], {
    before: ({ name, path: folder }) => {
      if (name !== 'mkdir') return;
      folders.push(basename(folder));
      throw Object.assign(new Error(code), { code, syscall: 'mkdir' });
    },
  });
  await expect(put()).rejects.toThrow(reason);
  stop();
  // With `recursive`, Node answers ENOENT for each folder on a read-only drive.
  expect(folders).toEqual([binFolder]);
  expect(existsSync(pathOf(path))).toBe(true);
});

test('interrupted at any step, the file is in one place, and the next start knows it', async () => {
  const before = readFileSync(pathOf(path));
  for (const back of [false, true]) {
    for (let operation = 0; ; operation += 1) {
      const id = back ? await put() : null;
      let count = 0;
      const stop = interceptOperations([root], {
        before: () => {
          if (count++ >= operation) throw new Error('The power failed');
        },
      });
      const scanned = { file_size: before.length, file_modified_ms: 0 };
      if (id === null) Object.assign(scanned, scannedFile(path));
      const failure = await withBin((bin) =>
        id === null ? bin.put({ library_id, path, scanned, reason: 'replaced' }) : bin.putBack(id),
      ).catch((error: unknown) => error);
      stop();
      await withBin((bin) => bin.settleInterrupted());
      const rows = await listed();
      expect(rows).toHaveLength(existsSync(pathOf(path)) ? 0 : 1);
      for (const row of rows) await withBin((bin) => bin.putBack(row.id));
      expect(readFileSync(pathOf(path)).equals(before)).toBe(true);
      if (!(failure instanceof Error)) break;
    }
  }
});

test('that a file moves is flushed to the disk before it does, so that a power failure leaves its record', async () => {
  const database = connect(join(dataDir, 'octavo.db'));
  const flushed = () => database.pragma('synchronous', { simple: true }) === 2;
  const seen: string[] = [];
  const stop = interceptOperations([root, dataDir], {
    before: ({ kind, name }) => {
      if (kind === 'sql') seen.push(`${name.trim().split(' ')[0]} ${flushed()}`);
      if (name === 'rename') seen.push(name);
    },
  });
  try {
    const bin = createFileBin({ database });
    const id = await bin.put({ library_id, path, scanned: scannedFile(path), reason: 'replaced' });
    await bin.putBack(id);
  } finally {
    stop();
    database.close();
  }
  expect(seen).toEqual([
    ...['INSERT true', 'rename', 'UPDATE false'],
    ...['UPDATE true', 'rename', 'DELETE false'],
  ]);
});

test('files move on to the bin of the system, if an admin wants it, and come back from there', async () => {
  await octavo.stop();
  const systemBin = mkdtempSync(join(tmpdir(), 'octavo-system-bin-'));
  const moved: string[] = [];
  octavo = await startTestServer({
    dataDir,
    moveToSystemBin: (file) => {
      moved.push(file);
      renameSync(file, join(systemBin, basename(file)));
      return Promise.resolve();
    },
  });
  const deleteOther = async () => {
    const { data } = await octavo.api.call(listBooks, {});
    const other = data.find((candidate) => candidate.path === pathOf('Other/Other 01.cbz'));
    await octavo.api.call(createFileDeletion, { body: { book_ids: [other?.id ?? ''] } });
    await octavo.idle();
  };
  const set = (key: 'library.delete_files' | 'desktop.system_bin') =>
    octavo.api.call(updateSetting, { params: { key }, body: { value: true } });
  await set('library.delete_files');
  await set('desktop.system_bin');
  await deleteOther();
  await vi.waitFor(async () => expect(await listed()).toMatchObject([{ is_in_system_bin: true }]));
  expect(moved).toHaveLength(1);
  const [{ id } = { id: '' }] = await listed();
  const restore = () => octavo.api.call(restoreBinnedFile, { params: { id } });
  await expect(restore()).rejects.toThrow(/in the bin of the system\. Restore it there/);
  renameSync(join(systemBin, basename(moved[0] ?? '')), moved[0] ?? '');
  await restore();
  expect(existsSync(pathOf('Other/Other 01.cbz'))).toBe(true);
  expect(await listed()).toEqual([]);
  rmSync(systemBin, { recursive: true, force: true });
});

test('files are moved on to a chosen folder, also on another drive, and undo restores them', async () => {
  const set = (key: string, value: string | boolean) =>
    octavo.api.call(updateSetting, { params: { key }, body: { value } });
  await expect(set('library.bin_folder', join(root, 'Saga'))).rejects.toThrow(/library "Comics"/);
  await expect(set('library.bin_folder', 'former')).rejects.toThrow(/absolute/);
  await expect(set('library.bin_folder', join(root, '../nowhere at all'))).rejects.toThrow(
    /cannot write/,
  );
  const otherDrive = process.env['OCTAVO_TEST_SHARE'] ?? '/dev/shm';
  const drives = [otherDrive, tmpdir()].filter((drive) => existsSync(drive));
  for (const drive of drives) {
    const chosen = mkdtempSync(join(drive, 'octavo-former-'));
    await set('library.bin_folder', chosen);
    await set('library.delete_files', true);
    const before = readFileSync(pathOf(path));
    const factsOf = ({ mode, mtime }: Stats) => ({ mode, mtime });
    chmodSync(pathOf(path), 0o664);
    const facts = factsOf(statSync(pathOf(path)));
    const { data } = await octavo.api.call(listBooks, {});
    const book = data.find((candidate) => candidate.path === pathOf(path));
    const { id } = await octavo.api.call(createFileDeletion, {
      body: { book_ids: [book?.id ?? ''] },
    });
    await octavo.idle();
    const kept = await vi.waitFor(async () => {
      const [row] = await listed();
      expect(row?.kept_at).toBe(join(chosen, row?.id ?? '', basename(path)));
      return row?.kept_at ?? '';
    });
    expect(readFileSync(kept).equals(before)).toBe(true);
    expect(existsSync(pathOf(binFolder))).toBe(false);
    const undo = async () => {
      await octavo.api.call(undoFileDeletion, { params: { id: id ?? '' }, body: {} });
      await octavo.idle();
    };
    // A drive that is not there.
    renameSync(chosen, `${chosen} away`);
    await undo();
    const { data: left } = await octavo.api.call(listDeletedBooks, { params: { id: id ?? '' } });
    expect(left).toMatchObject([
      { reason: expect.stringContaining('Connect its drive') as string },
    ]);
    renameSync(`${chosen} away`, chosen);
    await undo();
    expect(readFileSync(pathOf(path)).equals(before)).toBe(true);
    expect(factsOf(statSync(pathOf(path)))).toEqual(facts);
    expect(await listed()).toEqual([]);
    expect(readdirSync(chosen)).toEqual([]);

    // A folder of pictures; a failure at any step leaves it whole in one of the places.
    mkdirSync(pathOf('Pages'));
    writeFileSync(pathOf('Pages/1.png'), 'x');
    for (let operation = 0; ; operation += 1) {
      const failure = await withBin(async (bin) => {
        const pages = { library_id, path: 'Pages', scanned: 'folder', reason: 'replaced' } as const;
        const binned = await bin.put(pages);
        let count = 0;
        const stop = interceptOperations([root, chosen], {
          before: () => {
            if (count++ >= operation) throw new Error('The power failed');
          },
        });
        const moved = await bin.handOver({ folder: chosen });
        stop();
        await bin.putBack(binned);
        return moved === 0;
      });
      expect(readFileSync(pathOf('Pages/1.png'), 'utf8')).toBe('x');
      expect(readdirSync(chosen)).toEqual([]);
      if (!failure) break;
    }
    // An undo while it is copied, at any step of that.
    for (let operation = 0; ; operation += 1) {
      const isDone = await withBin(async (bin) => {
        const pages = { library_id, path: 'Pages', scanned: 'folder', reason: 'replaced' } as const;
        const binned = await bin.put(pages);
        let count = 0;
        const undoing: Promise<void>[] = [];
        const stop = interceptOperations([root, chosen], {
          before: () => {
            if (count++ === operation) undoing.push(bin.putBack(binned).catch(() => undefined));
          },
        });
        await bin.handOver({ folder: chosen });
        await Promise.all(undoing);
        stop();
        await bin.handOver({ folder: chosen });
        if (bin.state(binned) !== null) await bin.putBack(binned);
        return undoing.length === 0;
      });
      expect(readFileSync(pathOf('Pages/1.png'), 'utf8')).toBe('x');
      expect(readdirSync(chosen)).toEqual([]);
      if (isDone) break;
    }
    rmSync(pathOf('Pages'), { recursive: true });
    rmSync(chosen, { recursive: true, force: true });
    await set('library.bin_folder', '');
  }
});

test('files are deleted after 90 days, while their drive is there', async () => {
  await put();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await withBin(async (bin) => {
    expect(await bin.deleteExpired(inDays(89))).toBe(0);
    expect(await bin.deleteExpired(inDays(91))).toBe(1);
  });
  expect(existsSync(pathOf(binFolder))).toBe(false);
  expect(await listed()).toEqual([]);
});

test('the files of a bin are known again when their library was removed and is added again', async () => {
  const id = await put();
  const stray = '0190a1b2-0000-7000-8000-000000000001';
  const foreign = ['mine', '0190a1b2-0000-7000-8000-000000000002', 'empty'];
  for (const folder of [stray, ...foreign])
    mkdirSync(pathOf(join(binFolder, folder)), { recursive: true });
  writeFileSync(pathOf(join(binFolder, stray, 'Older 01.cbz')), 'older');
  for (const name of ['a.cbz', 'b.cbz'])
    writeFileSync(pathOf(join(binFolder, foreign[1] ?? '', name)), 'of somebody else');
  writeFileSync(pathOf(join(binFolder, 'mine', 'a.cbz')), 'of somebody else');
  const index = pathOf(join(binFolder, 'files.json'));
  const precious = join(octavo.dataDir, 'precious');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, index);
  await octavo.api.call(deleteLibrary, { params: { id: library_id } });
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(await listed()).toEqual([]);
  const paths = JSON.parse(readFileSync(index, 'utf8')) as object;
  writeFileSync(index, JSON.stringify({ ...paths, [stray]: '../../out/Older 01.cbz' }));
  const body = { name: 'Again', path: root, scan_immediately: false };
  ({ id: library_id } = await octavo.api.call(createLibrary, { body }));
  await vi.waitFor(async () => {
    const paths = (await listed()).map((file) => [file.id, file.path, file.library_name]);
    expect(paths.sort()).toEqual(
      [
        [id, path, 'Again'],
        [stray, 'Older 01.cbz', 'Again'],
      ].sort(),
    );
  });
  await octavo.api.call(restoreBinnedFile, { params: { id } });
  expect(existsSync(pathOf(path))).toBe(true);
  await octavo.idle();
  await withBin(async (bin) => {
    expect(await bin.deleteExpired(new Date(Date.now() + 89 * 86_400_000))).toBe(0);
    expect(await bin.deleteExpired(new Date(Date.now() + 91 * 86_400_000))).toBe(1);
  });
  expect(readdirSync(pathOf(binFolder)).sort()).toEqual([...foreign].sort());
});

test.skipIf(process.platform === 'win32')(
  'a pipe in place of the index of a bin blocks nothing',
  async () => {
    await octavo.api.call(deleteLibrary, { params: { id: library_id } });
    const stray = '0190a1b2-0000-7000-8000-000000000001';
    mkdirSync(pathOf(join(binFolder, stray)), { recursive: true });
    writeFileSync(pathOf(join(binFolder, stray, 'Older 01.cbz')), 'older');
    execFileSync('mkfifo', [pathOf(join(binFolder, 'files.json'))]);
    const body = { name: 'Again', path: root, scan_immediately: false };
    await octavo.api.call(createLibrary, { body });
    await expect
      .poll(async () => (await listed()).map((file) => file.path))
      .toEqual(['Older 01.cbz']);
  },
);
