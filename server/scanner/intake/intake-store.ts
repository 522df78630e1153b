import type { IntakeAction, IntakeMethod, IntakeState } from '../../../shared/api/intake.ts';
import { withFullSync } from '../../database/full-sync.ts';
import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { createIntakeBooks } from './intake-books.ts';
import type { MatchedDownload, Proposal } from './propose.ts';

export interface IntakeRow {
  pk: number;
  id: string;
  folder_pk: number | null;
  /** The intake folder. */
  path: string;
  library_pk: number;
  library_id: string;
  root: string;
  pattern: string;
  method: IntakeMethod;
  is_automatic: number;
  quiet_minutes: number | null;
}

/** A file of a report with the data for adding it. */
export interface IntakeFileRow {
  pk: number;
  id: string;
  path: string;
  file_size: number;
  file_modified_ms: number;
  format: string;
  number: number | null;
  volume: number | null;
  is_numbered: number;
  series_pk: number | null;
  series_name: string | null;
  basis: string | null;
  present_pk: number | null;
  action: IntakeAction;
  target: string | null;
  state: IntakeState;
  checksum: string | null;
  bin_id: string | null;
  former_path: string | null;
  is_moved: number;
  book_pk: number | null;
}

export interface NewIntakeFile extends MatchedDownload, Proposal {
  file_modified_ms: number;
  basis: string | null;
  is_confident: boolean;
}

const fileColumns = `pk, id, path, file_size, file_modified_ms, format, number, volume, is_numbered,
  series_pk, series_name, basis, present_pk, action, target, state, checksum, bin_id, former_path,
  is_moved, book_pk`;

