import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createEventBus, type EventBus } from '../../lib/event-bus.ts';
import { readLocation, updateLocation } from '../../data-relocation/location.ts';
import { markerName, writeMarker } from '../../data-relocation/move-marker.ts';
import { closeDatabase, openDatabase } from '../../database/database.ts';
import { type Database } from '../../database/types.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';
import { createTaskQueue } from '../../tasks/queue.ts';
import { type TaskQueue } from '../../tasks/types.ts';
import { createDataDirectoryHandlers } from './handlers.ts';
import { createOrphanedCopies } from './orphaned-copies.ts';
import { createDataMovesStore } from './store.ts';

const log = pino({ level: 'silent' });
let dir: string;
let home: string;
let target: string;
let database: Database;
let bus: EventBus;
let queue: TaskQueue;
let stopWatching: () => Promise<void>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-leftover-'));
  home = join(dir, 'home');
  target = join(dir, 'target');
  mkdirSync(join(home, 'thumbnails'), { recursive: true });
  for (const name of ['a', 'b', 'c']) writeFileSync(join(home, 'thumbnails', name), name);
  database = openDatabase(join(home, 'octavo.db'));
  bus = createEventBus();
  queue = createTaskQueue({ database, bus, log });
});
afterEach(async () => {
  await queue.stop();
  await stopWatching();
  closeDatabase(database);
  rmSync(dir, { recursive: true });
});

const watch = () => {
  const next = () => readLocation(home).next;
  const store = createDataMovesStore(database);
  stopWatching = createOrphanedCopies({ dataDir: home, next, store, bus, log }).watch();
};
/** Copies all files, then blocks at the database. */
const start = () =>
  queue.start(
    createDataDirectoryHandlers({
      dataDir: home,
      home,
      executor: {
        run: (_job, { signal }) =>
          new Promise((_resolve, reject) => {
            const end = () => reject(signal.reason as Error);
            // It can be cancelled before the copy has come this far.
            if (signal.aborted) end();
            else signal.addEventListener('abort', end);
          }),
      },
    }) as TaskHandlers,
  );
const move = (was_there: 0 | 1 = 0) =>
  queue.enqueue({ task_type: 'move_data', payload: { target, was_there } });
const copied = () => vi.waitFor(() => expect(existsSync(join(target, 'thumbnails/c'))).toBe(true));

test('a move that is called off as a task while it copies leaves nothing behind', async () => {
  watch();
  start();
  const { id } = move();
  await copied();
  expect((await queue.cancel(id)).status).toBe('cancelled');
  await vi.waitFor(() => expect(existsSync(target)).toBe(false));
  expect(readdirSync(join(home, 'thumbnails'))).toEqual(['a', 'b', 'c']);
});

test('in an existing folder, only the copied files are deleted', async () => {
  mkdirSync(target);
  watch();
  start();
  const { id } = move(1);
  await copied();
  writeFileSync(join(target, 'letter.txt'), 'mine');
  await queue.cancel(id);
  await vi.waitFor(() => expect(readdirSync(target)).toEqual(['letter.txt']));
  rmSync(join(target, 'letter.txt'));
  const again = move(1);
  await copied();
  await queue.cancel(again.id);
  await vi.waitFor(() => expect(readdirSync(target)).toEqual([]));
});

test('a copy that a shutdown interrupted stays, until the task is cancelled', async () => {
  watch();
  start();
  const { id } = move();
  await copied();
  await queue.stop();
  await stopWatching();
  expect(existsSync(join(target, 'thumbnails/c'))).toBe(true);
  // A restarted process that has not reached this task yet.
  queue = createTaskQueue({ database, bus, log });
  watch();
  await queue.cancel(id);
  await vi.waitFor(() => expect(existsSync(target)).toBe(false));
});

test('the next start removes the copy of a move that was given up, and no other', async () => {
  const others = ['waits', 'lived in', 'not ours'].map((name) => join(dir, name));
  const [waiting = '', used = '', foreign = ''] = others;
  for (const folder of [target, ...others]) {
    const { id } = queue.enqueue({
      task_type: 'move_data',
      payload: { target: folder, was_there: 0 },
    });
    await queue.cancel(id);
    mkdirSync(join(folder, 'thumbnails'), { recursive: true });
    writeMarker(folder, folder === foreign ? dir : home);
  }
  updateLocation(home, { next: waiting });
  writeFileSync(join(used, 'octavo.db'), '');
  watch();
  await stopWatching();
  expect(existsSync(target)).toBe(false);
  for (const folder of others) expect(existsSync(join(folder, 'thumbnails'))).toBe(true);
});

test('a task that came along with the data that it moved does nothing more', async () => {
  target = home;
  watch();
  start();
  const { id } = move();
  const statusOf = database.prepare('SELECT status FROM tasks WHERE id = ?').pluck();
  await vi.waitFor(() => expect(statusOf.get(id)).toBe('completed'));
  expect(readLocation(home).next).toBe(null);
  expect(existsSync(join(home, markerName))).toBe(false);
});
