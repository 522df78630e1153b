import { setTimeout as sleep } from 'node:timers/promises';

import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Task } from '../../shared/api/task-record.ts';
import type { TaskEvents } from '../../shared/events.ts';
import { createEventBus, type EventBus } from '../lib/event-bus.ts';
import { type Database } from '../database/types.ts';
import { newId } from '../database/ids.ts';
import { createTestStore, type TestStore } from '../testing/seed.ts';
import {
  TaskFailure,
  type TaskContext,
  type TaskHandlers,
  type TaskKind,
  type TaskRequest,
} from './task-types.ts';
import { createTaskQueue } from './queue.ts';
import { type TaskQueue } from './types.ts';
import { createTaskStore } from './store.ts';

const log = pino({ level: 'silent' });
let store: TestStore;
let database: Database;
let bus: EventBus;
let queue: TaskQueue;
let told: TaskEvents['task_progress'][];

const newQueue = () => createTaskQueue({ database, bus, log, retryMs: 5, patienceMs: 300 });

beforeEach(() => {
  store = createTestStore();
  ({ database } = store);
  bus = createEventBus();
  told = [];
  bus.subscribe(({ data }) => {
    if ('task_type' in data) told.push(data);
  });
  queue = newQueue();
});
afterEach(async () => {
  await queue.stop();
  store.close();
});

const library = newId();
const scan = (library_id = newId()): TaskRequest => ({
  task_type: 'scan_library',
  library_id,
  payload: { mode: 'deep' },
});
const covers = (library_id = newId()): TaskRequest => ({
  task_type: 'generate_thumbnails',
  library_id,
});
const book = (book_id = newId()): TaskRequest => ({
  task_type: 'analyze_book',
  library_id: library,
  series_id: newId(),
  book_id,
});
const series = (): TaskRequest => ({
  task_type: 'analyze_series',
  library_id: library,
  series_id: newId(),
});

type AnyContext = { [Kind in TaskKind]: TaskContext<Kind> }[TaskKind];

/** Uses one function as the handler of all types. */
const all = (handler: (context: AnyContext) => Promise<void>): TaskHandlers => ({
  scan_library: handler,
  generate_thumbnails: handler,
  analyze_series: handler,
  analyze_book: handler,
  find_duplicates: handler,
  find_repeated_pages: handler,
  check_files: handler,
  poll_release_source: handler,
  edit_metadata: handler,
  reprocess_books: handler,
  import_data: handler,
  backup_database: handler,
  write_metadata: handler,
  take_in: handler,
  delete_files: handler,
  remove_library: handler,
  convert_files: handler,
  move_data: handler,
});
/** Runs until aborted. */
const untilAborted = ({ signal }: AnyContext) =>
  new Promise<void>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const statusOf = (id: string) =>
  (database.prepare('SELECT status FROM tasks WHERE id = ?').pluck().get(id) ?? null) as
    Task['status'] | null;
const reaches = (id: string, status: Task['status']) =>
  vi.waitFor(() => expect(statusOf(id)).toBe(status), { interval: 5 });

