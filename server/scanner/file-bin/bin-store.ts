import type { BinnedReason } from '../../../shared/api/file-bin.ts';
import { isoNow } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';

export type BinState = 'moving' | 'bin' | 'restoring';

/** A file in the bin of its library, or being moved there or back. */
export interface BinRow {
  id: string;
  library_id: string;
  /** Folder of the library. */
  root: string;
  path: string;
  reason: BinnedReason;
  state: BinState;
  /** Set once it was moved on to the bin of the system or to a chosen folder. */
  handed_over_at: string | null;
  /** Its path in the chosen folder, also while it is being moved there. */
  kept_at: string | null;
}

interface NewBinRow {
  id: string;
  library_id: string;
  path: string;
  file_size: number;
  reason: BinnedReason;
  book_id: string | null;
}

const row = `SELECT f.id, l.id AS library_id, l.path AS root, f.path, f.reason, f.state, f.handed_over_at,
  f.kept_at
  FROM binned_files f JOIN libraries l ON l.pk = f.library_pk`;

/** SQL for files in bins. */
export const createBinStore = (database: Database) => {
  const root = database
    .prepare<[string], string>('SELECT path FROM libraries WHERE id = ?')
    .pluck();
  const byId = database.prepare<[string], BinRow>(`${row} WHERE f.id = ?`);
  const interrupted = database.prepare<[], BinRow>(`${row} WHERE f.state <> 'bin'`);
  const due = database.prepare<[string], BinRow>(
    `${row} WHERE f.state = 'bin' AND f.binned_at <= ?`,
  );
  const own = database.prepare<[], BinRow>(
    `${row} WHERE f.state = 'bin' AND f.handed_over_at IS NULL`,
  );
  const setHandedOver = database.prepare<[string, string]>(
    'UPDATE binned_files SET handed_over_at = ? WHERE id = ?',
  );
  const setKeptAt = database.prepare<[string, string]>(
    'UPDATE binned_files SET kept_at = ? WHERE id = ?',
  );
  const insert = database.prepare<NewBinRow & { now: string }>(
    `INSERT INTO binned_files (id, library_pk, book_pk, path, file_size, reason, state, binned_at)
     VALUES (@id, (SELECT pk FROM libraries WHERE id = @library_id),
       (SELECT pk FROM books WHERE id = @book_id), @path, @file_size, @reason, 'moving', @now)`,
  );
  const setState = database.prepare<{ id: string; state: BinState }>(
    'UPDATE binned_files SET state = @state WHERE id = @id',
  );
  const remove = database.prepare<[string]>('DELETE FROM binned_files WHERE id = ?');
  return {
    rootOf: (libraryId: string) => root.get(libraryId),
    get: (id: string) => byId.get(id),
    /** Files whose move a crash may have interrupted. */
    interrupted: () => interrupted.all(),
    /** Files that were moved to the bin before this time. */
    due: (until: string) => due.all(until),
    /** Files that are in the bins of libraries. */
    own: () => own.all(),
    setHandedOver: (id: string) => void setHandedOver.run(isoNow(), id),
    setKeptAt: (id: string, path: string) => void setKeptAt.run(path, id),
    insert: (file: NewBinRow) => void insert.run({ ...file, now: isoNow() }),
    setState: (id: string, state: BinState) => void setState.run({ id, state }),
    remove: (id: string) => void remove.run(id),
  };
};
