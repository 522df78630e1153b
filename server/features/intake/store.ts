import { jsonBoolean } from '../../database/json.ts';
import type {
  Intake,
  IntakeFile,
  IntakeStatus,
  listIntakeFiles,
  listIntakes,
} from '../../../shared/api/intake.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { isoNow, newId } from '../../database/ids.ts';
import { createRecordList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { createFileChanges } from './file-changes.ts';
import { createIntakeFoldersStore } from './folders-store.ts';

/** Days for which an intake can be undone, as long as files stay in the bin. */
const undoDays = 90;

export interface StoredIntake {
  pk: number;
  id: string;
  library_pk: number;
  library_id: string;
  status: IntakeStatus;
  task_id: string | null;
  taken_at: string | null;
  is_automatic: number;
}

type FilesQuery = EndpointParsed<typeof listIntakeFiles>['query'];

const intakeJson = `json_object('id', i.id, 'folder_id', f.id, 'path', i.path, 'library_id', l.id,
  'library_name', l.name, 'method', i.method, 'is_automatic', ${jsonBoolean('i.is_automatic')},
  'status', i.status, 'task_id', i.task_id, 'error', i.error,
  'counts', json((SELECT json_group_array(json_object('verdict', c.verdict, 'action', c.action,
      'state', c.state, 'count', c.count))
    FROM (SELECT verdict, action, state, count(*) AS count FROM intake_files
      WHERE intake_pk = i.pk GROUP BY verdict, action, state) c)),
  'created_at', i.created_at, 'taken_at', i.taken_at,
  'undoable_until', strftime('%Y-%m-%dT%H:%M:%fZ', i.taken_at, '+${undoDays} days'))`;
const intakes = `intakes i JOIN libraries l ON l.pk = i.library_pk
  LEFT JOIN intake_folders f ON f.pk = i.folder_pk`;

const fileJson = `json_object('id', f.id, 'path', f.path, 'format', f.format, 'file_size', f.file_size,
  'page_count', f.page_count, 'width', f.width, 'height', f.height, 'error', f.error,
  'series', iif(s.pk IS NULL, NULL, json_object('id', s.id, 'name', s.name)),
  'series_name', f.series_name, 'basis', f.basis, 'is_confident', ${jsonBoolean('f.is_confident')},
  'number', f.number, 'volume', f.volume, 'title', f.details ->> 'title',
  'present', iif(p.pk IS NULL OR f.present IS NULL, NULL, json_object('book_id', p.id,
    'title', p.title, 'path', p.path, 'format', f.present ->> 'format',
    'file_size', f.present ->> 'file_size', 'page_count', f.present ->> 'page_count',
    'width', f.present ->> 'width', 'height', f.present ->> 'height')),
  'verdict', f.verdict, 'differences', json(f.differences), 'action', f.action, 'target', f.target,
  'state', f.state, 'reason', f.reason, 'book_id', b.id)`;
const files = `intake_files f LEFT JOIN series s ON s.pk = f.series_pk
  LEFT JOIN books p ON p.pk = f.present_pk LEFT JOIN books b ON b.pk = f.book_pk
  WHERE f.intake_pk = @pk AND (@verdict IS NULL OR f.verdict = @verdict)
    AND (@action IS NULL OR f.action = @action) AND (@state IS NULL OR f.state = @state)
    AND (@search = '' OR instr(f.search_key, @search) > 0)`;

/** SQL for intake folders and their reports. */
export const createIntakeStore = (database: Database) => {
  const insertIntake = database.prepare(
    `INSERT INTO intakes (id, folder_pk, path, library_pk, method, is_automatic, status, created_at)
     SELECT @id, pk, path, library_pk, method, @is_automatic, 'looking', @now
     FROM intake_folders WHERE id = @folder_id`,
  );
  const prune = database.prepare<[string]>(
    `DELETE FROM intakes WHERE coalesce(taken_at, created_at) < ?`,
  );
  const stored = database.prepare<[string], StoredIntake>(
    `SELECT i.pk, i.id, i.library_pk, l.id AS library_id, i.status, i.task_id, i.taken_at,
       i.is_automatic
     FROM intakes i JOIN libraries l ON l.pk = i.library_pk WHERE i.id = ?`,
  );
  const latestOf = database
    .prepare<[string], string>(
      `SELECT i.id FROM intakes i JOIN intake_folders f ON f.pk = i.folder_pk WHERE f.id = ?
       ORDER BY i.pk DESC LIMIT 1`,
    )
    .pluck();
  const intakeRecord = database
    .prepare<[string], string>(`SELECT ${intakeJson} FROM ${intakes} WHERE i.id = ?`)
    .pluck();
  const list = createRecordList<Intake>(database, {
    record: intakeJson,
    from: `${intakes} WHERE @folder_id IS NULL OR f.id = @folder_id`,
    keys: ['i.pk'],
  });
  const setStatus = database.prepare<{ pk: number; status: IntakeStatus; error: string | null }>(
    'UPDATE intakes SET status = @status, error = @error WHERE pk = @pk',
  );
  const setTask = database.prepare<{ pk: number; task_id: string | null }>(
    'UPDATE intakes SET task_id = @task_id WHERE pk = @pk',
  );
  const setTaken = database.prepare<{ pk: number; now: string }>(
    'UPDATE intakes SET taken_at = @now WHERE pk = @pk',
  );
  const removeIntake = database.prepare<[number]>('DELETE FROM intakes WHERE pk = ?');
  const listFiles = createRecordList<IntakeFile>(database, {
    record: fileJson,
    from: files,
    keys: ['f.path', 'f.pk'],
  });
  return {
    ...createIntakeFoldersStore(database),

    open(folderId: string, isAutomatic: boolean): string {
      const id = newId();
      insertIntake.run({
        ...{ id, folder_id: folderId, now: isoNow() },
        is_automatic: Number(isAutomatic),
      });
      return id;
    },
    /** Deletes reports that can no longer be undone. */
    prune: (before: string): void => void prune.run(before),
    get: (id: string) => stored.get(id),
    latestOf: (folderId: string) => latestOf.get(folderId),
    record: (id: string) => JSON.parse(intakeRecord.get(id) ?? 'null') as Intake,
    list: (query: EndpointParsed<typeof listIntakes>['query']) =>
      list(query, { folder_id: query.folder_id ?? null }),
    setStatus: (pk: number, status: IntakeStatus, error: string | null = null): void =>
      void setStatus.run({ pk, status, error }),
    setTask: (pk: number, task_id: string | null): void => void setTask.run({ pk, task_id }),
    setTaken: (pk: number): void => void setTaken.run({ pk, now: isoNow() }),
    remove: (pk: number): void => void removeIntake.run(pk),
    files: (pk: number, query: FilesQuery) => {
      const { verdict = null, action = null, state = null, search = '' } = query;
      const which = { pk, verdict, action, state, search: toSearchKey(search.trim()) };
      return listFiles(query, which);
    },
    ...createFileChanges(database),
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

export type IntakeStore = ReturnType<typeof createIntakeStore>;

/** Days until a report is deleted. */
export const keptReportDays = undoDays;
