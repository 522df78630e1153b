import type { Executor } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { runWatchedJob } from '../scans/watched-job.ts';
import type { IntakeService } from './service.ts';
import type { IntakeStore } from './store.ts';

const after = { look: 'ready', take: 'done', rule: 'done', undo: 'done' } as const;

/** Runs one step of a report in a worker thread: analyses its folder, adds files, or undoes that. */
export const createIntakeHandlers = ({
  store,
  intake,
  executor,
  queue,
  bus,
  answers,
  folderAnswers,
  quietMs,
}: {
  store: Pick<IntakeStore, 'get' | 'record' | 'setStatus' | 'setTask' | 'setTaken' | 'remove'>;
  intake: Pick<IntakeService, 'take'>;
  executor: Pick<Executor, 'run'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  bus: EventBus;
  /** Whether the library's folder responds. */
  answers: (libraryId: string) => Promise<boolean>;
  /** Whether a folder outside of libraries responds. */
  folderAnswers: (path: string) => Promise<boolean>;
  /** As in `ScanJob`. */
  quietMs?: number | undefined;
}): Pick<TaskHandlers, 'take_in'> => ({
  async take_in({ payload: { intake_id, step }, signal, progress }) {
    const stored = store.get(intake_id);
    if (!stored) return;
    const { pk, library_id } = stored;
    const { path } = store.record(intake_id);
    // Set in advance, because a crash may leave files that need to be undone.
    if (step === 'take' || step === 'rule') store.setTaken(pk);
    try {
      await runWatchedJob<'intake'>(
        {
          kind: 'intake',
          intakeId: intake_id,
          step,
          ...(quietMs !== undefined && { quietMs }),
        },
        {
          ...{ executor, bus, signal, progress },
          answers: async () =>
            (await Promise.all([answers(library_id), folderAnswers(path)])).every(Boolean),
        },
      );
      store.setStatus(pk, after[step]);
    } catch (error) {
      if (signal.aborted) throw error;
      const isTold = error instanceof TaskFailure;
      store.setStatus(pk, 'failed', isTold ? error.message : 'This failed for an unknown reason.');
      throw error;
    } finally {
      if (step !== 'look' && !signal.aborted) {
        queue.enqueue({ task_type: 'generate_thumbnails', library_id });
      }
    }
    store.setTask(pk, null);
    if (step !== 'look' || stored.is_automatic === 0) return;
    const { counts } = store.record(intake_id);
    // Discards an empty report, for example after files were only removed.
    if (counts.length === 0) store.remove(pk);
    else if (isWorthTaking(counts)) intake.take(intake_id, 'rule');
  },
});

/** Whether a watched folder has new books of known series. A rule adds only those. */
const isWorthTaking = (counts: ReturnType<IntakeStore['record']>['counts']): boolean =>
  counts.some(({ verdict, action }) => verdict === 'new' && action === 'add');
