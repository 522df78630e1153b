import type { ScanMode } from '../../shared/api/scan-record.ts';
import type { Task } from '../../shared/api/task-record.ts';

interface ScanPayload {
  mode: ScanMode;
  /** A person said that what is not found is gone. */
  confirm_missing?: boolean;
}

/** What can be asked of the queue, with all that the task will need. */
export type TaskRequest =
  | { task_type: 'scan_library'; library_id: string; payload: ScanPayload }
  | { task_type: 'generate_thumbnails'; library_id: string }
  | { task_type: 'analyze_series'; library_id: string; series_id: string }
  | { task_type: 'analyze_book'; library_id: string; series_id: string; book_id: string }
  | { task_type: 'find_duplicates' }
  | { task_type: 'poll_release_source'; payload: { source_id: string } }
  | { task_type: 'backup_database'; payload: { reason: 'manual' | 'scheduled' } }
  | { task_type: 'edit_metadata'; payload: { edit_id: string } }
  | { task_type: 'move_data'; payload: { target: string; was_there: 0 | 1 } };

/** The types of tasks that this build can run. */
export type TaskKind = TaskRequest['task_type'];

/** Tasks of one lane run one after the other; lanes run side by side. */
export const lanes = ['scan', 'analysis', 'network', 'editing', 'upkeep'] as const;
export type Lane = (typeof lanes)[number];

type Payload<Kind extends TaskKind> =
  Extract<TaskRequest, { task_type: Kind }> extends { payload: infer P } ? P : object;

export interface TaskContext<Kind extends TaskKind = TaskKind> {
  task: Task & { task_type: Kind };
  payload: Payload<Kind>;
  /** Aborted on cancellation and shutdown; the handler then rejects as soon as it can stop. */
  signal: AbortSignal;
  /** May be called as often as one likes: it is told at most four times a second. */
  progress: (current: number, total: number, message: string) => void;
}

/** One handler per kind: a missing one does not compile. */
export type TaskHandlers = {
  [Kind in TaskKind]: (context: TaskContext<Kind>) => Promise<void>;
};

interface KindRules {
  lane: Lane;
  /** Lower runs first. */
  priority: number;
  /** Loses nothing when stopped: it makes way for more urgent work of its lane and goes on later. */
  yields: boolean;
}

export const kindRules: Record<TaskKind, KindRules> = {
  scan_library: { lane: 'scan', priority: 50, yields: false },
  analyze_book: { lane: 'analysis', priority: 60, yields: false },
  analyze_series: { lane: 'analysis', priority: 70, yields: false },
  generate_thumbnails: { lane: 'analysis', priority: 200, yields: true },
  find_duplicates: { lane: 'analysis', priority: 250, yields: true },
  poll_release_source: { lane: 'network', priority: 100, yields: false },
  edit_metadata: { lane: 'editing', priority: 40, yields: false },
  backup_database: { lane: 'upkeep', priority: 50, yields: false },
  move_data: { lane: 'upkeep', priority: 60, yields: false },
};

/**
 * A task cannot be done, for a reason that a person can act on. It is not tried again and the
 * message, a sentence, becomes the task's error.
 */
export class TaskFailure extends Error {
  override name = 'TaskFailure';
}
