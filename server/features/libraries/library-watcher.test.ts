import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Library } from '../../../shared/api/libraries.ts';
import { AppError } from '../../../shared/errors.ts';
import { createTestLibraries, type TestLibraries } from '../../testing/libraries.ts';
import { createFolderWatch, type FolderListener, type FolderWatch } from './folder-watch.ts';
import { createLibraryWatcher, type LibraryWatcher } from './library-watcher.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

let made: TestLibraries;
let directory: string;
let libraries: TestLibraries['libraries'];
let folders: FolderWatch;
let watcher: LibraryWatcher;
let bus: TestLibraries['bus'];
const startScan = vi.fn();
const isRemote = vi.fn<(path: string) => Promise<boolean>>();
const warn = vi.fn();

const scans = () => startScan.mock.calls.length;
const scanned = (times: number) =>
  vi.waitFor(() => expect(scans()).toBe(times), { timeout: 10_000, interval: 10 });
/** Longer than the debounce time plus the delay of file events, which is seconds under Wine. */
const calmMs = process.platform === 'win32' ? 3000 : 800;
/** Waits until no scan has started for that long. */
const calm = async () => {
  for (let before = -1; before !== scans();) {
    before = scans();
    await sleep(calmMs);
  }
};

const start = ({ watch }: Pick<FolderWatch, 'watch'>) => {
  watcher = createLibraryWatcher({
    store: made.store,
    folders: { watch },
    startScan,
    isRemote,
    bus,
    log: { ...pino({ level: 'silent' }), warn, info: vi.fn(), error: vi.fn() },
    quietMs: 50,
    rescanMs: 50,
    remoteScanMs: 300,
    remoteCheckMs: 50,
  });
  watcher.start();
};

beforeEach(() => {
  startScan.mockReset();
  warn.mockReset();
  isRemote.mockReset().mockResolvedValue(false);
  made = createTestLibraries();
  ({ directory, libraries, bus } = made);
  folders = createFolderWatch();
});
afterEach(async () => {
  watcher.stop();
  await folders.close();
  made.close();
});

const create = (watch: boolean): Promise<Library> => {
  mkdirSync(join(directory, 'books/Deep/Folder'), { recursive: true });
  const path = join(directory, 'books');
  return libraries.create({ name: 'Books', path, watch, scan_immediately: false });
};
const put = (name: string) => writeFileSync(join(directory, 'books', name), name);
/** Waits until the watcher is active: from then on it misses nothing. */
const watching = async () => {
  for (let attempt = 1; scans() === 0; attempt += 1) {
    put(`attempt ${attempt}.cbz`);
    await sleep(100);
  }
  await calm();
  startScan.mockClear();
};

const wineIsBlind = leftOutOnWindows(
  'Wine tells of no folders in a folder, and of none that came back',
);

test.skipIf(wineIsBlind)(
  'scans a burst of changes together, however deep, and nothing for reading',
  async () => {
    const { id } = await create(true);
    start(folders);
    await watching();
    for (let index = 0; index < 20; index += 1) put(`Deep/Folder/${index}.cbz`);
    await vi.waitFor(() => expect(startScan).toHaveBeenCalledWith(id, 'normal'), 10_000);
    await calm();
    // A busy system delivers a burst in a few parts, each of which triggers a scan after the
    // debounce time.
    const burst = scans();
    expect(burst).toBeLessThan(5);
    readFileSync(join(directory, 'books/Deep/Folder/1.cbz'));
    put('.hidden');
    // Files that macOS writes for its search when someone opens the folder.
    mkdirSync(join(directory, 'books/.Spotlight-V100/Store'), { recursive: true });
    await calm();
    put('.Spotlight-V100/Store/index.db');
    put('Deep/.DS_Store');
    await calm();
    expect(scans()).toBe(burst);
    rmSync(join(directory, 'books/Deep/Folder/1.cbz'));
    await scanned(burst + 1);
  },
);