describe('running', () => {
  test('a task gets its payload, reports progress and is completed', async () => {
    const seen: unknown[] = [];
    queue.start(
      all(async ({ task, payload, progress }) => {
        seen.push(task.library_id, payload);
        progress(3, 3, 'Third');
      }),
    );
    const { id } = queue.enqueue(scan(library));
    const task = await queue.finished(id);

    expect(seen).toEqual([library, { mode: 'deep' }]);
    expect(task).toMatchObject({
      status: 'completed',
      error: null,
      progress: { current: 3, total: 3, message: 'Third' },
    });
    expect(task.completed_at).not.toBeNull();
    expect(told.map(({ status }) => status)).toEqual(['pending', 'running', 'completed']);
    expect(told.at(-1)?.progress.current).toBe(3);
  });

  test('the most urgent task of a lane runs first, then the oldest', async () => {
    const order: string[] = [];
    const ids = [covers(), series(), book(), book()].map((request) => queue.enqueue(request).id);
    queue.start(
      all(async ({ task }) => {
        order.push(task.id);
      }),
    );
    await Promise.all(ids.map((id) => queue.finished(id)));
    expect(order).toEqual([ids[2], ids[3], ids[1], ids[0]]);
  });

  test('a lane runs one task at a time, lanes run side by side', async () => {
    let most: Record<string, number> = {};
    const now: Record<string, number> = { scan_library: 0, analyze_book: 0 };
    let together = 0;
    queue.start(
      all(async ({ task: { task_type } }) => {
        now[task_type] = (now[task_type] ?? 0) + 1;
        most = { ...most, [task_type]: Math.max(most[task_type] ?? 0, now[task_type]) };
        together = Math.max(
          together,
          Object.values(now).reduce((a, b) => a + b),
        );
        await sleep(20);
        now[task_type] -= 1;
      }),
    );
    const ids = [scan(), scan(), book(), book()].map((request) => queue.enqueue(request).id);
    await Promise.all(ids.map((id) => queue.finished(id)));
    expect(most).toEqual({ scan_library: 1, analyze_book: 1 });
    expect(together).toBe(2);
  });

  test('the same work is queued once, and again when it is done', async () => {
    const first = queue.enqueue(scan(library));
    expect(queue.enqueue(scan(library)).id).toBe(first.id);
    expect(queue.enqueue(scan()).id).not.toBe(first.id);
    expect(queue.enqueue(covers(library)).id).not.toBe(first.id);
    queue.start(all(async () => undefined));
    await queue.finished(first.id);
    expect(queue.enqueue(scan(library)).id).not.toBe(first.id);
  });

  test('covers of a library make way for a book and go on afterwards', async () => {
    const order: string[] = [];
    queue.start({
      ...all(async () => undefined),
      async analyze_book() {
        order.push('book');
      },
      async generate_thumbnails(context) {
        order.push('covers');
        if (order.length === 1) await untilAborted(context);
      },
    });
    const background = queue.enqueue(covers());
    await reaches(background.id, 'running');
    const urgent = queue.enqueue(book());
    expect((await queue.finished(urgent.id)).status).toBe('completed');
    expect((await queue.finished(background.id)).status).toBe('completed');
    expect(order).toEqual(['covers', 'book', 'covers']);
  });

  test('a paused lane starts nothing until it is resumed', async () => {
    queue.pause('scan');
    queue.start(all(async () => undefined));
    const waiting = queue.enqueue(scan());
    await queue.finished(queue.enqueue(book()).id);
    expect(statusOf(waiting.id)).toBe('pending');
    queue.resume('scan');
    expect((await queue.finished(waiting.id)).status).toBe('completed');
  });
});

describe('progress', () => {
  test('is reported at most four times a second, the first and the last always', async () => {
    queue.start(
      all(async ({ progress }) => {
        for (let step = 1; step <= 120; step += 1) {
          progress(step, 120, `Book ${step}`);
          await sleep(5);
        }
      }),
    );
    const { id } = queue.enqueue(book());
    const begun = performance.now();
    await queue.finished(id);
    const seconds = (performance.now() - begun) / 1000;
    const running = told.filter(({ status }) => status === 'running');
    expect(running[0]?.progress.current).toBe(0);
    expect(running.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1);
    expect(running.length).toBeGreaterThan(1);
    expect(told.at(-1)).toMatchObject({ status: 'completed', progress: { current: 120 } });
  });
});

