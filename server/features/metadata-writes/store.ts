import type {
  listMetadataWriteFiles,
  listMetadataWrites,
  MetadataWrite,
  MetadataWriteFile,
} from '../../../shared/api/metadata-writes.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Direction } from '../../../shared/schemas.ts';
import { isoNow, newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';

export type WritesQuery = EndpointParsed<typeof listMetadataWrites>['query'];
export type WriteFilesQuery = EndpointParsed<typeof listMetadataWriteFiles>['query'];

/** Days for which the former metadata is kept. */
export const keptDays = 90;

/** The states that the API counts as one. */
const counted: Record<keyof MetadataWrite['files'], readonly string[]> = {
  pending: ['pending', 'writing', 'undoing'],
  planned: ['planned'],
  skipped: ['skipped'],
  written: ['written'],
  failed: ['failed'],
  undone: ['undone'],
};
const counts = Object.entries(counted)
  .map(
    ([name, states]) => `'${name}', (SELECT count(*) FROM metadata_write_files f
      WHERE f.write_pk = w.pk AND f.state IN (${states.map((state) => `'${state}'`).join(', ')}))`,
  )
  .join(', ');

const writeJson = `json_object('id', w.id, 'library_id', l.id, 'scope', w.scope,
  'user', iif(u.pk IS NULL, NULL, json_object('id', u.id, 'username', u.username)),
  'files', json_object(${counts}),
  'task_id', (SELECT t.id FROM tasks t WHERE t.task_type = 'write_metadata'
    AND t.status IN ('pending', 'running') AND t.payload ->> 'write_id' = w.id LIMIT 1),
  'created_at', w.created_at,
  'undoable_until', strftime('%Y-%m-%dT%H:%M:%fZ', w.created_at, '+${keptDays} days'))`;
const writes = `metadata_writes w JOIN libraries l ON l.pk = w.library_pk
  LEFT JOIN users u ON u.pk = w.user_pk`;
const ofLibrary = `@library_id IS NULL OR w.library_pk = (SELECT pk FROM libraries WHERE id = @library_id)`;
const inWrite = `f.write_pk = (SELECT pk FROM metadata_writes WHERE id = @id)
  AND (@state IS NULL OR f.state = @state)`;

/** Plans to write metadata into files, and their files. */
export const createMetadataWritesStore = (database: Database) => {
  const library = database.prepare<
    [string],
    { pk: number; is_allowed: number; is_calibre: number | null }
  >(
    `SELECT pk, write_metadata AS is_allowed, scan_rules ->> 'calibre' AS is_calibre
     FROM libraries WHERE id = ?`,
  );
  const byId = database
    .prepare<[string], string>(`SELECT ${writeJson} FROM ${writes} WHERE w.id = ?`)
    .pluck();
  const lists = (direction: Direction) =>
    database
      .prepare<{ library_id: string | null; limit: number; offset: number }, string>(
        `SELECT ${writeJson} FROM ${writes} WHERE ${ofLibrary}
         ORDER BY w.pk ${direction} LIMIT @limit OFFSET @offset`,
      )
      .pluck();
  const listed = { asc: lists('asc'), desc: lists('desc') };
  const total = database
    .prepare<{ library_id: string | null }, number>(
      `SELECT count(*) FROM metadata_writes w WHERE ${ofLibrary}`,
    )
    .pluck();
  const files = (direction: Direction) =>
    database.prepare<
      { id: string; state: string | null; limit: number; offset: number },
      Omit<MetadataWriteFile, 'changes'> & { changes: string }
    >(
      `SELECT f.id, b.id AS book_id, b.title, b.path, f.sidecar, f.state, f.reason, f.changes, f.written_at
       FROM metadata_write_files f JOIN books b ON b.pk = f.book_pk WHERE ${inWrite}
       ORDER BY b.path ${direction}, f.pk LIMIT @limit OFFSET @offset`,
    );
  const listedFiles = { asc: files('asc'), desc: files('desc') };
  const totalFiles = database
    .prepare<{ id: string; state: string | null }, number>(
      `SELECT count(*) FROM metadata_write_files f JOIN books b ON b.pk = f.book_pk
       WHERE ${inWrite}`,
    )
    .pluck();
  const insert = database.prepare<{
    id: string;
    library_pk: number;
    user_pk: number;
    scope: string;
    now: string;
  }>(
    `INSERT INTO metadata_writes (id, library_pk, user_pk, scope, created_at)
     VALUES (@id, @library_pk, @user_pk, @scope, @now)`,
  );
  // Without edits there is nothing to compare.
  const candidates = database
    .prepare<
      { library_pk: number; scope: string; series: string | null; books: string | null },
      number
    >(
      `SELECT b.pk FROM books b JOIN series s ON s.pk = b.series_pk
       WHERE b.library_pk = @library_pk AND b.missing_since IS NULL
         AND (@scope = 'all' OR b.locked_fields <> '[]' OR s.locked_fields <> '[]')
         AND (@series IS NULL OR s.id IN (SELECT value FROM json_each(@series)))
         AND (@books IS NULL OR b.id IN (SELECT value FROM json_each(@books)))
       ORDER BY b.path`,
    )
    .pluck();
  const insertFile = database.prepare<{ id: string; write: string; book_pk: number }>(
    `INSERT INTO metadata_write_files (id, write_pk, book_pk)
     VALUES (@id, (SELECT pk FROM metadata_writes WHERE id = @write), @book_pk)`,
  );
  const markUndoing = database.prepare<{ id: string; files: string | null }>(
    `UPDATE metadata_write_files SET state = 'undoing', reason = NULL
     WHERE state = 'written' AND write_pk = (SELECT pk FROM metadata_writes WHERE id = @id)
       AND (@files IS NULL OR id IN (SELECT value FROM json_each(@files)))`,
  );
  const remove = database.prepare<[string]>('DELETE FROM metadata_writes WHERE id = ?');
  const prune = database.prepare<[string]>('DELETE FROM metadata_writes WHERE created_at < ?');
  return {
    library: (id: string) => library.get(id),
    get: (id: string): MetadataWrite | undefined => {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as MetadataWrite);
    },
    list: ({ sort, library_id: named, ...query }: WritesQuery): ListPage<MetadataWrite> => {
      const library_id = named ?? null;
      return {
        data: listed[sort.direction]
          .all({ library_id, ...limits(query) })
          .map((json) => JSON.parse(json) as MetadataWrite),
        total: total.get({ library_id }) ?? 0,
      };
    },
    files: (
      id: string,
      { sort, state: wanted, ...query }: WriteFilesQuery,
    ): ListPage<MetadataWriteFile> => {
      const state = wanted ?? null;
      return {
        data: listedFiles[sort.direction].all({ id, state, ...limits(query) }).map((file) => ({
          ...file,
          changes: JSON.parse(file.changes) as MetadataWriteFile['changes'],
        })),
        total: totalFiles.get({ id, state }) ?? 0,
      };
    },
    /** Opens a plan with the books that may differ from their files. */
    open: (plan: {
      library_pk: number;
      user_pk: number;
      scope: string;
      series_ids: readonly string[] | null;
      book_ids: readonly string[] | null;
    }): { id: string; count: number } => {
      const { library_pk, user_pk, scope } = plan;
      const id = newId();
      const json = (ids: readonly string[] | null) => ids && JSON.stringify(ids);
      const books = candidates.all({
        ...{ library_pk, scope },
        series: json(plan.series_ids),
        books: json(plan.book_ids),
      });
      database
        .transaction(() => {
          insert.run({ id, library_pk, user_pk, scope, now: isoNow() });
          for (const book_pk of books) insertFile.run({ id: newId(), write: id, book_pk });
        })
        .immediate();
      return { id, count: books.length };
    },
    /** Marks written files to be undone; returns their number. */
    markUndoing: (id: string, fileIds: readonly string[] | null): number =>
      markUndoing.run({ id, files: fileIds && JSON.stringify(fileIds) }).changes,
    remove: (id: string) => void remove.run(id),
    /** Deletes plans from before a time, with the former metadata. */
    prune: (before: string): number => prune.run(before).changes,
  };
};

export type MetadataWritesStore = ReturnType<typeof createMetadataWritesStore>;
