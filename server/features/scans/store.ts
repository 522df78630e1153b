import type { Scan, ScanMode } from '../../../shared/api/scan-record.ts';
import type { Database } from '../../database/types.ts';
import type { ScanProgress } from '../../jobs/jobs.ts';
import { naturalCompare, sortTitle } from '../../text/natural.ts';

interface Row {
  record: string;
  library_path: string;
  task_error: string | null;
}

export interface ScannedLibrary {
  id: string;
  name: string;
  path: string;
  default_mode: ScanMode;
}

const selectScans = `
  SELECT json_object('task_id', t.id, 'library_id', l.id, 'library_name', l.name, 'mode', s.mode,
      'status', t.status, 'files_total', s.files_total, 'files_processed', s.files_processed,
      'series_found', s.series_found, 'books_added', s.books_added, 'books_updated', s.books_updated,
      'books_removed', s.books_removed, 'current_file', NULL, 'errors', json(s.errors),
      'error_count', s.error_count, 'started_at', t.started_at, 'completed_at', t.completed_at) AS record,
    l.path AS library_path, t.error AS task_error
  FROM scans s JOIN tasks t ON t.id = s.task_id JOIN libraries l ON l.pk = s.library_pk`;

/** Scans: the counters are in memory while one runs, afterwards in the `scans` table. */
export const createScansStore = (database: Database) => {
  const pauses = createPauseFlags();
  const live = new Map<string, ScanProgress>();
  const byTask = database.prepare<[string], Row>(`${selectScans} WHERE s.task_id = ?`);
  const lastOfLibrary = database.prepare<[string], Row>(
    `${selectScans} WHERE l.id = ? ORDER BY t.pk DESC LIMIT 1`,
  );
  const active = database.prepare<[], Row>(
    `${selectScans} WHERE t.status IN ('pending', 'running') ORDER BY t.pk`,
  );
  const libraries = database.prepare<[], ScannedLibrary>(
    'SELECT id, name, path, default_mode FROM libraries',
  );
  const library = database.prepare<[string], ScannedLibrary>(
    'SELECT id, name, path, default_mode FROM libraries WHERE id = ?',
  );
  const open = database.prepare(
    `INSERT OR IGNORE INTO scans (task_id, library_pk, mode)
     SELECT @task_id, pk, @mode FROM libraries WHERE id = @library_id`,
  );
  const save = database.prepare(
    `UPDATE scans SET files_total = @files_total, files_processed = @files_processed,
       series_found = @series_found, books_added = @books_added, books_updated = @books_updated,
       books_removed = @books_removed, errors = @errors, error_count = @error_count
     WHERE task_id = @task_id`,
  );
  const notAnalyzed = database.prepare<[string]>(
    `SELECT 1 FROM books WHERE library_pk = (SELECT pk FROM libraries WHERE id = ?)
       AND analyzed = 0 AND error IS NULL AND missing_since IS NULL LIMIT 1`,
  );
  const book = database.prepare<
    [string],
    { library_id: string; series_id: string; book_id: string }
  >(
    `SELECT l.id AS library_id, s.id AS series_id, b.id AS book_id FROM books b
       JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ?`,
  );
  const series = database.prepare<[string], { library_id: string; series_id: string }>(
    `SELECT l.id AS library_id, s.id AS series_id FROM series s
       JOIN libraries l ON l.pk = s.library_pk WHERE s.id = ?`,
  );

  const scanOf = ({ record, library_path, task_error }: Row): Scan => {
    const stored = JSON.parse(record) as Omit<Scan, 'paused' | 'errors'> & {
      task_id: string;
      /** Null if the person cannot see the whole library: numbers and names would reveal the rest. */
      errors: Scan['errors'] | null;
    };
    const { errors } = stored;
    if (errors === null) {
      return { ...stored, errors: [], paused: pauses.isPaused(stored.task_id) };
    }
    const scan = {
      ...stored,
      errors,
      ...live.get(stored.task_id),
      paused: pauses.isPaused(stored.task_id),
    };
    if (scan.status !== 'failed' || task_error === null) return scan;
    // The error that stopped the scan comes before the problems found on the way.
    return {
      ...scan,
      errors: [{ path: library_path, message: task_error }, ...scan.errors].slice(0, 100),
      error_count: scan.error_count + 1,
    };
  };
  const found = (row: Row | undefined) => row && scanOf(row);

  return {
    pauses,
    /** Independent of the requester. */
    ofTask: (taskId: string) => database.readAs(null, () => found(byTask.get(taskId))),
    last: (libraryId: string) => found(lastOfLibrary.get(libraryId)),
    /** Pending and running scans, oldest first. */
    active: () => active.all().map(scanOf),
    library: (id: string) => library.get(id),
    /** In natural order of their names. */
    libraries: () =>
      libraries.all().sort((a, b) => naturalCompare(sortTitle(a.name), sortTitle(b.name))),
    /** Creates the record of a scan unless it exists. */
    open: (scan: { task_id: string; library_id: string; mode: ScanMode }) => void open.run(scan),
    /** Stores the counters of a running scan in memory. */
    report: (taskId: string, progress: ScanProgress) => void live.set(taskId, progress),
    /** Writes the counters of a finished scan to the database. */
    settle(taskId: string) {
      const progress = live.get(taskId);
      live.delete(taskId);
      if (!progress) return;
      save.run({
        ...progress,
        task_id: taskId,
        errors: JSON.stringify(progress.errors.slice(0, 100)),
      });
    },
    /** Whether a library has books that are not analysed yet. */
    hasUnanalyzed: (libraryId: string) => notAnalyzed.get(libraryId) !== undefined,
    /** The library of a book or series. */
    book: (id: string) => book.get(id),
    series: (id: string) => series.get(id),
  };
};

export type ScansStore = ReturnType<typeof createScansStore>;

/** Paused scans. In memory only, so a server restart resumes them all. */
const createPauseFlags = () => {
  const switches = new Map<string, Int32Array>();
  const flagOf = (taskId: string): Int32Array => {
    const known = switches.get(taskId);
    if (known) return known;
    const fresh = new Int32Array(new SharedArrayBuffer(4));
    switches.set(taskId, fresh);
    return fresh;
  };
  const isPaused = (taskId: string): boolean => {
    const known = switches.get(taskId);
    return known !== undefined && Atomics.load(known, 0) !== 0;
  };
  return {
    isPaused,
    /** A shared number read by the scanner thread: not 0 while the scan is paused. */
    flagOf,
    set: (taskId: string, paused: boolean) => void Atomics.store(flagOf(taskId), 0, paused ? 1 : 0),
    /** Removes the flag of a finished scan. */
    forget: (taskId: string) => void switches.delete(taskId),
  };
};
