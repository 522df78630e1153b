import type { Bus } from '../../bus.ts';
import { JobError, type AnalyzeJob, type Executor } from '../../scanner/jobs.ts';
import { emptyProgress } from '../../scanner/scan-reporter.ts';
import { TaskFailure, type TaskContext, type TaskHandlers } from '../../tasks/kinds.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import { createEventRelay } from './event-relay.ts';
import type { ScansStore } from './store.ts';

type ScanHandlers = Pick<
  TaskHandlers,
  'scan_library' | 'generate_thumbnails' | 'analyze_series' | 'analyze_book'
>;

/** Runs scans and analyses in the executor, and tells the bus what they changed. */
export const createScanHandlers = ({
  executor,
  store,
  queue,
  bus,
  findsDuplicates,
}: {
  executor: Pick<Executor, 'run'>;
  store: ScansStore;
  queue: Pick<TaskQueue, 'enqueue'>;
  bus: Bus;
  /** Whether duplicates are to be looked for among new books. */
  findsDuplicates: () => boolean;
}): ScanHandlers => {
  const analyze = async (
    job: Omit<AnalyzeJob, 'kind'>,
    { signal, progress }: Pick<TaskContext, 'signal' | 'progress'>,
  ) => {
    const relay = createEventRelay(bus);
    try {
      return await executor.run(
        { kind: 'analyze', ...job },
        {
          signal,
          onMessage(message) {
            if (message.type === 'events') relay.pass(message.events);
            if (message.type === 'analyze_progress') {
              const { current, total, message: title } = message.progress;
              progress(current, total, title);
            }
          },
        },
      );
    } catch (error) {
      throw forPeople(error);
    } finally {
      relay.flush();
    }
  };

  return {
    async scan_library({ task, payload, signal, progress }) {
      const libraryId = idOf(task.library_id);
      const relay = createEventRelay(bus);
      store.open({ task_id: task.id, library_id: libraryId, mode: payload.mode });
      store.report(task.id, emptyProgress());
      try {
        const result = await executor.run(
          {
            kind: 'scan',
            libraryId,
            mode: payload.mode,
            confirmMissing: payload.confirm_missing === true,
            taskId: task.id,
          },
          {
            signal,
            pause: store.pauses.switchOf(task.id),
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
      } catch (error) {
        throw forPeople(error);
      } finally {
        relay.flush();
        store.settle(task.id);
        // A scan that fails, or asks, has found books all the same.
        if (!signal.aborted && store.hasUnanalyzed(libraryId)) {
          queue.enqueue({ task_type: 'generate_thumbnails', library_id: libraryId });
        }
      }
    },
    async generate_thumbnails({ task, ...context }) {
      const library_id = idOf(task.library_id);
      // A scan that ends meanwhile brings more; a round that did nothing is the last one.
      let done: number;
      do {
        const { analyzed, failed } = await analyze({ scope: { library_id } }, context);
        done = analyzed + failed;
      } while (done > 0 && store.hasUnanalyzed(library_id));
      if (findsDuplicates()) queue.enqueue({ task_type: 'find_duplicates' });
    },
    async analyze_series({ task, ...context }) {
      await analyze({ scope: { series_id: idOf(task.series_id) }, force: true }, context);
    },
    async analyze_book({ task, ...context }) {
      await analyze({ scope: { book_id: idOf(task.book_id) }, force: true }, context);
    },
  };
};

/** A reason that a person can act on fails the task at once; anything else is worth another try. */
const forPeople = (error: unknown) =>
  error instanceof JobError ? new TaskFailure(error.message, { cause: error }) : error;

const idOf = (id: string | null): string => {
  if (id === null) throw new TaskFailure('The task does not say what it is for');
  return id;
};
