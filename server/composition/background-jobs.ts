import { createAnalysisService } from '../features/scans/analysis.ts';
import { createScanAfterAdd } from '../features/scans/scan-after-add.ts';
import { createScansService } from '../features/scans/service.ts';
import { createScansStore } from '../features/scans/store.ts';
import { createTasksService } from '../features/tasks/service.ts';
import { createTasksStore } from '../features/tasks/store.ts';
import type { AppContext } from './app-context.ts';
import { createExecutor } from '../jobs/executor.ts';
import type { JobResults, RemoveJob } from '../jobs/jobs.ts';
import { createTaskQueue } from '../tasks/queue.ts';

/** Removes the records of books with those of their series; `onRemoved` gets how many are gone. */
type RemoveBooks = (
  what: RemoveJob['what'],
  options?: { signal?: AbortSignal; onRemoved?: (removed: number) => void },
) => Promise<JobResults['remove']>;

/** Background work: threads, the task queue, and scans. */
export const createBackgroundJobs = ({
  database,
  bus,
  shutdown,
  limits,
  log,
  paths,
  requestClock,
  requester,
  writeLock,
}: AppContext) => {
  const executor = createExecutor({
    kind: 'thread',
    databasePath: paths.database,
    thumbnailsDir: paths.thumbnails,
    coversDir: paths.covers,
    archivesDir: paths.archives,
    limits,
    requestClock,
  });
  shutdown.defer('worker threads', () => executor.close());
  const removeBooks: RemoveBooks = (
    what,
    { signal = new AbortController().signal, onRemoved } = {},
  ) =>
    executor.run(
      { kind: 'remove', what },
      {
        signal,
        onMessage: (message) => {
          if (message.type === 'remove_progress') onRemoved?.(message.removed);
          if (message.type !== 'events') return;
          for (const event of message.events) bus.emit(event.type, event);
        },
      },
    );
  const queue = createTaskQueue({ database, bus, log, writeLock, outside: requester.outside });
  shutdown.defer('tasks', () => queue.stop());
  const scansStore = createScansStore(database);
  const scans = createScansService({ store: scansStore, queue, bus });
  const scanAfterAdd = createScanAfterAdd({
    start: (libraryId, only) =>
      requester.outside(() => scans.start(libraryId, undefined, only && { only })),
    bus,
  });
  shutdown.defer('scans of added files', scanAfterAdd.stop);
  const analysis = createAnalysisService({ store: scansStore, queue });
  const tasks = createTasksService({ store: createTasksStore(database), queue });
  return { executor, removeBooks, queue, scansStore, scans, scanAfterAdd, analysis, tasks };
};

export type BackgroundJobs = ReturnType<typeof createBackgroundJobs>;
