import { setImmediate as turn } from 'node:timers/promises';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { connect } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import type { Database } from '../database/types.ts';
import { createWriteLock } from '../database/write-lock.ts';
import { createEventBus } from '../lib/event-bus.ts';
import { createTestStore, type TestStore } from '../testing/seed.ts';
import { createTaskQueue } from './queue.ts';
import type { TaskHandlers } from './task-types.ts';
import type { TaskQueue } from './types.ts';

let home: TestStore;
let other: Database;
let queue: TaskQueue;
const log = pino({ level: 'silent' });
beforeEach(() => {
  home = createTestStore();
  other = connect(home.database.name);
  const { database } = home;
  const writeLock = createWriteLock(database);
  queue = createTaskQueue({ database, bus: createEventBus(), log, writeLock });
});
afterEach(async () => {
  if (other.inTransaction) other.exec('ROLLBACK');
  other.close();
  await queue.stop();
  home.close();
});

test('a task begins and ends once another program has saved, and blocks nobody until then', async () => {
  const failed = vi.spyOn(log, 'error');
  let begun = false;
  const work = Promise.withResolvers<undefined>();
  const handlers = {
    generate_thumbnails: () => {
      begun = true;
      return work.promise;
    },
  };
  queue.start(handlers as unknown as TaskHandlers);
  const { id } = queue.enqueue({ task_type: 'generate_thumbnails', library_id: newId() });
  other.exec('BEGIN IMMEDIATE');
  for (let count = 0; count < 20; count += 1) await turn();
  expect(begun).toBe(false);
  other.exec('ROLLBACK');
  await expect.poll(() => begun).toBe(true);

  other.exec('BEGIN IMMEDIATE');
  work.resolve(undefined);
  for (let count = 0; count < 20; count += 1) await turn();
  other.exec('ROLLBACK');
  expect((await queue.finished(id)).status).toBe('completed');
  // A write that blocks for five seconds fails, and is repeated.
  expect(failed).not.toHaveBeenCalled();
});