/** SQL for reports, within their job. */
export const createIntakeJobStore = (database: Database) => {
  const intake = database.prepare<[string], IntakeRow>(
    `SELECT i.pk, i.id, i.folder_pk, i.path, i.library_pk, l.id AS library_id, l.path AS root,
       l.file_name_pattern AS pattern, i.method, i.is_automatic, f.quiet_minutes
     FROM intakes i JOIN libraries l ON l.pk = i.library_pk
       LEFT JOIN intake_folders f ON f.pk = i.folder_pk WHERE i.id = ?`,
  );
  const libraryFolders = database.prepare<[], string>('SELECT path FROM libraries').pluck();
  const clear = database.prepare<[number]>('DELETE FROM intake_files WHERE intake_pk = ?');
  const insert = database.prepare(
    `INSERT INTO intake_files (id, intake_pk, path, search_key, file_size, file_modified_ms, format,
       fingerprint, page_count, width, height, error, number, volume, chapter, details, series_pk,
       series_name, basis, is_confident, present_pk, present, verdict, differences, action, target)
     VALUES (@id, @intake_pk, @path, @search_key, @file_size, @file_modified_ms, @format, @fingerprint,
       @page_count, @width, @height, @error, @number, @volume, @chapter, @details, @series_pk,
       @series_name, @basis, @is_confident, @present_pk, @present, @verdict, @differences, @action,
       @target)`,
  );
  const wasSeen = database.prepare<
    { folder_pk: number; intake_pk: number; path: string; size: number; mtime: number },
    1
  >(
    `SELECT 1 FROM intake_files f JOIN intakes i ON i.pk = f.intake_pk
     WHERE i.folder_pk = @folder_pk AND i.pk <> @intake_pk AND f.path = @path
       AND f.file_size = @size AND f.file_modified_ms = @mtime LIMIT 1`,
  );
  const skip = database.prepare<[number]>(
    `UPDATE intake_files SET action = 'skip', verdict = 'worse', is_confident = 0 WHERE pk = ?`,
  );
  const byTarget = database.prepare<
    [number],
    { pk: number; target: string; page_count: number; file_size: number }
  >(
    `SELECT pk, target, page_count, file_size FROM intake_files
     WHERE intake_pk = ? AND action <> 'skip' AND target IS NOT NULL`,
  );
  const inState = database.prepare<
    { pk: number; state: string; after: number; confident: number },
    IntakeFileRow
  >(
    `SELECT ${fileColumns} FROM intake_files
     WHERE intake_pk = @pk AND state = @state AND pk > @after AND action <> 'skip'
       AND (NOT @confident OR (is_confident AND verdict = 'new')) ORDER BY pk LIMIT 1`,
  );
  const byPk = database.prepare<[number], IntakeFileRow>(
    `SELECT ${fileColumns} FROM intake_files WHERE pk = ?`,
  );
  const count = database
    .prepare<{ pk: number; state: string; confident: number }, number>(
      `SELECT count(*) FROM intake_files WHERE intake_pk = @pk AND state = @state AND action <> 'skip'
         AND (NOT @confident OR (is_confident AND verdict = 'new'))`,
    )
    .pluck();
  const setState = database.prepare<{ pk: number; state: IntakeState; reason: string | null }>(
    'UPDATE intake_files SET state = @state, reason = @reason WHERE pk = @pk',
  );
  const begin = database.prepare<{ pk: number; checksum: string; former_path: string | null }>(
    `UPDATE intake_files SET state = 'taking', reason = NULL, checksum = @checksum,
       former_path = @former_path WHERE pk = @pk`,
  );
  const setBin = database.prepare<{ pk: number; bin_id: string | null }>(
    'UPDATE intake_files SET bin_id = @bin_id WHERE pk = @pk',
  );
  const setMoved = database.prepare<{ pk: number; is_moved: 0 | 1 }>(
    'UPDATE intake_files SET is_moved = @is_moved WHERE pk = @pk',
  );
  const setBook = database.prepare<{ pk: number; book_pk: number }>(
    'UPDATE intake_files SET book_pk = @book_pk WHERE pk = @pk',
  );
  const which = (pk: number, state: IntakeState, isConfident: boolean) => ({
    ...{ pk, state },
    confident: Number(isConfident),
  });
  return {
    intake: (id: string) => intake.get(id),
    libraryFolders: () => libraryFolders.all(),
    clear: (pk: number): void => void clear.run(pk),
    insert: (intakePk: number, file: NewIntakeFile): void =>
      void insert.run({
        ...file,
        id: newId(),
        intake_pk: intakePk,
        search_key: toSearchKey(`${file.path}\n${file.series_name ?? ''}`),
        is_confident: Number(file.is_confident),
        details: JSON.stringify(file.details),
        present: file.present && JSON.stringify(file.present),
        differences: JSON.stringify(file.differences),
      }),
    /** Whether an earlier report of the folder lists the file. */
    wasSeen: (
      { pk, folder_pk }: IntakeRow,
      file: { path: string; size: number; mtimeMs: number },
    ): boolean =>
      folder_pk !== null &&
      wasSeen.get({
        ...{ folder_pk, intake_pk: pk, path: file.path },
        ...{ size: file.size, mtime: file.mtimeMs },
      }) !== undefined,
    targets: (pk: number) => byTarget.all(pk),
    skip: (filePk: number): void => void skip.run(filePk),
    file: (pk: number) => byPk.get(pk),
    /** The next file in this state that is not skipped; with `isConfident`, one that a rule may add. */
    next: (pk: number, state: IntakeState, after: number, isConfident = false) =>
      inState.get({ ...which(pk, state, isConfident), after }),
    count: (pk: number, state: IntakeState, isConfident = false): number =>
      count.get(which(pk, state, isConfident)) ?? 0,
    setState: (pk: number, state: IntakeState, reason: string | null = null): void =>
      void setState.run({ pk, state, reason }),
    /** Called before anything in the library changes, so that `settle` recognises a partial move. */
    begin: (pk: number, checksum: string, formerPath: string | null): void =>
      void withFullSync(database, () => begin.run({ pk, checksum, former_path: formerPath })),
    setBin: (pk: number, binId: string | null): void => void setBin.run({ pk, bin_id: binId }),
    setMoved: (pk: number, isMoved: boolean): void =>
      void setMoved.run({ pk, is_moved: isMoved ? 1 : 0 }),
    setBook: (pk: number, bookPk: number): void => void setBook.run({ pk, book_pk: bookPk }),
    ...createIntakeBooks(database),
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

export type IntakeJobStore = ReturnType<typeof createIntakeJobStore>;
