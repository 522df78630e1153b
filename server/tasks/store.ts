import { createHash } from 'node:crypto';

import type { Task, TaskStatus } from '../../shared/api/task-record.ts';
import type { QueueEvents } from '../../shared/events.ts';
import type { Database } from '../database/types.ts';
import { newId, isoNow } from '../database/ids.ts';
import { taskRules, type TaskKind, type TaskRequest } from './task-types.ts';

/** Finished tasks kept; older ones are deleted. */
const keptFinished = 1000;

/** JSON of a task record; the table alias is `t`. */
export const taskJson = `json_object('id', t.id, 'task_type', t.task_type, 'status', t.status,
  'progress', json_object('current', t.progress_current, 'total', t.progress_total, 'message', t.progress_message),
  'library_id', t.library_id, 'series_id', t.series_id, 'book_id', t.book_id, 'error', t.error,
  'created_at', t.created_at, 'started_at', t.started_at, 'completed_at', t.completed_at)`;

export type RunnableTask = Task & { task_type: TaskKind };

/** A task with columns used only by the queue. */
export interface QueuedTask {
  task: RunnableTask;
  payload: object;
  /** Number of starts. */
  attempts: number;
}

export type TaskActivity = QueueEvents['task_queue_changed'];

interface Row {
  task: string;
  payload: string;
  attempts: number;
}

export const createTaskStore = (database: Database) => {
  const select = `SELECT ${taskJson} AS task, t.payload, t.attempts FROM tasks t`;
  const byId = database.prepare<[string], Row>(`${select} WHERE t.id = ?`);
  const byDedupeKey = database.prepare<[string], Row>(
    `${select} WHERE t.dedupe_key = ? AND t.status IN ('pending', 'running')`,
  );
  const next = database.prepare<[string, string], Row>(
    `${select} WHERE t.status = 'pending' AND t.task_type IN (SELECT value FROM json_each(?))
       AND t.id NOT IN (SELECT value FROM json_each(?))
     ORDER BY t.priority, t.pk LIMIT 1`,
  );
  const activeIds = database
    .prepare<[string], string>(
      `SELECT id FROM tasks WHERE status IN ('pending', 'running') AND library_id = ?`,
    )
    .pluck();
  const activeCounts = database.prepare<[], { task_type: TaskKind; count: number }>(
    `SELECT task_type, count(*) AS count FROM tasks WHERE status IN ('pending', 'running')
     GROUP BY task_type ORDER BY task_type`,
  );
  const insert = database.prepare(
    `INSERT INTO tasks (id, task_type, priority, dedupe_key, payload, library_id, series_id, book_id, created_at)
     VALUES (@id, @task_type, @priority, @dedupe_key, @payload, @library_id, @series_id, @book_id, @created_at)`,
  );
  const start = database.prepare(
    `UPDATE tasks SET status = 'running', attempts = attempts + 1, error = NULL,
       started_at = coalesce(started_at, @now) WHERE id = @id`,
  );
  const saveProgress = database.prepare(
    `UPDATE tasks SET progress_current = @current, progress_total = @total, progress_message = @message
     WHERE id = @id`,
  );
  const requeue = database.prepare(
    `UPDATE tasks SET status = 'pending', attempts = attempts - @uncounted WHERE id = @id`,
  );
  const finish = database.prepare(
    `UPDATE tasks SET status = @status, error = @error, completed_at = @now WHERE id = @id`,
  );
  const forgiveProgressing = database.prepare(
    `UPDATE tasks SET attempts = 0, progress_furthest = progress_current
     WHERE status = 'running' AND progress_current > progress_furthest`,
  );
  const failInterrupted = database.prepare(
    `UPDATE tasks SET status = 'failed', completed_at = @now, error = @error
     WHERE status = 'running' AND attempts >= @attempts`,
  );
  const resumeInterrupted = database.prepare(
    `UPDATE tasks SET status = 'pending' WHERE status = 'running'`,
  );
  // Keeps the last scan of each library, which provides its scan status.
  const prune = database.prepare(
    `DELETE FROM tasks WHERE pk IN (
       SELECT pk FROM tasks WHERE status NOT IN ('pending', 'running')
       ORDER BY pk DESC LIMIT -1 OFFSET ${keptFinished})
     AND pk NOT IN (SELECT max(t.pk) FROM scans s JOIN tasks t ON t.id = s.task_id GROUP BY s.library_pk)`,
  );

  return {
    get: (id: string) => parse(byId.get(id)),
    /** The active task that does the same, if any. */
    findDuplicate: (request: TaskRequest) => parse(byDedupeKey.get(dedupeKey(request))),
    /** The most urgent pending task of these types, except for `resting` ids. */
    next: (kinds: readonly TaskKind[], resting: Iterable<string>) =>
      parse(next.get(JSON.stringify(kinds), JSON.stringify([...resting]))),
    /** Counts of pending and running tasks. */
    activity(): TaskActivity {
      const rows = activeCounts.all();
      return {
        count: rows.reduce((sum, { count }) => sum + count, 0),
        count_by_type: Object.fromEntries(rows.map(({ task_type, count }) => [task_type, count])),
      };
    },
    activeOfLibrary: (libraryId: string) => activeIds.all(libraryId),
    insert(request: TaskRequest): string {
      const id = newId();
      insert.run({
        id,
        task_type: request.task_type,
        priority: taskRules[request.task_type].priority,
        dedupe_key: dedupeKey(request),
        payload: JSON.stringify('payload' in request ? request.payload : {}),
        library_id: 'library_id' in request ? (request.library_id ?? null) : null,
        series_id: 'series_id' in request ? request.series_id : null,
        book_id: 'book_id' in request ? request.book_id : null,
        created_at: isoNow(),
      });
      return id;
    },
    start: (id: string) => void start.run({ id, now: isoNow() }),
    saveProgress: (id: string, progress: Task['progress']) =>
      void saveProgress.run({ id, ...progress }),
    /** Requeues a task; an interruption by the queue itself does not count as an attempt. */
    requeue: (id: string, { counts }: { counts: boolean }) =>
      void requeue.run({ id, uncounted: counts ? 0 : 1 }),
    finish(id: string, status: Exclude<TaskStatus, 'pending' | 'running'>, error: string | null) {
      finish.run({ id, status, error, now: isoNow() });
      prune.run();
    },
    /**
     * After a crash: running tasks become pending again. A task interrupted in `attempts`
     * consecutive runs without progress fails instead, because it may cause the crash.
     */
    recover(attempts: number, error: string) {
      forgiveProgressing.run();
      failInterrupted.run({ attempts, error, now: isoNow() });
      resumeInterrupted.run();
      prune.run();
    },
  };
};

