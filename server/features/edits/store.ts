import type { Edit, EditEntity, listEdits } from '../../../shared/api/edits.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import { createRowList } from '../../database/row-list.ts';
import { fieldsOf, type Change, type FieldStates } from './change.ts';

export type EditsQuery = EndpointParsed<typeof listEdits>['query'];
export type EditsStore = ReturnType<typeof createEditsStore>;

export interface StoredEdit {
  pk: number;
  id: string;
  entity: EditEntity;
  change: Change;
  record_count: number;
  changed_count: number;
  undone_at: string | null;
}

/** The effect of an edit on one record. */
export interface EditRecord {
  record_id: string;
  before: FieldStates;
  after: FieldStates;
}

/** Maximum edits and characters of their values to keep; the newest edit is always kept. */
const keptEdits = 1000;
const keptCharacters = 64 * 1024 * 1024;

/** The history of manual edits, with values before and after. */
export const createEditsStore = (database: Database) => {
  const insert = database.prepare<{
    id: string;
    entity: EditEntity;
    user_pk: number;
    change: string;
    title: string | null;
    record_count: number;
    now: string;
  }>(
    `INSERT INTO edits (id, entity, user_pk, change, title, record_count, created_at)
     VALUES (@id, @entity, @user_pk, @change, @title, @record_count, @now)`,
  );
  const addRecords = database.prepare<{ id: string; records: string }>(
    `INSERT INTO edit_records (edit_pk, record_id)
     SELECT e.pk, r.value FROM edits e, json_each(@records) r WHERE e.id = @id`,
  );
  const prune = database.prepare(
    `DELETE FROM edits WHERE pk IN (
       SELECT pk FROM (SELECT pk, row_number() OVER newest AS place, sum(size) OVER newest AS total
         FROM edits WINDOW newest AS (ORDER BY pk DESC))
       WHERE place > ${keptEdits} OR (place > 1 AND total > ${keptCharacters}))`,
  );
  const editRow = database.prepare<[string], Omit<StoredEdit, 'change'> & { change: string }>(
    `SELECT pk, id, entity, change, record_count, changed_count, undone_at FROM edits WHERE id = ?`,
  );
  const toDo = database
    .prepare<[number, number], string>(
      'SELECT record_id FROM edit_records WHERE edit_pk = ? AND before IS NULL ORDER BY record_id LIMIT ?',
    )
    .pluck();
  const leftToDo = database
    .prepare<[number], number>(
      'SELECT count(*) FROM edit_records WHERE edit_pk = ? AND before IS NULL',
    )
    .pluck();
  const done = database.prepare<{ pk: number; id: string; before: string; after: string }>(
    'UPDATE edit_records SET before = @before, after = @after WHERE edit_pk = @pk AND record_id = @id',
  );
  const count = database.prepare<{ pk: number; size: number }>(
    'UPDATE edits SET changed_count = changed_count + 1, size = size + @size WHERE pk = @pk',
  );
  const removeRecord = database.prepare<[number, string]>(
    'DELETE FROM edit_records WHERE edit_pk = ? AND record_id = ?',
  );
  const forgetToDo = database.prepare<[number]>(
    'DELETE FROM edit_records WHERE edit_pk = ? AND before IS NULL',
  );
  const doneRows = database.prepare<
    { pk: number; after: string; limit: number },
    { record_id: string; before: string; after: string }
  >(
    `SELECT record_id, before, after FROM edit_records
     WHERE edit_pk = @pk AND record_id > @after AND before IS NOT NULL
     ORDER BY record_id LIMIT @limit`,
  );
  const setUndone = database.prepare<[string, number]>(
    'UPDATE edits SET undone_at = ? WHERE pk = ?',
  );
  const list = createRowList<
    Omit<Edit, 'user' | 'fields'> & {
      change: string;
      user_id: string | null;
      username: string | null;
    }
  >(database, {
    columns: `e.id, e.entity, e.change, e.title, e.record_count, e.changed_count, e.created_at,
      e.undone_at, u.id AS user_id, u.username`,
    from: `edits e LEFT JOIN users u ON u.pk = e.user_pk
      WHERE @entity IS NULL OR e.entity = @entity`,
    keys: ['e.pk'],
  });

  return {
    /** Creates an edit with its pending records; deletes the oldest edits. */
    open(edit: {
      entity: EditEntity;
      user_pk: number;
      change: Change;
      title: string | null;
      records: readonly string[];
      now: string;
    }): string {
      const id = newId();
      const { change, records, ...columns } = edit;
      const record_count = records.length;
      insert.run({ ...columns, id, change: JSON.stringify(change), record_count });
      addRecords.run({ id, records: JSON.stringify(records) });
      prune.run();
      return id;
    },
    get(id: string): StoredEdit | undefined {
      const row = editRow.get(id);
      return row && { ...row, change: JSON.parse(row.change) as Change };
    },
    toDo: (pk: number, limit: number) => toDo.all(pk, limit),
    leftToDo: (pk: number) => leftToDo.get(pk) ?? 0,
    /** Stores the states of an edited record. */
    done(pk: number, { record_id, ...states }: EditRecord): void {
      const before = JSON.stringify(states.before);
      const after = JSON.stringify(states.after);
      done.run({ pk, id: record_id, before, after });
      count.run({ pk, size: before.length + after.length });
    },
    /** Drops a record that did not change. */
    forget: (pk: number, recordId: string) => removeRecord.run(pk, recordId),
    /** Drops all pending records. */
    forgetToDo: (pk: number) => forgetToDo.run(pk),
    records: (pk: number, after: string, limit: number): EditRecord[] =>
      doneRows.all({ pk, after, limit }).map((row) => ({
        record_id: row.record_id,
        before: JSON.parse(row.before) as FieldStates,
        after: JSON.parse(row.after) as FieldStates,
      })),
    setUndone: (pk: number, now: string) => setUndone.run(now, pk),
    list(query: EditsQuery): { data: Edit[]; total: number } {
      const { data, total } = list(query, { entity: query.entity ?? null });
      return {
        data: data.map(({ change, user_id, username, ...edit }) => ({
          ...edit,
          fields: fieldsOf(JSON.parse(change) as Change),
          user: user_id === null || username === null ? null : { id: user_id, username },
        })),
        total,
      };
    },
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
