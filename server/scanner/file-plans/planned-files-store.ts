import type { Database } from '../../database/types.ts';
import type { FilePlanTables } from './plan-tables.ts';

/** A plan with the columns of its library. */
export interface FilePlanRow {
  pk: number;
  library_pk: number;
  library_id: string;
  root: string;
  is_allowed: number;
}

export interface PlannedFileRow {
  file_pk: number;
  state: string;
  pk: number;
  id: string;
  title: string;
  path: string;
  format: string;
  file_size: number;
  file_modified_ms: number;
  error: string | null;
  missing_since: string | null;
}

/** SQL for a plan `p` and its files `f` within a job; `columns` are those of its kind. */
export const createPlannedFilesStore = <Plan extends FilePlanRow, File extends PlannedFileRow>(
  database: Database,
  { plans, files: table, planPk, working, done, doneAt, allowedBy }: FilePlanTables,
  columns: { plan: string; file: string; joins: string },
) => {
  const plan = database.prepare<[string], Plan>(
    `SELECT p.pk, p.library_pk, l.id AS library_id, l.path AS root, l.${allowedBy} AS is_allowed,
       ${columns.plan}
     FROM ${plans} p JOIN libraries l ON l.pk = p.library_pk WHERE p.id = ?`,
  );
  const files = database.prepare<{ pk: number; state: string; after: number; limit: number }, File>(
    `SELECT f.pk AS file_pk, f.state, b.pk, b.id, b.title, b.path, b.format, b.file_size,
       b.file_modified_ms, b.error, b.missing_since, ${columns.file}
     FROM ${table} f JOIN books b ON b.pk = f.book_pk ${columns.joins}
     WHERE f.${planPk} = @pk AND f.state = @state AND f.pk > @after ORDER BY f.pk LIMIT @limit`,
  );
  const count = database
    .prepare<{ pk: number; state: string }, number>(
      `SELECT count(*) FROM ${table} WHERE ${planPk} = @pk AND state = @state`,
    )
    .pluck();
  const drop = database.prepare<[number]>(`DELETE FROM ${table} WHERE pk = ?`);
  const setState = database.prepare<{ pk: number; state: string; reason: string | null }>(
    `UPDATE ${table} SET state = @state, reason = @reason WHERE pk = @pk`,
  );
  const finish = database.prepare<{ pk: number; state: string; now: string }>(
    `UPDATE ${table} SET state = @state, reason = NULL, ${doneAt} = @now WHERE pk = @pk`,
  );
  return {
    working,
    done,
    plan: (id: string) => plan.get(id),
    files: (pk: number, state: string, after: number, limit: number) =>
      files.all({ pk, state, after, limit }),
    count: (pk: number, state: string) => count.get({ pk, state }) ?? 0,
    /** Drops a file without changes. */
    drop: (pk: number) => drop.run(pk),
    setState: (pk: number, state: string, reason: string | null) =>
      setState.run({ pk, state, reason }),
    finish: (pk: number, state: string, now: string) => finish.run({ pk, state, now }),
  };
};

export type PlannedFilesStore<Plan extends FilePlanRow, File extends PlannedFileRow> = ReturnType<
  typeof createPlannedFilesStore<Plan, File>
>;