test('makes one scan of changes that are reported in parts within the pause', async () => {
  await create(true);
  const watch = vi.fn((_path: string, _listener: FolderListener) => () => undefined);
  start({ watch });
  await vi.waitFor(() => expect(watch).toHaveBeenCalledTimes(1));
  const changed = watch.mock.calls[0]?.[1].changed;
  vi.useFakeTimers();
  try {
    for (let part = 0; part < 5; part += 1) {
      changed?.();
      vi.advanceTimersByTime(40);
    }
    expect(scans()).toBe(0);
    vi.advanceTimersByTime(20);
    expect(scans()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(scans()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('follows the library: watched once it wants it, left alone once it does not', async () => {
  const { id } = await create(false);
  start(folders);
  put('1.cbz');
  await calm();
  expect(scans()).toBe(0);
  await libraries.update(id, { watch: true });
  await watching();
  await libraries.update(id, { scanning_config: { enabled: false } });
  await calm();
  startScan.mockClear();
  put('2.cbz');
  await calm();
  expect(scans()).toBe(0);
  await libraries.update(id, { scanning_config: { enabled: true } });
  await watching();
  await libraries.remove(id);
  await calm();
  startScan.mockClear();
  put('3.cbz');
  await calm();
  expect(scans()).toBe(0);
});

test('scans again what changed during a scan', async () => {
  await create(true);
  start(folders);
  await watching();
  startScan.mockImplementationOnce(() => {
    throw new AppError('Conflict', 'Busy');
  });
  put('1.cbz');
  await scanned(2);
});

test('leaves a drive that is away alone and watches it again when it is back', async () => {
  const { id, path } = await create(true);
  start(folders);
  await watching();
  renameSync(path, `${path} away`);
  await libraries.get(id);
  await calm();
  startScan.mockClear();
  renameSync(`${path} away`, path);
  await libraries.get(id);
  await watching();
});

/** Adds a file directly in the folder, which is missed if only its subfolders are watched. */
const noticed = async (name: string) => {
  await vi.waitFor(() => expect(scans()).toBeGreaterThan(0), { timeout: 10_000, interval: 20 });
  await calm();
  startScan.mockClear();
  put(name);
  await vi.waitFor(() => expect(scans()).toBeGreaterThan(0), { timeout: 10_000, interval: 20 });
};

test.skipIf(wineIsBlind).each([0, 300, 2000])(
  'watches a folder again that was away for %d ms, whether anybody saw it or not',
  async (awayMs) => {
    const { path } = await create(true);
    start(folders);
    await watching();
    renameSync(path, `${path} away`);
    await sleep(awayMs);
    renameSync(`${path} away`, path);
    await noticed('after.cbz');
  },
);

const absences: Record<string, (path: string) => Promise<() => void>> = {
  'that is deleted and made again': async (path) => {
    // Windows deletes a folder only once nobody has it open any more.
    await vi.waitFor(() => rmSync(path, { recursive: true, force: true }), 10_000);
    return () => mkdirSync(path);
  },
  'whose drive is unplugged and comes back': (path) => {
    renameSync(path, `${path} away`);
    return Promise.resolve(() => renameSync(`${path} away`, path));
  },
};

describe.each(Object.entries(absences))('a folder %s', (_, leave) => {
  test.each([0, 2000, 6000])(
    'after %d ms is watched again within 10 s',
    async (awayMs) => {
      const { path } = await create(true);
      start(folders);
      await watching();
      const comeBack = await leave(path);
      await sleep(awayMs);
      await vi.waitFor(comeBack, { timeout: 10_000, interval: 50 });
      const back = Date.now();
      // Files of the absence are found by a scan of the whole folder; later ones are reported.
      put('first.cbz');
      await vi.waitFor(() => expect(scans()).toBeGreaterThan(0), { timeout: 10_000, interval: 20 });
      await sleep(Math.max(0, back + 10_000 - Date.now()));
      await calm();
      startScan.mockClear();
      put('later.cbz');
      await vi.waitFor(() => expect(scans()).toBeGreaterThan(0), { timeout: 10_000, interval: 20 });
    },
    90_000,
  );
});

test('watches another folder that takes its place', async () => {
  const { path } = await create(true);
  start(folders);
  await watching();
  renameSync(path, `${path} away`);
  mkdirSync(path);
  await noticed('after.cbz');
});

test('watches a folder again that was seen to be away', async () => {
  const { id, path } = await create(true);
  start(folders);
  await watching();
  renameSync(path, `${path} away`);
  await libraries.get(id);
  renameSync(`${path} away`, path);
  await libraries.get(id);
  put('first.cbz');
  await noticed('after.cbz');
});

test('scans at intervals where the system refuses, and says so once', async () => {
  await create(true);
  start({
    watch: (_path: string, listener: FolderListener) => {
      listener.failed('inotify_add_watch failed: No space left on device');
      return () => undefined;
    },
  });
  await vi.waitFor(() => expect(scans()).toBeGreaterThan(2), { timeout: 10_000 });
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toMatchObject({
    reason: expect.stringMatching(/raise fs/) as string,
  });
});

test('scans a network drive whose last scan was by a clock that was ahead', async () => {
  const { id } = await create(true);
  isRemote.mockResolvedValue(true);
  made.database
    .prepare('UPDATE libraries SET last_scanned_at = ? WHERE id = ?')
    .run(new Date(Date.now() + 86_400_000).toISOString(), id);
  start({ watch: vi.fn() });
  await scanned(1);
});

test('scans network drives once a day, counted from the last scan', async () => {
  const { id } = await create(true);
  isRemote.mockResolvedValue(true);
  const watch = vi.fn();
  const finishScan = () =>
    made.database
      .prepare('UPDATE libraries SET last_scanned_at = ? WHERE id = ?')
      .run(new Date().toISOString(), id);
  startScan.mockImplementation(finishScan);
  finishScan();
  start({ watch });
  await sleep(200);
  expect(scans()).toBe(0);
  await scanned(1);
  await scanned(2);
  expect(watch).not.toHaveBeenCalled();
  watcher.stop();
  startScan.mockClear();
  await calm();
  expect(scans()).toBe(0);
});