describe('failing', () => {
  test('a task that fails is tried three times and keeps its last error', async () => {
    let tries = 0;
    queue.start(
      all(async () => {
        tries += 1;
        throw new Error(`The disk did not answer (${tries})`);
      }),
    );
    const task = await queue.finished(queue.enqueue(book()).id);
    expect(task).toMatchObject({ status: 'failed', error: 'The disk did not answer (3)' });
    expect(tries).toBe(3);
  });

  test('a task that succeeds at the second attempt has no error', async () => {
    let tries = 0;
    queue.start(
      all(async () => {
        tries += 1;
        if (tries === 1) throw new Error('Busy');
      }),
    );
    const task = await queue.finished(queue.enqueue(book()).id);
    expect(task).toMatchObject({ status: 'completed', error: null });
  });

  test('a failure that only a person can mend is not tried again', async () => {
    let tries = 0;
    queue.start(
      all(async () => {
        tries += 1;
        throw new TaskFailure('The folder is empty.');
      }),
    );
    const task = await queue.finished(queue.enqueue(scan()).id);
    expect(task).toMatchObject({ status: 'failed', error: 'The folder is empty.' });
    expect(tries).toBe(1);
  });

  test('one failing task stops no other', async () => {
    queue.start({
      ...all(async () => undefined),
      analyze_book: () => Promise.reject(new TaskFailure('Broken')),
    });
    const failing = queue.enqueue(book());
    const next = queue.enqueue(series());
    expect((await queue.finished(failing.id)).status).toBe('failed');
    expect((await queue.finished(next.id)).status).toBe('completed');
  });
});

