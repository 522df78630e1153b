import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Task } from '../../../shared/api/task-record.ts';
import { listTasks } from '../../../shared/api/tasks.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import { newId } from '../../database/ids.ts';
import type { JsonText } from '../../database/json.ts';
import { createTaskQueue } from '../../tasks/queue.ts';
import { type TaskQueue } from '../../tasks/types.ts';
import { createTestStore, type TestStore } from '../../testing/seed.ts';
import { createTasksService, type TasksService } from './service.ts';
import { createTasksStore } from './store.ts';

let testStore: TestStore;
let queue: TaskQueue;
let tasks: TasksService;
const library = newId();

beforeEach(() => {
  testStore = createTestStore();
  const { database } = testStore;
  queue = createTaskQueue({ database, bus: createEventBus(), log: pino({ level: 'silent' }) });
  tasks = createTasksService({ store: createTasksStore(database), queue });
});
afterEach(async () => {
  await queue.stop();
  testStore.close();
});

const list = (query: Record<string, string> = {}) => {
  const { data, total } = tasks.list(listTasks.query.parse(query));
  return { data: JSON.parse((data as JsonText<Task[]>).json) as Task[], total };
};
const scan = (library_id = newId()) =>
  queue.enqueue({ task_type: 'scan_library', library_id, payload: { mode: 'normal' } });
const covers = (library_id = newId()) =>
  queue.enqueue({ task_type: 'generate_thumbnails', library_id });

describe('listing', () => {
  test('is empty before anything happened', () => {
    expect(list()).toEqual({ data: [], total: 0 });
  });

  test('gives records, the newest first, in pages that do not overlap', () => {
    const all = Array.from({ length: 5 }, () => scan().id);
    // All in the same millisecond.
    testStore.database.prepare("UPDATE tasks SET created_at = '2026-01-01T00:00:00.000Z'").run();
    const pages = ['1', '2', '3', '4'].map((page) => list({ page, pageSize: '2' }));
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all.reverse());
    expect(pages[0]?.data[0]).toEqual(tasks.get(all[0] ?? ''));
    expect(tasks.get(all[0] ?? '')).toEqual({
      id: all[0],
      task_type: 'scan_library',
      status: 'pending',
      progress: { current: 0, total: 0, message: '' },
      library_id: expect.any(String) as string,
      series_id: null,
      book_id: null,
      error: null,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: null,
      completed_at: null,
    });
  });

  test('filters by status, type and library', async () => {
    const mine = scan(library);
    covers(library);
    await queue.cancel(scan().id);
    expect(list({ status: 'cancelled' }).total).toBe(1);
    expect(list({ task_type: 'scan_library' }).total).toBe(2);
    expect(list({ library_id: library }).total).toBe(2);
    expect(
      list({ library_id: library, task_type: 'scan_library', status: 'pending' }).data,
    ).toMatchObject([{ id: mine.id }]);
    expect(list({ library_id: library, status: 'failed' })).toEqual({ data: [], total: 0 });
  });

  test.each(['created_at', 'started_at', 'completed_at', 'status', 'task_type'])(
    'sorts by %s both ways',
    (field) => {
      for (let count = 0; count < 3; count += 1) scan();
      covers();
      const up = list({ sort: `${field},asc` }).data.map(({ id }) => id);
      const down = list({ sort: `${field},desc` }).data.map(({ id }) => id);
      expect(up).toHaveLength(4);
      expect(down).toEqual(up.toReversed());
    },
  );
});

test('statistics count by status and type', async () => {
  scan();
  covers();
  await queue.cancel(scan().id);
  expect(tasks.stats()).toMatchObject({
    pending: 2,
    running: 0,
    completed: 0,
    failed: 0,
    cancelled: 1,
    total: 3,
    by_type: { scan_library: 2, generate_thumbnails: 1 },
  });
});

test('cancelling gives the cancelled record, once', async () => {
  const { id } = scan();
  expect(await tasks.cancel(id)).toMatchObject({ id, status: 'cancelled' });
  expect(tasks.get(id).completed_at).not.toBeNull();
  await expect(tasks.cancel(id)).rejects.toMatchObject({ code: 'Conflict' });
  expect(() => tasks.get(newId())).toThrow(expect.objectContaining({ code: 'NotFound' }));
});

test('success, time and attempts are reported by kind', () => {
  const insert = testStore.database.prepare(
    `INSERT INTO tasks (id, task_type, status, attempts, created_at, started_at, completed_at)
     VALUES (?, 'analyze_book', ?, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', ?)`,
  );
  for (let second = 1; second <= 20; second += 1) {
    const end = `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
    insert.run(newId(), 'completed', end);
  }
  insert.run(newId(), 'failed', '2026-01-01T00:00:59.000Z');
  expect(tasks.stats().kinds).toEqual([
    {
      task_type: 'analyze_book',
      completed: 20,
      failed: 1,
      cancelled: 0,
      attempts: 21,
      median_seconds: 10,
      p95_seconds: 19,
    },
  ]);
});
