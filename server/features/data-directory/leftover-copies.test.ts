import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createBus, type Bus } from '../../bus.ts';
import { readLocation, updateLocation } from '../../data-home/location.ts';
import { writeNote } from '../../data-home/move-note.ts';
import { closeDatabase, openDatabase, type Database } from '../../database/database.ts';
import type { TaskHandlers } from '../../tasks/kinds.ts';
import { createTaskQueue, type TaskQueue } from '../../tasks/queue.ts';
import { createDataDirectoryHandlers } from './handlers.ts';
import { createLeftoverCopies } from './leftover-copies.ts';
import { createDataMovesStore } from './store.ts';

const log = pino({ level: 'silent' });
let dir: string;
let home: string;
let target: string;
let database: Database;
let bus: Bus;
let queue: TaskQueue;
let stopWatching: () => Promise<void>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-leftover-'));
  home = join(dir, 'home');
  target = join(dir, 'target');
  mkdirSync(join(home, 'thumbnails'), { recursive: true });
  for (const name of ['a', 'b', 'c']) writeFileSync(join(home, 'thumbnails', name), name);
  database = openDatabase(join(home, 'octavo.db'));
  bus = createBus();
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
  stopWatching = createLeftoverCopies({ dataDir: home, next, store, bus, log }).watch();
};
/** Copies everything, and waits for ever at the database. */
const start = () =>
  queue.start(
    createDataDirectoryHandlers({
      dataDir: home,
      home,
      executor: {
        run: (_job, { signal }) =>
          new Promise((_resolve, reject) => {
            const end = () => reject(signal.reason as Error);
            // It may be called off before the copying has come so far.
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

test('of a folder that was there, only what was copied goes', async () => {
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

test('what the end of the server cuts off stays, until the task is called off', async () => {
  watch();
  start();
  const { id } = move();
  await copied();
  await queue.stop();
  await stopWatching();
  expect(existsSync(join(target, 'thumbnails/c'))).toBe(true);
  // The next run, before it has come to this task.
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
    writeNote(folder, folder === foreign ? dir : home);
  }
  updateLocation(home, { next: waiting });
  writeFileSync(join(used, 'octavo.db'), '');
  watch();
  await stopWatching();
  expect(existsSync(target)).toBe(false);
  for (const folder of others) expect(existsSync(join(folder, 'thumbnails'))).toBe(true);
});
