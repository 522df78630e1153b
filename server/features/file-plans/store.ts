import type { PageRequest } from '../../../shared/schemas.ts';
import { isoNow, newId } from '../../database/ids.ts';
import { createRecordList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';
import type { FilePlan, FilePlanBooks, FilePlanKind } from './types.ts';

export interface FilePlansQuery extends PageRequest<'created_at'> {
  library_id?: string | undefined;
}
export interface PlannedFilesQuery extends PageRequest<'path'> {
  state?: string | undefined;
}

/** SQL for plans and their files. */
export const createFilePlansStore = <
  Plan extends FilePlan,
  PlannedFile,
  Body extends FilePlanBooks,
>(
  database: Database,
  kind: FilePlanKind<Plan, Body>,
) => {
  const { tables, columns } = kind;
  const { plans, files: table, planPk, working, done } = tables;
  const counts = ['pending', 'planned', 'skipped', done, 'failed', 'undone']
    .map((state) => {
      const states = state === 'pending' ? [state, working, 'undoing'] : [state];
      const named = states.map((name) => `'${name}'`).join(', ');
      return `'${state}', (SELECT count(*) FROM ${table} f
        WHERE f.${planPk} = p.pk AND f.state IN (${named}))`;
    })
    .join(', ');
  const record = `json_object('id', p.id, 'library_id', l.id,
    'user', iif(u.pk IS NULL, NULL, json_object('id', u.id, 'username', u.username)),
    'files', json_object(${counts}),
    'task_id', (SELECT t.id FROM tasks t WHERE t.task_type = '${kind.taskType}'
      AND t.status IN ('pending', 'running') AND t.payload ->> '${kind.taskKey}' = p.id LIMIT 1),
    'created_at', p.created_at,
    'undoable_until', strftime('%Y-%m-%dT%H:%M:%fZ', p.created_at, '+${kind.keptDays} days'),
    ${kind.fields})`;
  const from = `${plans} p JOIN libraries l ON l.pk = p.library_pk
    LEFT JOIN users u ON u.pk = p.user_pk`;

  const library = database.prepare<
    [string],
    { pk: number; is_allowed: number; is_calibre: number | null }
  >(
    `SELECT pk, ${tables.allowedBy} AS is_allowed, scan_rules ->> 'calibre' AS is_calibre
     FROM libraries WHERE id = ?`,
  );
  const byId = database
    .prepare<[string], string>(`SELECT ${record} FROM ${from} WHERE p.id = ?`)
    .pluck();
  const list = createRecordList<Plan>(database, {
    record,
    from: `${from} WHERE @library_id IS NULL OR l.id = @library_id`,
    keys: ['p.pk'],
  });
  const files = createRecordList<PlannedFile>(database, {
    record: `json_object('id', f.id, 'book_id', b.id, 'title', b.title, 'state', f.state,
      'reason', f.reason, ${kind.fileFields})`,
    from: `${table} f JOIN books b ON b.pk = f.book_pk
      WHERE f.${planPk} = (SELECT pk FROM ${plans} WHERE id = @id)
        AND (@state IS NULL OR f.state = @state)`,
    keys: ['b.path', 'f.pk'],
  });
  const insert = database.prepare<object>(
    `INSERT INTO ${plans} (id, library_pk, user_pk, created_at, ${columns.join(', ')})
     VALUES (@id, @library_pk, @user_pk, @now, ${columns.map((name) => `@${name}`).join(', ')})`,
  );
  const candidates = database
    .prepare<object, number>(
      `SELECT b.pk FROM books b JOIN series s ON s.pk = b.series_pk
       WHERE b.library_pk = @library_pk AND b.missing_since IS NULL AND (${kind.candidates})
         AND (@series_ids IS NULL OR s.id IN (SELECT value FROM json_each(@series_ids)))
         AND (@book_ids IS NULL OR b.id IN (SELECT value FROM json_each(@book_ids)))
       ORDER BY b.path`,
    )
    .pluck();
  const insertFile = database.prepare<{ id: string; plan: string; book_pk: number }>(
    `INSERT INTO ${table} (id, ${planPk}, book_pk)
     VALUES (@id, (SELECT pk FROM ${plans} WHERE id = @plan), @book_pk)`,
  );
  const markUndoing = database.prepare<{ id: string; files: string | null }>(
    `UPDATE ${table} SET state = 'undoing', reason = NULL
     WHERE state = '${done}' AND ${planPk} = (SELECT pk FROM ${plans} WHERE id = @id)
       AND (@files IS NULL OR id IN (SELECT value FROM json_each(@files)))`,
  );
  const remove = database.prepare<[string]>(`DELETE FROM ${plans} WHERE id = ?`);
  const prune = database.prepare<[string]>(`DELETE FROM ${plans} WHERE created_at < ?`);
  const json = (ids: readonly string[] | undefined | null) => (ids ? JSON.stringify(ids) : null);
  return {
    library: (id: string) => library.get(id),
    get: (id: string): Plan | undefined => {
      const text = byId.get(id);
      return text === undefined ? undefined : (JSON.parse(text) as Plan);
    },
    list: ({ library_id, ...query }: FilePlansQuery) =>
      list(query, { library_id: library_id ?? null }),
    files: (id: string, { state, ...query }: PlannedFilesQuery) =>
      files(query, { id, state: state ?? null }),
    /** Creates a plan with the present books that match it. */
    open: (library_pk: number, user_pk: number, body: Body): { id: string; count: number } => {
      const id = newId();
      const values = { library_pk, user_pk, ...kind.valuesOf(body) };
      const [series_ids, book_ids] = [json(body.series_ids), json(body.book_ids)];
      const books = candidates.all({ ...values, series_ids, book_ids });
      database
        .transaction(() => {
          insert.run({ id, now: isoNow(), ...values });
          for (const book_pk of books) insertFile.run({ id: newId(), plan: id, book_pk });
        })
        .immediate();
      return { id, count: books.length };
    },
    /** Marks changed files to be undone; returns their number. */
    markUndoing: (id: string, fileIds: readonly string[] | undefined): number =>
      markUndoing.run({ id, files: json(fileIds) }).changes,
    remove: (id: string) => void remove.run(id),
    /** Deletes plans from before a time, with their data for undo. */
    prune: (before: string): number => prune.run(before).changes,
  };
};
