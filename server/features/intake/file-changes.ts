import type { IntakeAction, IntakeState } from '../../../shared/api/intake.ts';
import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/types.ts';
import type { DownloadDetails } from '../../scanner/intake/download.ts';
import type { Proposal } from '../../scanner/intake/propose.ts';

/** A file of a report with the columns for changing it. */
export interface ChangeableFile {
  pk: number;
  path: string;
  file_size: number;
  format: BookFormat;
  fingerprint: string | null;
  page_count: number;
  width: number | null;
  height: number | null;
  error: string | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  details: DownloadDetails;
  series_pk: number | null;
  series_name: string | null;
  basis: string | null;
  is_numbered: number;
  present_path: string | null;
  action: IntakeAction;
  target: string | null;
  is_named: number;
}

export interface ChangedFile extends Proposal {
  pk: number;
  number: number | null;
  volume: number | null;
  series_pk: number | null;
  series_name: string | null;
  basis: string | null;
  is_numbered: number;
  is_named: number;
}

/** States in which a file can be changed. */
const changeable = `state IN ('planned', 'failed', 'undone')`;

/** SQL for changes by people to the files of a report. */
export const createFileChanges = (database: Database) => {
  const files = database.prepare<
    { pk: number; ids: string | null; verdict: string | null },
    Omit<ChangeableFile, 'details'> & { details: string }
  >(
    `SELECT f.pk, f.path, f.file_size, f.format, f.fingerprint, f.page_count, f.width, f.height,
       f.error, f.number, f.volume, f.chapter, f.details, f.series_pk, f.series_name, f.basis,
       f.is_numbered, b.path AS present_path, f.action, f.target, f.is_named
     FROM intake_files f LEFT JOIN books b ON b.pk = f.present_pk
     WHERE f.intake_pk = @pk AND ${changeable}
       AND (@ids IS NULL OR f.id IN (SELECT value FROM json_each(@ids)))
       AND (@verdict IS NULL OR f.verdict = @verdict)`,
  );
  const change = database.prepare(
    `UPDATE intake_files SET number = @number, volume = @volume, series_pk = @series_pk,
       series_name = @series_name, basis = @basis, is_numbered = @is_numbered,
       present_pk = @present_pk, present = @present, verdict = @verdict, differences = @differences,
       action = @action, target = @target, is_named = @is_named, state = 'planned', reason = NULL,
       book_pk = NULL
     WHERE pk = @pk`,
  );
  const setAction = database.prepare<{ pk: number; action: IntakeAction; target: string | null }>(
    `UPDATE intake_files SET action = @action, target = @target, state = 'planned', reason = NULL
     WHERE pk = @pk`,
  );
  const presentPath = database
    .prepare<[number], string>(
      'SELECT b.path FROM intake_files f JOIN books b ON b.pk = f.present_pk WHERE f.pk = ?',
    )
    .pluck();
  const series = database.prepare<[string], { pk: number; library_id: string }>(
    `SELECT s.pk, l.id AS library_id FROM series s JOIN libraries l ON l.pk = s.library_pk
     WHERE s.id = ? AND s.missing_since IS NULL`,
  );
  const pattern = database
    .prepare<[string], string>('SELECT file_name_pattern FROM libraries WHERE id = ?')
    .pluck();
  const retry = database.prepare<[number]>(
    `UPDATE intake_files SET state = 'planned', reason = NULL
     WHERE intake_pk = ? AND state = 'failed' AND action <> 'skip'`,
  );
  const markUndoing = database.prepare<{ pk: number; ids: string | null }>(
    `UPDATE intake_files SET state = 'undoing', reason = NULL
     WHERE intake_pk = @pk AND (state IN ('taken', 'taking')
         OR (state IN ('planned', 'failed') AND bin_id IS NOT NULL))
       AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids)))`,
  );
  const countIn = database
    .prepare<[number, string], number>(
      `SELECT count(*) FROM intake_files WHERE intake_pk = ? AND action <> 'skip'
         AND state IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  return {
    /** Files that were not added: those with the ids, those with the verdict, or all. */
    changeable: (
      pk: number,
      { ids, verdict }: { ids: readonly string[] | null; verdict: string | null },
    ): ChangeableFile[] =>
      files.all({ pk, ids: ids && JSON.stringify(ids), verdict }).map((file) => ({
        ...file,
        details: JSON.parse(file.details) as DownloadDetails,
      })),
    changeFile: (file: ChangedFile): void =>
      void change.run({
        ...file,
        present: file.present && JSON.stringify(file.present),
        differences: JSON.stringify(file.differences),
      }),
    setAction: (pk: number, action: IntakeAction, target: string | null): void =>
      void setAction.run({ pk, action, target }),
    /** Path of the present book with the same number as the file. */
    presentPath: (pk: number): string | null => presentPath.get(pk) ?? null,
    /** A present series. */
    series: (id: string) => series.get(id),
    pattern: (libraryId: string): string => pattern.get(libraryId) ?? '',
    /** Retries failed files. */
    retry: (pk: number): void => void retry.run(pk),
    /** Marks added files, and those of which an interruption left parts; returns their number. */
    markUndoing: (pk: number, ids: readonly string[] | null): number =>
      markUndoing.run({ pk, ids: ids && JSON.stringify(ids) }).changes,
    /** Files in these states that are not skipped. */
    countIn: (pk: number, ...states: IntakeState[]): number =>
      countIn.get(pk, JSON.stringify(states)) ?? 0,
  };
};
