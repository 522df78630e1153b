import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ScanningConfig } from '../../../shared/api/libraries.ts';
import { AppError } from '../../../shared/errors.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import { type Database } from '../../database/types.ts';
import { createSettingsService, type SettingsService } from '../settings/service.ts';
import { createSettingsStore } from '../settings/store.ts';
import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createScanScheduler, type ScanScheduler } from './scan-scheduler.ts';
import { createLibrariesService, type LibrariesService } from './service.ts';
import { createLibrariesStore } from './store.ts';

let directory: string;
let home: TestStore;
let database: Database;
let libraries: LibrariesService;
let scheduler: ScanScheduler;
let settings: SettingsService;
const startScan = vi.fn();

beforeEach(() => {
  startScan.mockReset();
  home = createTestStore();
  ({ database, dir: directory } = home);
  const bus = createEventBus();
  const store = createLibrariesStore(database);
  const nothing = async () => undefined;
  libraries = createLibrariesService({
    store,
    bus,
    startScan,
    cancelTasks: nothing,
    removeLibrary: async (id) => {
      store.remove(id);
      bus.emit('library_deleted', { library_id: id });
    },
  });
  settings = createSettingsService({
    store: createSettingsStore(database),
    clock: () => new Date(),
  });
  const log = pino({ level: 'silent' });
  scheduler = createScanScheduler({ store, startScan, settings, bus, log });
});
afterEach(() => {
  scheduler.stop();
  vi.useRealTimers();
  home.close();
});

/**
 * Lets hours pass in strides of ten minutes, of which only the last half minute is waited: for each that a schedule
 * waits, it works out its next time again.
 */
const passHours = async (hours: number): Promise<void> => {
  const [stride, waited] = [600_000, 30_000];
  for (let passed = 0; passed < hours * 3_600_000; passed += stride) {
    vi.setSystemTime(Date.now() + stride - waited);
    await vi.advanceTimersByTimeAsync(waited);
  }
};

const create = (name: string, scanning_config: Partial<ScanningConfig>) => {
  mkdirSync(join(directory, name));
  const path = join(directory, name);
  return libraries.create({ name, path, scanning_config, scan_immediately: false });
};
/** Enables fake timers; everything before runs in real time. */
const fakeClock = (now: Date | string = new Date(2026, 0, 1, 2, 59)) =>
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(now) });
const setZone = (value: string) =>
  settings.update([{ key: 'library.time_zone', value, path: 'body.value' }], {
    by: 'admin',
    reason: null,
  });

test('scans at the start where that is wanted and scanning is on', async () => {
  const { id } = await create('wanted', { scan_on_start: true });
  await create('not wanted', { scan_on_start: false });
  await create('off', { scan_on_start: true, enabled: false });
  scheduler.start();
  expect(startScan.mock.calls).toEqual([[id]]);
});

test('scans by schedule in local time, and not at all when scanning is off', async () => {
  const { id } = await create('nightly', { cron_schedule: '0 3 * * *' });
  await create('off', { cron_schedule: '0 3 * * *', enabled: false });
  fakeClock();
  scheduler.start();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(startScan).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(startScan.mock.calls).toEqual([[id]]);
});

test('follows changes of a schedule, and forgets a deleted library', async () => {
  const changed = await create('changed', { cron_schedule: '0 3 * * *' });
  const deleted = await create('deleted', { cron_schedule: '* * * * *' });
  scheduler.start();
  await libraries.update(changed.id, { scanning_config: { cron_schedule: null } });
  await libraries.remove(deleted.id);
  const added = await create('added', {});
  fakeClock();
  await libraries.update(added.id, { scanning_config: { cron_schedule: '0 4 * * *' } });
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(startScan.mock.calls).toEqual([[added.id]]);
});

test('starting ignores a library that is being scanned already', async () => {
  await create('busy', { scan_on_start: true });
  startScan.mockImplementation(() => {
    throw new AppError('Conflict', 'Busy');
  });
  scheduler.start();
  expect(startScan).toHaveBeenCalledOnce();
});

test('nothing is scanned after the stop', async () => {
  await create('nightly', { cron_schedule: '* * * * *' });
  fakeClock();
  scheduler.start();
  scheduler.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(startScan).not.toHaveBeenCalled();
});

test('follows the time zone of the setting, also when it changes', async () => {
  await create('nightly', { cron_schedule: '0 3 * * *' });
  setZone('Asia/Tokyo');
  fakeClock('2026-01-01T17:30:00Z');
  scheduler.start();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(startScan).toHaveBeenCalledTimes(1);
  setZone('America/New_York');
  await passHours(14);
  expect(startScan).toHaveBeenCalledTimes(2);
  expect(() => setZone('Nowhere/Else')).toThrow(expect.objectContaining({ code: 'BadRequest' }));
});

test.each([
  ['is skipped', '2026-03-28T00:00:00Z'],
  ['comes twice', '2026-10-24T00:00:00Z'],
])('scans once a day when an hour %s', async (_, start) => {
  await create('nightly', { cron_schedule: '30 2 * * *' });
  setZone('Europe/Berlin');
  fakeClock(start);
  scheduler.start();
  await passHours(3 * 24);
  expect(startScan).toHaveBeenCalledTimes(3);
});

test('makes up for a scan that was due while the server was off, once', async () => {
  const { id } = await create('nightly', { cron_schedule: '0 3 * * *' });
  await create('new', { cron_schedule: '0 3 * * *' });
  const set = database.prepare(
    'UPDATE libraries SET last_scanned_at = ?, updated_at = ? WHERE id = ?',
  );
  const old = '2026-01-01T00:00:00.000Z';
  setZone('UTC');
  fakeClock('2026-01-05T12:00:00Z');
  set.run('2026-01-04T03:00:05.000Z', old, id);
  scheduler.start();
  scheduler.stop();
  expect(startScan.mock.calls).toEqual([[id]]);
  set.run('2026-01-05T03:00:05.000Z', old, id);
  scheduler.start();
  expect(startScan).toHaveBeenCalledTimes(1);
  scheduler.stop();
  // The clock was ahead when the library was scanned.
  set.run('2027-01-05T03:00:05.000Z', old, id);
  scheduler.start();
  expect(startScan).toHaveBeenCalledTimes(2);
});

test('rests until the moment that was said, and makes up for what was missed', async () => {
  const { id } = await create('nightly', { cron_schedule: '0 3 * * *' });
  // After the creation of the library, because the schedule would not have been missed otherwise.
  fakeClock(new Date(2040, 0, 1, 2, 59));
  scheduler.start();
  startScan.mockReset();
  const until = new Date(2040, 0, 1, 4);
  scheduler.pause(until);
  expect(scheduler.pausedUntil()).toEqual(until);
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(startScan).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(31 * 60_000 + 10);
  expect(startScan.mock.calls).toEqual([[id]]);
  expect(scheduler.pausedUntil()).toBeNull();
});

test('rests while it is held, and goes on at once when it is resumed', async () => {
  const { id } = await create('nightly', { cron_schedule: '0 3 * * *' });
  fakeClock(new Date(2040, 0, 1, 2, 59));
  scheduler.start();
  startScan.mockReset();
  scheduler.hold(true);
  scheduler.pause(new Date(2040, 0, 2));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  scheduler.pause(null);
  expect(startScan).not.toHaveBeenCalled();
  scheduler.hold(false);
  expect(startScan.mock.calls).toEqual([[id]]);
});
