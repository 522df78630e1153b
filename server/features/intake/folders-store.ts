import type {
  IntakeFolder,
  listIntakeFolders,
  NewIntakeFolder,
} from '../../../shared/api/intake-folders.ts';
import type { IntakeMethod } from '../../../shared/api/intake.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { isoNow, newId } from '../../database/ids.ts';
import { type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';

export interface FolderRow {
  pk: number;
  id: string;
  path: string;
  library_id: string;
  method: IntakeMethod;
  is_watched: number;
  quiet_minutes: number;
  seen: string | null;
}

const folderJson = `json_object('id', f.id, 'path', f.path, 'library_id', l.id, 'library_name', l.name,
  'method', f.method, 'is_watched', ${jsonBoolean('f.is_watched')}, 'quiet_minutes', f.quiet_minutes,
  'last_intake', json((SELECT json_object('id', i.id, 'status', i.status, 'created_at', i.created_at)
    FROM intakes i WHERE i.folder_pk = f.pk ORDER BY i.pk DESC LIMIT 1)),
  'created_at', f.created_at)`;
const folders = 'intake_folders f JOIN libraries l ON l.pk = f.library_pk';

/** SQL for intake folders, in which new files arrive. */
export const createIntakeFoldersStore = (database: Database) => {
  const listed = (order: string) =>
    database
      .prepare<object, string>(
        `SELECT ${folderJson} FROM ${folders} ORDER BY ${order}, f.pk LIMIT @limit OFFSET @offset`,
      )
      .pluck();
  const folderLists = {
    'path,asc': listed('f.path'),
    'path,desc': listed('f.path DESC'),
    'created_at,asc': listed('f.created_at'),
    'created_at,desc': listed('f.created_at DESC'),
  };
  const countFolders = database.prepare<[], number>(`SELECT count(*) FROM ${folders}`).pluck();
  const folderRecord = database
    .prepare<[string], string>(`SELECT ${folderJson} FROM ${folders} WHERE f.id = ?`)
    .pluck();
  const folderColumns = `f.pk, f.id, f.path, l.id AS library_id, f.method, f.is_watched,
    f.quiet_minutes, f.seen`;
  const folder = database.prepare<[string], FolderRow>(
    `SELECT ${folderColumns} FROM ${folders} WHERE f.id = ?`,
  );
  const watched = database.prepare<[], FolderRow>(
    `SELECT ${folderColumns} FROM ${folders} WHERE f.is_watched`,
  );
  const allPaths = database.prepare<[], { id: string; path: string }>(
    'SELECT id, path FROM intake_folders',
  );
  const insertFolder = database.prepare(
    `INSERT INTO intake_folders (id, path, library_pk, method, is_watched, quiet_minutes, created_at)
     VALUES (@id, @path, (SELECT pk FROM libraries WHERE id = @library_id), @method, @is_watched,
       @quiet_minutes, @now)`,
  );
  const updateFolder = database.prepare(
    `UPDATE intake_folders SET library_pk = (SELECT pk FROM libraries WHERE id = @library_id),
       method = @method, is_watched = @is_watched, quiet_minutes = @quiet_minutes
     WHERE id = @id`,
  );
  const removeFolder = database.prepare<[string]>('DELETE FROM intake_folders WHERE id = ?');
  const setSeen = database.prepare<{ id: string; seen: string }>(
    'UPDATE intake_folders SET seen = @seen WHERE id = @id',
  );
  const library = database.prepare<[string], { path: string; is_calibre: number | null }>(
    `SELECT path, scan_rules ->> 'calibre' AS is_calibre FROM libraries WHERE id = ?`,
  );
  const columnsOf = (given: Omit<NewIntakeFolder, 'path'>) => ({
    ...given,
    is_watched: Number(given.is_watched),
  });

  return {
    folders(query: EndpointParsed<typeof listIntakeFolders>['query']): ListPage<IntakeFolder> {
      const { field, direction } = query.sort;
      return {
        data: folderLists[`${field},${direction}`]
          .all(limits(query))
          .map((text) => JSON.parse(text) as IntakeFolder),
        total: countFolders.get() ?? 0,
      };
    },
    folderRecord: (id: string) => JSON.parse(folderRecord.get(id) ?? 'null') as IntakeFolder,
    folder: (id: string) => folder.get(id),
    watched: () => watched.all(),
    folderPaths: () => allPaths.all(),
    insertFolder(given: NewIntakeFolder): string {
      const id = newId();
      insertFolder.run({ ...columnsOf(given), path: given.path, id, now: isoNow() });
      return id;
    },
    updateFolder: (id: string, given: Omit<NewIntakeFolder, 'path'>): void =>
      void updateFolder.run({ ...columnsOf(given), id }),
    removeFolder: (id: string): void => void removeFolder.run(id),
    setSeen: (id: string, seen: string): void => void setSeen.run({ id, seen }),
    library: (id: string) => library.get(id),
  };
};
