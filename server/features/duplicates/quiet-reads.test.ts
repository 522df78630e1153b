import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createEventBus } from '../../lib/event-bus.ts';
import { createTaskQueue } from '../../tasks/queue.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { createSettingsService } from '../settings/service.ts';
import { createSettingsStore } from '../settings/store.ts';
import { scheduleQuietReads } from './quiet-reads.ts';
import { createDuplicatesStore } from './store.ts';

const hour = 3_600_000;
const log = pino({ level: 'silent' });

let home: TestStore;
beforeEach(() => {
  home = createTestStore();
});
afterEach(() => {
  vi.useRealTimers();
  home.close();
});

test('files are read in full in the quiet hours, if any may be equal', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: new Date('2026-01-01T20:30:00Z'),
  });
  const { database } = home;
  const queue = createTaskQueue({ database, bus: createEventBus(), log });
  const store = createSettingsStore(database);
  const settings = createSettingsService({ store, clock: () => new Date() });
  const updates = Object.entries({ time_zone: 'Europe/Berlin', quiet_from: 23, quiet_until: 1 });
  settings.update(
    updates.map(([name, value]) => ({ key: `library.${name}`, value, path: 'body.value' })),
    { by: 'test', reason: null },
  );
  const { hasFilesToRead } = createDuplicatesStore(database);
  const stop = scheduleQuietReads({
    settings,
    hasFilesToRead: () => Promise.resolve(hasFilesToRead()),
    queue,
    log,
  });
  const searches = () => queue.activity().count;
  // From 21:30 to 23:30 in Berlin; there is no book yet.
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(searches()).toBe(0);
  const series = seedSeries(database, seedLibrary(database));
  for (const path of ['a.cbz', 'b.cbz']) seedBook(database, series, { path, file_size: 1000 });
  await vi.advanceTimersByTimeAsync(hour / 3);
  expect(searches()).toBe(0);
  await vi.advanceTimersByTimeAsync(hour);
  expect(searches()).toBe(1);
  stop();
  await queue.stop();
});
