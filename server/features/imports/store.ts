import type { Import, ImportSource, ImportStatus } from '../../../shared/api/import-record.ts';
import type { listImports } from '../../../shared/api/imports.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { newId } from '../../database/ids.ts';
import { createRecordList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';
import { createLinesStore } from './lines-store.ts';

export interface StoredImport {
  pk: number;
  id: string;
  source: ImportSource;
  name: string;
  file: string | null;
  status: ImportStatus;
  prefer: 'newer' | 'source';
  task_id: string | null;
}

export type ImportsStore = ReturnType<typeof createImportsStore>;

const importJson = `json_object('id', i.id, 'source', i.source, 'name', i.name, 'status', i.status,
  'task_id', i.task_id, 'error', i.error,
  'counts', json((SELECT json_group_array(json_object('kind', c.kind, 'state', c.state,
      'count', c.count, 'imported', c.imported) ORDER BY c.rank)
    FROM (SELECT kind, rank, state, count(*) AS count, sum(imported) AS imported
      FROM import_lines WHERE import_pk = i.pk GROUP BY rank, kind, state) c)),
  'created_at', i.created_at, 'imported_at', i.imported_at, 'undone_at', i.undone_at)`;

/** SQL for imports and the lines of their reports. */
export const createImportsStore = (database: Database) => {
  const insert = database.prepare(
    `INSERT INTO imports (id, source, name, file, status, user_pk, created_at)
     VALUES (@id, @source, @name, @file, 'reading', @user_pk, @now)`,
  );
  const row = database.prepare<[string], StoredImport>(
    'SELECT pk, id, source, name, file, status, prefer, task_id FROM imports WHERE id = ?',
  );
  const json = database
    .prepare<[string], string>(`SELECT ${importJson} FROM imports i WHERE i.id = ?`)
    .pluck();
  const list = createRecordList<Import>(database, {
    record: importJson,
    from: 'imports i',
    keys: ['i.pk'],
  });
  const setStatus = database.prepare<{ pk: number; status: ImportStatus; error: string | null }>(
    'UPDATE imports SET status = @status, error = @error WHERE pk = @pk',
  );
  const setTask = database.prepare<[string | null, number]>(
    'UPDATE imports SET task_id = ? WHERE pk = ?',
  );
  const setPrefer = database.prepare<[string, number]>(
    'UPDATE imports SET prefer = ? WHERE pk = ?',
  );
  const setFile = database.prepare<[string | null, number]>(
    'UPDATE imports SET file = ? WHERE pk = ?',
  );
  const setImported = database.prepare<[string, number]>(
    'UPDATE imports SET imported_at = ?, undone_at = NULL WHERE pk = ?',
  );
  const setUndone = database.prepare<[string, number]>(
    'UPDATE imports SET undone_at = ? WHERE pk = ?',
  );
  const noneImported = database.prepare<[number]>(
    'UPDATE import_lines SET imported = 0 WHERE import_pk = ? AND imported',
  );
  const remove = database.prepare<[number]>('DELETE FROM imports WHERE pk = ?');

  return {
    insert({
      id = newId(),
      ...given
    }: {
      id?: string;
      source: ImportSource;
      name: string;
      /** Null for an import from a server. */
      file: string | null;
      user_pk: number;
      now: string;
    }): string {
      insert.run({ ...given, id });
      return id;
    },
    get: (id: string): StoredImport | undefined => row.get(id),
    record: (id: string): Import => JSON.parse(json.get(id) ?? 'null') as Import,
    list: (query: EndpointParsed<typeof listImports>['query']) => list(query),
    setStatus: (pk: number, status: ImportStatus, error: string | null = null): void =>
      void setStatus.run({ pk, status, error }),
    setTask: (pk: number, taskId: string | null): void => void setTask.run(taskId, pk),
    setPrefer: (pk: number, prefer: string): void => void setPrefer.run(prefer, pk),
    setFile: (pk: number, file: string | null): void => void setFile.run(file, pk),
    setImported: (pk: number, now: string): void => void setImported.run(now, pk),
    setUndone: (pk: number, now: string): void => {
      setUndone.run(now, pk);
      noneImported.run(pk);
    },
    remove: (pk: number): void => void remove.run(pk),

    ...createLinesStore(database),
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