describe('cancelling', () => {
  test('a pending task is cancelled at once and never runs', async () => {
    let ran = false;
    const { id } = queue.enqueue(scan());
    expect(await queue.cancel(id)).toMatchObject({ status: 'cancelled' });
    queue.start(
      all(async () => {
        ran = true;
      }),
    );
    await sleep(20);
    expect(ran).toBe(false);
    expect(told.at(-1)?.status).toBe('cancelled');
  });

  test('a running task is cancelled when it has stopped', async () => {
    queue.start(all(untilAborted));
    const { id } = queue.enqueue(scan());
    await reaches(id, 'running');
    expect(await queue.cancel(id)).toMatchObject({ status: 'cancelled', error: null });
    expect(told.at(-1)).toMatchObject({ task_id: id, status: 'cancelled' });
  });

  test('a finished or unknown task cannot be cancelled', async () => {
    queue.start(all(async () => undefined));
    const { id } = queue.enqueue(scan());
    await queue.finished(id);
    await expect(queue.cancel(id)).rejects.toMatchObject({ code: 'Conflict' });
    await expect(queue.cancel(newId())).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('all tasks of a library but one are cancelled', async () => {
    queue.start(all(untilAborted));
    const [first = '', second = ''] = [scan(library), covers(library)].map(
      (request) => queue.enqueue(request).id,
    );
    await queue.cancelLibrary(library, second);
    expect(statusOf(first)).toBe('cancelled');
    await reaches(second, 'running');
  });

  test('all tasks of a library are cancelled, no others', async () => {
    queue.start(all(untilAborted));
    const mine = [scan(library), covers(library)].map((request) => queue.enqueue(request).id);
    const other = queue.enqueue(scan()).id;
    await reaches(mine[0] ?? '', 'running');
    await queue.cancelLibrary(library);
    expect(mine.map(statusOf)).toEqual(['cancelled', 'cancelled']);
    await reaches(other, 'running');
  });
});

describe('restarting', () => {
  test('a stop breaks off what runs, and the next start runs it again', async () => {
    queue.start(all(untilAborted));
    const { id } = queue.enqueue(scan());
    await reaches(id, 'running');
    await queue.stop();
    expect(statusOf(id)).toBe('pending');

    queue = newQueue();
    queue.start(all(async () => undefined));
    expect((await queue.finished(id)).status).toBe('completed');
  });

  test('a stop does not wait for a task that never notices', async () => {
    let release = () => undefined as unknown;
    queue.start(all(() => new Promise<void>((resolve) => (release = resolve))));
    const { id } = queue.enqueue(scan());
    await reaches(id, 'running');
    const begun = performance.now();
    await queue.stop();
    expect(performance.now() - begun).toBeLessThan(1500);
    release();
    await sleep(10);
    expect(statusOf(id)).toBe('pending');
  });

  test('a task that the process died with runs again', async () => {
    const { id } = queue.enqueue(scan());
    database.prepare("UPDATE tasks SET status = 'running', attempts = 1").run();
    queue = newQueue();
    queue.start(all(async () => undefined));
    expect((await queue.finished(id)).status).toBe('completed');
  });

  test('a task that the process died with three times is not tried again', async () => {
    const { id } = queue.enqueue(scan());
    database.prepare("UPDATE tasks SET status = 'running', attempts = 3").run();
    queue = newQueue();
    queue.start(all(async () => undefined));
    expect(await queue.finished(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('interrupted') as string,
    });
  });

  test('a task that got further each time is never given up', async () => {
    const { id } = queue.enqueue(scan());
    for (const reached of [10, 20, 30, 40, 50]) {
      database
        .prepare(
          "UPDATE tasks SET status = 'running', attempts = attempts + 1, progress_current = ?",
        )
        .run(reached);
      createTaskStore(database).recover(3, 'interrupted');
      expect([reached, statusOf(id)]).toEqual([reached, 'pending']);
    }
    for (const status of ['pending', 'pending', 'failed']) {
      database.prepare("UPDATE tasks SET status = 'running', attempts = attempts + 1").run();
      createTaskStore(database).recover(3, 'interrupted');
      expect(statusOf(id)).toBe(status);
    }
  });

  test('the newest thousand finished tasks are kept, and the last scan of each library', () => {
    const insert = database.prepare(
      "INSERT INTO tasks (id, task_type, status, created_at) VALUES (?, 'analyze_book', 'completed', '')",
    );
    database
      .prepare(
        "INSERT INTO libraries (pk, id, name, name_key, path, created_at, updated_at) VALUES (1, ?, 'A', 'a', '/a', '', '')",
      )
      .run(library);
    const ids = Array.from({ length: 1100 }, () => newId());
    for (const id of ids) insert.run(id);
    const addScan = database.prepare(
      "INSERT INTO scans (task_id, library_pk, mode) VALUES (?, 1, 'normal')",
    );
    addScan.run(ids[3]);
    addScan.run(ids[5]);
    const waiting = queue.enqueue(book()).id;
    queue.start(all(untilAborted));
    expect(statusOf(ids[0] ?? '')).toBeNull();
    expect(statusOf(ids[3] ?? '')).toBeNull();
    expect(statusOf(ids[5] ?? '')).toBe('completed');
    expect(statusOf(ids[100] ?? '')).toBe('completed');
    expect(statusOf(waiting)).toBe('pending');
    expect(database.prepare('SELECT count(*) FROM tasks').pluck().get()).toBe(1002);
  });
});

test('what cannot be written while the disk is full is written when there is room', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  const failures: unknown[] = [];
  process.on('uncaughtException', (error) => failures.push(error));
  const handlers: Partial<TaskHandlers> = {
    async analyze_book({ progress }) {
      progress(1, 3, 'first');
      // Rejects writes like a full disk, during a task and while another one starts.
      database.pragma('query_only = ON');
      progress(2, 3, 'second');
      await sleep(1100);
      progress(3, 3, 'third');
      await gate;
    },
  };
  queue.start(handlers as TaskHandlers);
  const first = queue.enqueue(book());
  const second = queue.enqueue(book());
  await sleep(1300);
  open(undefined);
  await sleep(100);
  expect(queue.finished(first.id)).toBeInstanceOf(Promise);
  database.pragma('query_only = OFF');
  expect((await queue.finished(first.id)).status).toBe('completed');
  await vi.waitFor(() => {
    database.pragma('query_only = OFF');
    const row = database.prepare('SELECT status FROM tasks WHERE id = ?').pluck().get(second.id);
    expect(row).toBe('completed');
  });
  expect(failures).toEqual([]);
});
