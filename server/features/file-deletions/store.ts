import type {
  DeletedBook,
  deletedBookStates,
  FileDeletion,
  listDeletedBooks,
  listFileDeletions,
} from '../../../shared/api/file-deletions.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { isoNow, newId } from '../../database/ids.ts';
import { createRecordList, createRowList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';

type State = (typeof deletedBookStates)[number];

/** Days for which files stay in the bin. */
export const undoableDays = 90;

export type DeletableFile = Pick<DeletedRow, 'path' | 'file_size' | 'file_modified_ms'>;

interface Totals {
  book_count: number;
  /** Including files of other formats. */
  file_count: number;
  file_size: number;
}

/** A book of a deletion with the columns for moving its file. */
export interface DeletedRow {
  pk: number;
  id: string;
  title: string;
  series_pk: number;
  library_id: string;
  root: string;
  path: string;
  format: string;
  file_size: number;
  file_modified_ms: number;
  missing_since: string | null;
  bin_id: string | null;
}

const counts = (['deleting', 'deleted', 'restoring', 'failed'] satisfies State[])
  .map(
    (state) => `'${state}', (SELECT count(*) FROM deleted_books d
      WHERE d.deletion_pk = f.pk AND d.state = '${state}')`,
  )
  .join(', ');
const deletionJson = `json_object('id', f.id, 'username', u.username, 'books', json_object(${counts}),
  'task_id', (SELECT t.id FROM tasks t WHERE t.task_type = 'delete_files'
    AND t.status IN ('pending', 'running') AND t.payload ->> 'deletion_id' = f.id LIMIT 1),
  'created_at', f.created_at,
  'undoable_until', strftime('%Y-%m-%dT%H:%M:%fZ', f.created_at, '+${undoableDays} days'))`;
const deletions = 'file_deletions f LEFT JOIN users u ON u.pk = f.user_pk';
const books = `deleted_books d JOIN books b ON b.pk = d.book_pk JOIN libraries l ON l.pk = b.library_pk
  WHERE d.deletion_pk = (SELECT pk FROM file_deletions WHERE id = @id)`;
const chosen = `b.missing_since IS NULL AND (b.id IN (SELECT value FROM json_each(@book_ids))
  OR b.series_pk IN (SELECT pk FROM series WHERE id IN (SELECT value FROM json_each(@series_ids))))`;

/** SQL for books that are deleted with their files. */
export const createFileDeletionsStore = (database: Database) => {
  const totals = database.prepare<object, Totals>(
    `SELECT count(*) AS book_count, count(*) + coalesce(sum(o.files), 0) AS file_count,
       coalesce(sum(b.file_size + coalesce(o.size, 0)), 0) AS file_size
     FROM books b LEFT JOIN (SELECT book_pk, count(*) AS files, sum(file_size) AS size
       FROM book_formats GROUP BY book_pk) o ON o.book_pk = b.pk
     WHERE ${chosen}`,
  );
  const otherFiles = database.prepare<[number], DeletableFile>(
    'SELECT path, file_size, file_modified_ms FROM book_formats WHERE book_pk = ? ORDER BY path',
  );
  const insert = database.prepare<{ id: string; user_pk: number; now: string }>(
    'INSERT INTO file_deletions (id, user_pk, created_at) VALUES (@id, @user_pk, @now)',
  );
  const insertBooks = database.prepare<object>(
    `INSERT INTO deleted_books (book_pk, deletion_pk, state)
     SELECT b.pk, (SELECT pk FROM file_deletions WHERE id = @id), 'deleting' FROM books b
     WHERE ${chosen}
     ON CONFLICT (book_pk) DO UPDATE SET deletion_pk = excluded.deletion_pk, state = 'deleting',
       bin_id = NULL, reason = NULL`,
  );
  const byId = database
    .prepare<[string], string>(`SELECT ${deletionJson} FROM ${deletions} WHERE f.id = ?`)
    .pluck();
  const list = createRecordList<FileDeletion>(database, {
    record: deletionJson,
    from: deletions,
    keys: ['f.pk'],
  });
  const listBooks = createRowList<DeletedBook>(database, {
    columns: `b.id AS book_id, b.title, l.id AS library_id, l.name AS library_name, b.path,
      b.file_size, d.state, d.reason`,
    from: books,
    keys: ['b.path', 'b.pk'],
  });
  const next = database.prepare<{ id: string; state: State; after: number }, DeletedRow>(
    `SELECT b.pk, b.id, b.title, b.series_pk, l.id AS library_id, l.path AS root, b.path, b.format,
       b.file_size, b.file_modified_ms, b.missing_since, d.bin_id
     FROM ${books} AND d.state = @state AND b.pk > @after ORDER BY b.pk LIMIT 1`,
  );
  const count = database
    .prepare<{ id: string; state: State }, number>(
      `SELECT count(*) FROM ${books} AND d.state = @state`,
    )
    .pluck();
  const binned = database.prepare<[number], { id: string; path: string }>(
    `SELECT n.id, n.path FROM deleted_books d JOIN file_deletions f ON f.pk = d.deletion_pk
       JOIN binned_files n ON n.book_pk = d.book_pk
     WHERE d.book_pk = ? AND n.reason = 'deleted' AND n.binned_at >= f.created_at ORDER BY n.pk`,
  );
  const setState = database.prepare<{ pk: number; state: State; reason: string | null }>(
    'UPDATE deleted_books SET state = @state, reason = @reason WHERE book_pk = @pk',
  );
  const setBin = database.prepare<{ pk: number; bin_id: string }>(
    `UPDATE deleted_books SET state = 'deleted', bin_id = @bin_id WHERE book_pk = @pk`,
  );
  const release = database.prepare<[number]>('DELETE FROM deleted_books WHERE book_pk = ?');
  const setMissing = database.prepare<{ pk: number; missing_since: string | null; now: string }>(
    'UPDATE books SET missing_since = @missing_since, modified_at = @now WHERE pk = @pk',
  );
  // Of an interrupted deletion, a file can be in the bin already.
  const hasBinned = `EXISTS (SELECT 1 FROM binned_files n JOIN file_deletions f ON f.pk = deletion_pk
    WHERE n.book_pk = deleted_books.book_pk AND n.reason = 'deleted' AND n.binned_at >= f.created_at)`;
  const markRestoring = database.prepare<{ id: string; ids: string | null }>(
    `UPDATE deleted_books SET state = 'restoring', reason = NULL
     WHERE (state = 'deleted' OR state IN ('deleting', 'failed') AND ${hasBinned})
       AND deletion_pk = (SELECT pk FROM file_deletions WHERE id = @id)
       AND (@ids IS NULL OR book_pk IN (
         SELECT pk FROM books WHERE id IN (SELECT value FROM json_each(@ids))))`,
  );
  const releaseRest = database.prepare<[string]>(
    `DELETE FROM deleted_books WHERE state IN ('deleting', 'failed') AND NOT ${hasBinned}
       AND deletion_pk = (SELECT pk FROM file_deletions WHERE id = ?)`,
  );
  const prune = database.prepare<[string]>(
    `DELETE FROM file_deletions WHERE created_at < ?
       OR NOT EXISTS (SELECT 1 FROM deleted_books d WHERE d.deletion_pk = file_deletions.pk)`,
  );
  const asJson = ({ book_ids, series_ids }: ChosenBooks) => ({
    book_ids: JSON.stringify(book_ids),
    series_ids: JSON.stringify(series_ids),
  });
  return {
    /** The selected present books that the person can see. */
    totals: (which: ChosenBooks): Totals =>
      totals.get(asJson(which)) ?? { book_count: 0, file_count: 0, file_size: 0 },
    /** The files of a book in other formats. */
    otherFiles: (bookPk: number) => otherFiles.all(bookPk),
    open: (which: ChosenBooks, userPk: number): string => {
      const id = newId();
      database
        .transaction(() => {
          insert.run({ id, user_pk: userPk, now: isoNow() });
          insertBooks.run({ ...asJson(which), id });
        })
        .immediate();
      return id;
    },
    get: (id: string): FileDeletion | undefined => {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as FileDeletion);
    },
    list: (query: EndpointParsed<typeof listFileDeletions>['query']) => list(query),
    books: (id: string, query: EndpointParsed<typeof listDeletedBooks>['query']) =>
      listBooks(query, { id }),
    next: (id: string, state: State, after: number) => next.get({ id, state, after }),
    count: (id: string, state: State): number => count.get({ id, state }) ?? 0,
    /** Files of a book that its deletion has moved to the bin, including before a crash. */
    binned: (bookPk: number) => binned.all(bookPk),
    setState: (pk: number, state: State, reason: string | null = null): void =>
      void setState.run({ pk, state, reason }),
    /** Removes a book whose file is in the bin from the library. */
    setDeleted: (pk: number, binId: string): void => {
      setBin.run({ pk, bin_id: binId });
      setMissing.run({ pk, missing_since: isoNow(), now: isoNow() });
    },
    setRestored: (pk: number): void => {
      release.run(pk);
      setMissing.run({ pk, missing_since: null, now: isoNow() });
    },
    /** Drops the record of the deletion of a book. */
    release: (pk: number): void => void release.run(pk),
    markRestoring: (id: string, bookIds: readonly string[] | null): number =>
      markRestoring.run({ id, ids: bookIds && JSON.stringify(bookIds) }).changes,
    /** Drops records of books whose files were not moved. */
    releaseRest: (id: string): void => void releaseRest.run(id),
    /** Deletes records that can no longer be undone. */
    prune: (before: string): void => void prune.run(before),
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

export interface ChosenBooks {
  book_ids: readonly string[];
  series_ids: readonly string[];
}

export type FileDeletionsStore = ReturnType<typeof createFileDeletionsStore>;
