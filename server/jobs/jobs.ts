import type { ReprocessAction } from '../../shared/api/reprocess.ts';
import type { ScanMode } from '../../shared/api/scan-record.ts';
import type { SeriesStrategy } from '../scanner/series/series-strategy.ts';
import type { RequestClock } from '../lib/request-clock.ts';
import type { Limits } from '../media/limits.ts';
import type { EntityEvents } from '../../shared/events.ts';

/** Scans a library and updates its rows. */
export interface ScanJob {
  kind: 'scan';
  libraryId: string;
  mode: ScanMode;
  /** The user confirmed that missing books are gone; only unreadable folders are still doubted. */
  confirmMissing?: boolean;
  /** Reads only these files, relative to the library; the default is the whole folder. */
  only?: readonly string[];
  /** How long a file must be unmodified to count as complete, ms; default 5 seconds. */
  quietMs?: number;
  /** The task of the scan report. */
  taskId?: string;
}

/**
 * Reads page types and sizes, then makes covers. Without `force`, only books not analysed yet, so
 * that repeating a job after a restart costs nothing.
 */
export interface AnalyzeJob {
  kind: 'analyze';
  /** `all` resumes pending work in any library. */
  scope:
    | { library_id: string }
    | { series_id: string }
    | { book_id: string }
    | { book_ids: readonly string[] }
    | 'all';
  force?: boolean;
}

/**
 * Processes known books again: lists and measures their pages, reads their metadata, or makes their
 * covers, or checks whole files. Reports `analyze_progress`.
 */
export interface ReprocessJob {
  kind: 'reprocess';
  action: ReprocessAction;
  bookIds: readonly string[];
  /** How fast a check reads; by default as fast as it can. */
  bytesPerSecond?: number;
  /** Until when a check reads, ms since the epoch; by default until it is done. */
  until?: number;
}

/** Finds duplicates: compares new books, reads files in full that may be equal, groups the books. */
export interface HashJob {
  kind: 'hash';
  /** Until when files are read in full, ms since the epoch; by default until all are. */
  readFilesUntil?: number;
  /** Library folders on hung drives, which are skipped. */
  hanging?: readonly string[];
}

/** Finds pages that many books of a library have. */
export interface FindRepeatedJob {
  kind: 'find_repeated';
  libraryId: string;
}

/**
 * Deletes all books and series of a library, or missing books: of a library, a single one, or all.
 */
export interface RemoveJob {
  kind: 'remove';
  what: { library_id: string } | { missing: true; library_id?: string; book_id?: string };
}

/** Refreshes the summaries of series after books were moved manually. */
export interface RefreshJob {
  kind: 'refresh';
  libraryId: string;
  /** Keys of series in this library. */
  series: number[];
}

/** Regroups the books of a library by another strategy; manual assignments stay. */
export interface RegroupJob {
  kind: 'regroup';
  libraryId: string;
  strategy: SeriesStrategy;
  /** Only reports what would move. */
  dryRun: boolean;
  /** Which of the moves to return; all are applied. */
  offset: number;
  limit: number;
}

/** Compares, writes or restores the metadata in files. Runs in the lane of scans, never beside one. */
export interface WriteMetadataJob {
  kind: 'write_metadata';
  /** A metadata write. */
  writeId: string;
  step: 'plan' | 'apply' | 'undo';
}

/**
 * Looks through a folder of new files, takes them into a library, or undoes that. Taking in runs in the
 * lane of scans, never beside one.
 */
export interface IntakeJob {
  kind: 'intake';
  /** A report. */
  intakeId: string;
  /** `rule` takes in only new books of known series. */
  step: 'look' | 'take' | 'rule' | 'undo';
  /** As in `ScanJob`; a watched folder has its own. */
  quietMs?: number;
}

/** Plans, applies or undoes a conversion of files. Runs in the lane of scans, never beside one. */
export interface ConvertJob {
  kind: 'convert';
  conversionId: string;
  step: 'plan' | 'apply' | 'undo';
}

/** Copies the database to a new file and verifies the copy. */
export interface BackupJob {
  kind: 'backup';
  target: string;
}

/** Validates a backup before it is restored. Rejects with JobError for an unusable one. */
export interface CheckBackupJob {
  kind: 'check_backup';
  file: string;
}

/**
 * Prepares the database that the next start swaps in. Rejects with JobError for an unusable backup.
 */
