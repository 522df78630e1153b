import type { ReprocessAction } from '../../shared/api/reprocess.ts';
import type { ScanMode } from '../../shared/api/scan-record.ts';
import type { Task } from '../../shared/api/task-record.ts';

interface ScanPayload {
  mode: ScanMode;
  /** The user confirmed that missing files are gone. */
  confirm_missing?: boolean;
  /** Paths of the only files to read, relative to the library. */
  only?: string[];
}

interface DuplicatesPayload {
  /** When files that may be equal are read in full. */
  reads_files: 'now' | 'in_quiet_hours';
}

/** The books of a library, of series, or these. */
export type BookScope =
  { library_id: string } | { series_ids: readonly string[] } | { book_ids: readonly string[] };

interface ReprocessPayload {
  action: ReprocessAction;
  scope: BookScope;
}
/** The next step of an import. */
export type ImportStep = 'read' | 'match' | 'write' | 'undo';
interface ConvertFilesPayload {
  conversion_id: string;
  step: 'plan' | 'apply' | 'undo';
}
interface WriteMetadataPayload {
  /** A metadata write. */
  write_id: string;
  step: 'plan' | 'apply' | 'undo';
}

interface IntakePayload {
  /** A report. */
  intake_id: string;
  /** `rule` takes in only new books of known series. */
  step: 'look' | 'take' | 'rule' | 'undo';
}

interface DeleteFilesPayload {
  deletion_id: string;
  step: 'delete' | 'undo';
}

/** A task to enqueue, with all its parameters. */
export type TaskRequest =
  | { task_type: 'scan_library'; library_id: string; payload: ScanPayload }
  | { task_type: 'generate_thumbnails'; library_id: string }
  | { task_type: 'analyze_series'; library_id: string; series_id: string }
  | { task_type: 'analyze_book'; library_id: string; series_id: string; book_id: string }
  | { task_type: 'reprocess_books'; library_id?: string; payload: ReprocessPayload }
  | { task_type: 'find_duplicates'; payload: DuplicatesPayload }
  | { task_type: 'find_repeated_pages'; library_id: string }
  | { task_type: 'check_files' }
  | { task_type: 'poll_release_source'; payload: { source_id: string } }
  | { task_type: 'backup_database'; payload: { reason: 'manual' | 'scheduled' } }
  | { task_type: 'edit_metadata'; payload: { edit_id: string } }
  | { task_type: 'import_data'; payload: { import_id: string; step: ImportStep } }
  | { task_type: 'write_metadata'; library_id: string; payload: WriteMetadataPayload }
  | { task_type: 'take_in'; library_id: string; payload: IntakePayload }
  | { task_type: 'delete_files'; payload: DeleteFilesPayload }
  | { task_type: 'convert_files'; library_id: string; payload: ConvertFilesPayload }
  | { task_type: 'remove_library'; library_id: string }
  | { task_type: 'move_data'; payload: { target: string; was_there: 0 | 1 } };

/** Task types that this build can run. */
export type TaskKind = TaskRequest['task_type'];

/** Tasks of one lane run sequentially; lanes run in parallel. */
export const lanes = ['scan', 'analysis', 'network', 'editing', 'removal', 'upkeep'] as const;
export type TaskLane = (typeof lanes)[number];

type Payload<Kind extends TaskKind> =
  Extract<TaskRequest, { task_type: Kind }> extends { payload: infer P } ? P : object;

export interface TaskContext<Kind extends TaskKind = TaskKind> {
  task: Task & { task_type: Kind };
  payload: Payload<Kind>;
  /** Aborted on cancellation and shutdown; the handler then rejects as soon as possible. */
  signal: AbortSignal;
  /** Throttled: published at most four times a second. */
  progress: (current: number, total: number, message: string) => void;
}

/** One handler per type; a missing one does not compile. */
export type TaskHandlers = {
  [Kind in TaskKind]: (context: TaskContext<Kind>) => Promise<void>;
};

interface TaskRules {
  lane: TaskLane;
  /** Lower runs first. */
  priority: number;
  /**
   * Preemptible: can be interrupted by more urgent work in its lane without losing results, and
   * resumes later.
   */
  preemptible: boolean;
}

export const taskRules: Record<TaskKind, TaskRules> = {
  scan_library: { lane: 'scan', priority: 50, preemptible: false },
  // In the lane of scans, because both change what is known about files.
  write_metadata: { lane: 'scan', priority: 45, preemptible: false },
  take_in: { lane: 'scan', priority: 46, preemptible: false },
  delete_files: { lane: 'scan', priority: 44, preemptible: false },
  convert_files: { lane: 'scan', priority: 46, preemptible: false },
  analyze_book: { lane: 'analysis', priority: 60, preemptible: false },
  analyze_series: { lane: 'analysis', priority: 70, preemptible: false },
  find_repeated_pages: { lane: 'analysis', priority: 140, preemptible: false },
  reprocess_books: { lane: 'analysis', priority: 150, preemptible: true },
  generate_thumbnails: { lane: 'analysis', priority: 200, preemptible: true },
  find_duplicates: { lane: 'analysis', priority: 250, preemptible: true },
  check_files: { lane: 'analysis', priority: 300, preemptible: true },
  poll_release_source: { lane: 'network', priority: 100, preemptible: false },
  edit_metadata: { lane: 'editing', priority: 40, preemptible: false },
  import_data: { lane: 'editing', priority: 45, preemptible: false },
  remove_library: { lane: 'removal', priority: 50, preemptible: false },
  backup_database: { lane: 'upkeep', priority: 50, preemptible: false },
  move_data: { lane: 'upkeep', priority: 60, preemptible: false },
};

/**
 * A task failed for a reason that the user can resolve. It is not retried, and the message becomes
 * the task's error.
 */
export class TaskFailure extends Error {
  override name = 'TaskFailure';
}
