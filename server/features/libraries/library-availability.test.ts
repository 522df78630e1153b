import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AppError } from '../../../shared/errors.ts';
import { createTestLibraries, type TestLibraries } from '../../testing/libraries.ts';
import { createLibraryAvailability, type LibraryAvailability } from './library-availability.ts';

let made: TestLibraries;
let directory: string;
let root: string;
let libraries: TestLibraries['libraries'];
let presence: LibraryAvailability | null = null;
let bus: TestLibraries['bus'];
const startScan = vi.fn();
const look = vi.fn<(id: string) => Promise<unknown>>();

beforeEach(() => {
  startScan.mockReset();
  made = createTestLibraries();
  ({ directory, libraries, bus } = made);
  root = join(directory, 'stick');
  mkdirSync(root);
  writeFileSync(join(root, 'a.cbz'), 'a');
});
afterEach(() => {
  presence?.stop();
  made.close();
});

const start = () => {
  look.mockReset().mockImplementation((id: string) => libraries.get(id));
  presence = createLibraryAvailability({
    store: made.store,
    look,
    startScan,
    bus,
    log: pino({ level: 'silent' }),
    everyMs: 20,
  });
  presence.start();
  return presence;
};
const create = (fields: object = {}) =>
  libraries.create({ name: 'Stick', path: root, scan_immediately: false, ...fields });
const isAvailable = (id: string) => made.store.get(id)?.available;

/** Waits until all checks so far are finished. */
const heard = () => Promise.all(look.mock.results.map(({ value }) => value as Promise<unknown>));
/** Waits until the folder was checked this many more times. */
const looked = async (times: number) => {
  const before = look.mock.calls.length;
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThanOrEqual(before + times));
  await heard();
};

test('shows a drive that goes as away at once, and scans it when it is back', async () => {
  const { id } = await create();
  const { isWaiting } = start();
  expect(isWaiting()).toBe(false);
  await heard();
  renameSync(root, `${root} away`);
  bus.emit('drives_updated', {});
  await vi.waitFor(() => expect(isAvailable(id)).toBe(false));
  expect(isWaiting()).toBe(true);
  await looked(2);
  renameSync(`${root} away`, root);
  await vi.waitFor(() => expect(startScan.mock.calls).toEqual([[id]]));
  expect(isAvailable(id)).toBe(true);
  expect(isWaiting()).toBe(false);
});

test('scans what an earlier run left away', async () => {
  const { id } = await create();
  renameSync(root, `${root} away`);
  await libraries.get(id);
  renameSync(`${root} away`, root);
  start();
  await vi.waitFor(() => expect(startScan.mock.calls).toEqual([[id]]));
});

test('scans nothing for a disk that was late once', async () => {
  const { id } = await create();
  start();
  await heard();
  made.store.setAvailable(id, false);
  bus.emit('library_updated', { library_id: id });
  bus.emit('drives_updated', {});
  await heard();
  expect(isAvailable(id)).toBe(true);
  expect(startScan).not.toHaveBeenCalled();
});

test('leaves alone what is not to be scanned, and bears a scan that runs already', async () => {
  const other = join(directory, 'other');
  mkdirSync(other);
  const { id: idle } = await create({ scanning_config: { enabled: false } });
  const { id: busy } = await create({ name: 'Other', path: other });
  for (const path of [root, other]) renameSync(path, `${path} away`);
  await Promise.all([libraries.get(idle), libraries.get(busy)]);
  for (const path of [root, other]) renameSync(`${path} away`, path);
  startScan.mockImplementation(() => {
    throw new AppError('Conflict', 'It is being scanned');
  });
  const { isWaiting } = start();
  await vi.waitFor(() => expect(isWaiting()).toBe(false));
  expect(startScan.mock.calls).toEqual([[busy]]);
});
