import type { ScanMode } from '../../shared/api/scan-record.ts';
import type { SeriesStrategy } from './series-strategy.ts';
import type { Limits } from '../media/limits.ts';
import type { EntityEvents } from '../../shared/events.ts';

/** Looks through a library and brings its rows up to date. */
export interface ScanJob {
  kind: 'scan';
  libraryId: string;
  mode: ScanMode;
  /** A person knows that what is not found is gone: nothing is doubted but what cannot be read. */
  confirmMissing?: boolean;
  /** How long a file must rest before it counts as written, ms; 5 seconds unless said. */
  settleMs?: number;
  /** The task that the report of the scan belongs to. */
  taskId?: string;
}

/**
 * Reads page types and sizes, then makes covers. Without `force` only what was not analysed yet is
 * read, so that a job may be repeated after a restart at no cost.
 */
export interface AnalyzeJob {
  kind: 'analyze';
  /** `all` resumes whatever is left in any library. */
  scope: { library_id: string } | { series_id: string } | { book_id: string } | 'all';
  force?: boolean;
}

/** Reads whole files that were not hashed yet, and groups the books that are the same. */
export interface HashJob {
  kind: 'hash';
}

/** Forgets all books and series of a library, or missing books: of a library, one of them, or all. */
export interface RemoveJob {
  kind: 'remove';
  what: { library_id: string } | { missing: true; library_id?: string; book_id?: string };
}

/** Summarizes series anew after a person moved books between them. */
export interface RefreshJob {
  kind: 'refresh';
  libraryId: string;
  /** Keys of series of this library. */
  series: number[];
}

/** Groups the books of a library by another strategy; what a person put somewhere stays there. */
export interface RegroupJob {
  kind: 'regroup';
  libraryId: string;
  strategy: SeriesStrategy;
  /** Only tells what would move. */
  dryRun: boolean;
  /** Which of the moves to give; all are made. */
  offset: number;
  limit: number;
}

/** Copies the database to a new file and checks the copy. */
export interface BackupJob {
  kind: 'backup';
  target: string;
}

/** Checks a file that is to be restored. Rejects with JobError where it cannot be. */
export interface CheckBackupJob {
  kind: 'check_backup';
  file: string;
}

/** Prepares what the next start takes as its database. Rejects with JobError where it cannot be used. */
export interface StageRestoreJob {
  kind: 'stage_restore';
  file: string;
  name: string;
  dataDir: string;
}

export type Job =
  | ScanJob
  | AnalyzeJob
  | HashJob
  | RemoveJob
  | RefreshJob
  | RegroupJob
  | BackupJob
  | CheckBackupJob
  | StageRestoreJob;

/** Counters of a running scan, named as in the scan record. */
export interface ScanProgress {
  files_total: number;
  files_processed: number;
  series_found: number;
  books_added: number;
  books_updated: number;
  books_removed: number;
  /** Relative to the library. */
  current_file: string | null;
  /** The first 100. */
  errors: { path: string; message: string }[];
  error_count: number;
}

export interface AnalyzeProgress {
  current: number;
  total: number;
  /** Title of the book at hand. */
  message: string;
}

export type EntityEvent = EntityEvents[keyof EntityEvents];

/** What a job tells while it runs. Progress is throttled to about ten a second; the last is always sent. */
export type JobMessage =
  | { type: 'scan_progress'; progress: ScanProgress }
  | { type: 'analyze_progress'; progress: AnalyzeProgress }
  | { type: 'hash_progress'; progress: AnalyzeProgress }
  | { type: 'events'; events: EntityEvent[] };

/** What another strategy does to a library; names are those of now, or those that it would give. */
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
  /** Left out are books of libraries whose folders are not there. */
  hash: { hashed: number; failed: number; left_out: number };
  remove: { removed: number };
  refresh: { refreshed: number };
  regroup: Regrouping;
  backup: object;
  check_backup: object;
  stage_restore: object;
}

/**
 * A job ended without doing its work, for a reason that a person can act on: the message is one
 * sentence or two ("The folder … is empty …") and is shown as it stands.
 */
export class JobError extends Error {
  override name = 'JobError';
}

export interface JobOptions {
  signal: AbortSignal;
  onMessage: (message: JobMessage) => void;
  /** One number in shared memory; while it is not 0 a scan waits before its next file. */
  pause?: Int32Array;
}

/** Runs jobs away from requests. */
export interface Executor {
  /**
   * Resolves with the result of the job. Jobs of one kind run one after the other; scans,
   * analyses with hashing, and removals with what a person arranges, beside each other. Rejects with JobError, or with `signal.reason` once the job has stopped after an abort
   * (between two files, usually within milliseconds); what was committed until then stays.
   */
  run<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    options: JobOptions,
  ): Promise<JobResults[Kind]>;
  /** Stops what runs; resolves when no thread is left. */
  close(): Promise<void>;
}

export interface ExecutorOptions {
  /** `inline` runs on the calling thread, for tests. */
  kind: 'thread' | 'inline';
  databasePath: string;
  /** Where covers are kept; the pages feature reads the same folder. */
  thumbnailsDir: string;
  /** Below which each job keeps the archives that it unpacks, until it ends. */
  archivesDir: string;
  /** Asked at the start of each job. */
  limits?: () => Limits;
}
