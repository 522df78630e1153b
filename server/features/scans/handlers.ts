import type { EventBus } from '../../lib/event-bus.ts';
import type { AnalyzeJob, Executor } from '../../jobs/jobs.ts';
import { emptyProgress } from '../../scanner/scan/scan-reporter.ts';
import { type DriveWatch, watchDrive } from '../../tasks/drive-watch.ts';
import { TaskFailure, type TaskContext, type TaskHandlers } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { createRunAnalysisJob } from './analysis-jobs.ts';
import { toTaskError } from './watched-job.ts';
import { createEventRelay } from './event-relay.ts';
import type { ScansStore } from './store.ts';

type ScanHandlers = Pick<
  TaskHandlers,
  'scan_library' | 'generate_thumbnails' | 'analyze_series' | 'analyze_book'
>;

/** Runs scans and analyses in the executor and publishes their changes. */
export const createScanHandlers = ({
  executor,
  store,
  queue,
  bus,
  findsDuplicates,
  quietMs,
  answers = () => Promise.resolve(true),
  onScanned = () => undefined,
}: {
  executor: Pick<Executor, 'run'>;
  store: ScansStore;
  queue: Pick<TaskQueue, 'enqueue'>;
  bus: EventBus;
  /** Whether to search for duplicates among new books. */
  findsDuplicates: () => boolean;
  /** As in `ScanJob`. */
  quietMs?: number | undefined;
  /** Whether the library's folder responds. */
  answers?: (libraryId: string) => Promise<boolean>;
  /** Called with a library when a scan of it has succeeded. */
  onScanned?: (libraryId: string) => void;
}): ScanHandlers => {
  const runJob = createRunAnalysisJob({ executor, bus, answers });
  const analyze = (
    job: Omit<AnalyzeJob, 'kind'>,
    { task, ...context }: Pick<TaskContext, 'task' | 'signal' | 'progress'>,
  ) => runJob<'analyze'>({ kind: 'analyze', ...job }, [idOf(task.library_id)], context);

  return {
    async scan_library({ task, payload, signal, progress }) {
      const libraryId = idOf(task.library_id);
      const relay = createEventRelay(bus);
      store.open({ task_id: task.id, library_id: libraryId, mode: payload.mode });
      store.report(task.id, emptyProgress());
      let drive: DriveWatch | null = null;
      try {
        drive = await watchDrive(signal, () => answers(libraryId));
        const result = await executor.run(
          {
            kind: 'scan',
            libraryId,
            mode: payload.mode,
            confirmMissing: payload.confirm_missing === true,
            ...(payload.only !== undefined && { only: payload.only }),
            taskId: task.id,
            ...(quietMs !== undefined && { quietMs }),
          },
          {
            signal,
            abandon: drive.hangs,
            pause: store.pauses.flagOf(task.id),
            onMessage(message) {
              if (message.type === 'events') relay.pass(message.events);
              if (message.type === 'scan_progress') {
                const { files_processed, files_total, current_file } = message.progress;
                store.report(task.id, message.progress);
                progress(files_processed, files_total, current_file ?? '');
              }
            },
          },
        );
        store.report(task.id, { ...result, current_file: null });
        progress(result.files_processed, result.files_total, '');
        onScanned(libraryId);
      } catch (error) {
        throw toTaskError(error);
      } finally {
        drive?.stop();
        relay.flush();
        store.settle(task.id);
        // A scan that failed or needs confirmation has still added books.
        if (!signal.aborted && drive?.hangs.aborted === false && store.hasUnanalyzed(libraryId)) {
          queue.enqueue({ task_type: 'generate_thumbnails', library_id: libraryId });
        }
      }
    },
    async generate_thumbnails({ task, ...context }) {
      const library_id = idOf(task.library_id);
      // Repeats, because a concurrent scan adds books; stops after a round without any.
      let done: number;
      do {
        const { analyzed, failed } = await analyze({ scope: { library_id } }, { task, ...context });
        done = analyzed + failed;
      } while (done > 0 && store.hasUnanalyzed(library_id));
      if (findsDuplicates()) {
        queue.enqueue({ task_type: 'find_duplicates', payload: { reads_files: 'in_quiet_hours' } });
      }
    },
    async analyze_series({ task, ...context }) {
      await analyze(
        { scope: { series_id: idOf(task.series_id) }, force: true },
        { task, ...context },
      );
    },
    async analyze_book({ task, ...context }) {
      await analyze({ scope: { book_id: idOf(task.book_id) }, force: true }, { task, ...context });
    },
  };
};

const idOf = (id: string | null): string => {
  if (id === null) throw new TaskFailure('The task does not say what it is for');
  return id;
};