export interface StageRestoreJob {
  kind: 'stage_restore';
  file: string;
  name: string;
  dataDir: string;
}

export type Job =
  | ScanJob
  | AnalyzeJob
  | ReprocessJob
  | HashJob
  | FindRepeatedJob
  | RemoveJob
  | RefreshJob
  | RegroupJob
  | WriteMetadataJob
  | IntakeJob
  | ConvertJob
  | BackupJob
  | CheckBackupJob
  | StageRestoreJob;

/** Counters of a running scan, with the field names of the scan record. */
export interface ScanProgress {
  files_total: number;
  files_processed: number;
  series_found: number;
  books_added: number;
  books_updated: number;
  books_removed: number;
  /** Relative to the library. */
  current_file: string | null;
  /** The first 100 only. */
  errors: { path: string; message: string }[];
  error_count: number;
}

export interface AnalyzeProgress {
  current: number;
  total: number;
  /** Title of the current book. */
  message: string;
}

export type EntityEvent = EntityEvents[keyof EntityEvents];

/**
 * Messages of a running job. Progress is throttled to about ten a second; the last one is always
 * sent.
 */
export type JobMessage =
  | { type: 'scan_progress'; progress: ScanProgress }
  | { type: 'analyze_progress'; progress: AnalyzeProgress }
  | { type: 'hash_progress'; progress: AnalyzeProgress }
  | { type: 'write_progress'; progress: AnalyzeProgress }
  | { type: 'intake_progress'; progress: AnalyzeProgress }
  | { type: 'remove_progress'; removed: number }
  | { type: 'events'; events: EntityEvent[] };

/**
 * The effect of another strategy on a library; names are the current ones, or those it would
 * assign.
 */
export interface Regrouping {
  moved: number;
  moves: { book_pk: number; from: string; to: string }[];
  /** The first 200 of each, by name. */
  appearing: { name: string; book_count: number }[];
  appearing_count: number;
  disappearing: { name: string; book_count: number }[];
  disappearing_count: number;
}

export interface JobResults {
  scan: ScanProgress;
  analyze: { analyzed: number; failed: number };
  reprocess: object;
  /** `left_out` counts books of offline libraries. */
  hash: { hashed: number; failed: number; left_out: number };
  find_repeated: { found: number };
  remove: { removed: number };
  refresh: { refreshed: number };
  regroup: Regrouping;
  write_metadata: { done: number; failed: number };
  intake: { files: number };
  convert: { done: number; failed: number };
  backup: object;
  check_backup: object;
  stage_restore: object;
}

/**
 * A job failed for a reason that the user can resolve: the message is one or two sentences ("The
 * folder … is empty …") and displayed as it is.
 */
export class JobError extends Error {
  override name = 'JobError';
  /** The error code of the system or SQLite if the data disk is the cause. */
  code?: string;
}

export interface JobOptions {
  signal: AbortSignal;
  onMessage: (message: JobMessage) => void;
  /** A number in shared memory; while it is not 0, a scan waits before its next file. */
  pause?: Int32Array;
  /**
   * Aborted when the job is blocked by a hung drive: the promise rejects at once, and the thread is
   * left alone, because it cannot be stopped until the drive answers. It then ends like a cancelled
   * job.
   */
  abandon?: AbortSignal;
}

/** Runs jobs outside of requests. */
export interface Executor {
  /**
   * Resolves with the result of the job. Jobs of one kind run sequentially; scans, analyses with
   * hashing, and removals with manual arrangements run in parallel. Rejects with JobError, or with
   * `signal.reason` once the job has stopped after an abort (between two files, usually within
   * milliseconds); committed changes stay.
   */
  run<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    options: JobOptions,
  ): Promise<JobResults[Kind]>;
  /** Stops running jobs; resolves when all threads have exited. */
  close(): Promise<void>;
}

export interface ExecutorOptions {
  /** `inline` runs on the calling thread, for tests. */
  kind: 'thread' | 'inline';
  databasePath: string;
  /** Cover cache; shared with the pages feature. */
  thumbnailsDir: string;
  /** Uploaded covers. */
  coversDir: string;
  /** Parent folder for the archives that a job unpacks; deleted when it ends. */
  archivesDir: string;
  /** Read at the start of each job. */
  limits?: () => Limits;
  /** Lets threads see when requests come. */
  requestClock?: RequestClock;
  /** Heap limit of each thread, MiB; depends on the memory of the machine by default. */
  heapMiB?: number;
}