const parse = (row: Row | undefined): QueuedTask | undefined =>
  row && {
    task: JSON.parse(row.task) as RunnableTask,
    payload: JSON.parse(row.payload) as object,
    attempts: row.attempts,
  };

/** Identifies duplicate tasks: same work on the same target. */
const dedupeKey = (request: TaskRequest): string => {
  if (request.task_type === 'poll_release_source') {
    return `${request.task_type}:${request.payload.source_id}`;
  }
  if (request.task_type === 'edit_metadata') {
    return `${request.task_type}:${request.payload.edit_id}`;
  }
  if (request.task_type === 'reprocess_books') {
    const { action, scope } = request.payload;
    const books = createHash('sha1').update(JSON.stringify(scope)).digest('hex');
    return `${request.task_type}:${action}:${books}`;
  }
  if (request.task_type === 'import_data') {
    return `${request.task_type}:${request.payload.import_id}:${request.payload.step}`;
  }
  if (request.task_type === 'write_metadata') {
    return `${request.task_type}:${request.payload.write_id}:${request.payload.step}`;
  }
  if (request.task_type === 'take_in') {
    return `${request.task_type}:${request.payload.intake_id}:${request.payload.step}`;
  }
  if (request.task_type === 'delete_files') {
    return `${request.task_type}:${request.payload.deletion_id}:${request.payload.step}`;
  }
  if (request.task_type === 'convert_files') {
    return `${request.task_type}:${request.payload.conversion_id}:${request.payload.step}`;
  }
  if (request.task_type === 'find_duplicates') {
    return `${request.task_type}:${request.payload.reads_files}`;
  }
  const { library_id, series_id, book_id } = { ...request } as Record<string, string | undefined>;
  return `${request.task_type}:${book_id ?? series_id ?? library_id ?? 'all'}`;
};

export type TaskStore = ReturnType<typeof createTaskStore>;
