import type { listTasks, TaskStats } from '../../../shared/api/tasks.ts';
import type { Task } from '../../../shared/api/task-record.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Statement } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage } from '../../database/json.ts';
import { taskJson } from '../../tasks/store.ts';

export type TaskQuery = EndpointParsed<typeof listTasks>['query'];

interface Page {
  data: string;
  total: number;
}

const matching = `(@status IS NULL OR status = @status)
  AND (@task_type IS NULL OR task_type = @task_type)
  AND (@library_id IS NULL OR library_id = @library_id)`;

/** One page of tasks ordered by `sort`, and the total; ids ascend with `pk`. */
const pageSql = ({ field, direction }: TaskQuery['sort']) => `
  SELECT (SELECT count(*) FROM tasks WHERE ${matching}) AS total, (
    SELECT json_group_array(json(record)) FROM (
      SELECT ${taskJson} AS record FROM (
        SELECT * FROM tasks WHERE ${matching}
        ORDER BY ${field} ${direction}, pk ${direction} LIMIT @limit OFFSET @offset
      ) t ORDER BY ${field} ${direction}, pk ${direction}
    )
  ) AS data`;

export const createTasksStore = (database: Database) => {
  const pages = new Map<string, Statement<[object], Page>>();
  const byId = database
    .prepare<[string], string>(`SELECT ${taskJson} FROM tasks t WHERE id = ?`)
    .pluck();
  const counts = database.prepare<[], { status: Task['status']; task_type: string; count: number }>(
    'SELECT status, task_type, count(*) AS count FROM tasks GROUP BY status, task_type',
  );

  const kinds = database.prepare<[], TaskStats['kinds'][number]>(
    `WITH finished AS (
       SELECT task_type, status, attempts,
         (julianday(completed_at) - julianday(started_at)) * 86400 AS seconds
       FROM tasks WHERE status IN ('completed', 'failed', 'cancelled')),
     ranked AS (
       SELECT task_type, seconds,
         row_number() OVER (PARTITION BY task_type ORDER BY seconds) AS place,
         count(*) OVER (PARTITION BY task_type) AS total
       FROM finished WHERE status = 'completed' AND seconds IS NOT NULL)
     SELECT f.task_type, sum(f.status = 'completed') AS completed, sum(f.status = 'failed') AS failed,
       sum(f.status = 'cancelled') AS cancelled, sum(f.attempts) AS attempts,
       (SELECT round(seconds, 2) FROM ranked r
        WHERE r.task_type = f.task_type AND place = (total + 1) / 2) AS median_seconds,
       (SELECT round(seconds, 2) FROM ranked r
        WHERE r.task_type = f.task_type AND place = (total * 95 + 99) / 100) AS p95_seconds
     FROM finished f GROUP BY f.task_type ORDER BY f.task_type`,
  );

  const library = database.prepare<[string], { name: string; path: string }>(
    'SELECT name, path FROM libraries WHERE id = ?',
  );

  return {
    library: (id: string) => library.get(id),
    list({ page, pageSize, sort, status, task_type, library_id }: TaskQuery): ListPage<Task> {
      const name = `${sort.field},${sort.direction}`;
      const statement = pages.get(name) ?? database.prepare<[object], Page>(pageSql(sort));
      pages.set(name, statement);
      const found = statement.get({
        status: status ?? null,
        task_type: task_type ?? null,
        library_id: library_id ?? null,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { data: jsonText(found?.data ?? '[]'), total: found?.total ?? 0 };
    },
    get(id: string): Task | undefined {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as Task);
    },
    stats(): TaskStats {
      const stats: TaskStats = {
        pending: 0,
        running: 0,
        completed: 0,
        failed: 0,
        cancelled: 0,
        total: 0,
        by_type: {},
        kinds: kinds.all(),
      };
      for (const { status, task_type, count } of counts.all()) {
        stats[status] += count;
        stats.total += count;
        stats.by_type[task_type] = (stats.by_type[task_type] ?? 0) + count;
      }
      return stats;
    },
  };
};

export type TasksStore = ReturnType<typeof createTasksStore>;
