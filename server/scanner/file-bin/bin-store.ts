import type { BinnedReason } from '../../../shared/api/file-bin.ts';
import { withFullSync } from '../../database/full-sync.ts';
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

/** A file that is in the bin of a library, but not in the database. */
export interface StrayFile {
  id: string;
  /** Where it was; only its name if that is unknown. */
  path: string;
  /** 0 for a folder. */
  file_size: number;
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
  const adopt = database.prepare<StrayFile & { library_id: string; now: string }>(
    `INSERT INTO binned_files (id, library_pk, path, file_size, reason, state, binned_at)
     VALUES (@id, (SELECT pk FROM libraries WHERE id = @library_id), @path, @file_size, 'deleted', 'bin', @now)`,
  );
  const libraries = database.prepare<[], { id: string; root: string }>(
    'SELECT id, path AS root FROM libraries ORDER BY pk',
  );
  const known = database
    .prepare<[], string>('SELECT id FROM binned_files UNION SELECT bin_id FROM set_aside_copies')
    .pluck();
  const pathsIn = database.prepare<{ library_id: string }, { id: string; path: string }>(
    `SELECT f.id, f.path FROM binned_files f JOIN libraries l ON l.pk = f.library_pk WHERE l.id = @library_id
     UNION ALL SELECT c.bin_id, b.path FROM set_aside_copies c JOIN books b ON b.pk = c.book_pk
       JOIN libraries l ON l.pk = b.library_pk WHERE l.id = @library_id`,
  );
  return {
    libraries: () => libraries.all(),
    /** Ids of all files in bins, or on their way to or from there. */
    known: () => new Set(known.all()),
    /** The former paths of the files in the bin of a library, copies that were set aside among them. */
    pathsIn: (library_id: string) => pathsIn.all({ library_id }),
    /** Adds files that are in a bin, of which nothing else is known. */
    adopt: (library_id: string, files: readonly StrayFile[]): void =>
      database
        .transaction(() => {
          const now = isoNow();
          for (const file of files) adopt.run({ ...file, library_id, now });
        })
        .immediate(),
    rootOf: (libraryId: string) => root.get(libraryId),
    get: (id: string) => byId.get(id),
    /** Files whose move a crash may have interrupted. */
    interrupted: () => interrupted.all(),
    /** Files that were moved to the bin before this time. */
    due: (until: string) => due.all(until),
    /** Files that are in the bins of libraries. */
    own: () => own.all(),
    setHandedOver: (id: string) => void setHandedOver.run(isoNow(), id),
    setKeptAt: (id: string, path: string) =>
      void withFullSync(database, () => setKeptAt.run(path, id)),
    /** Records a file that is about to be moved. */
    insert: (file: NewBinRow) =>
      void withFullSync(database, () => insert.run({ ...file, now: isoNow() })),
    setRestoring: (id: string) =>
      void withFullSync(database, () => setState.run({ id, state: 'restoring' })),
    /** Records that the file is in the bin after all. */
    setInBin: (id: string) => void setState.run({ id, state: 'bin' }),
    remove: (id: string) => void remove.run(id),
  };
};

export type BinStore = ReturnType<typeof createBinStore>;
