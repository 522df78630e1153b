import { createAnalysisService } from './features/scans/analysis.ts';
import { createScansService } from './features/scans/service.ts';
import { createScansStore } from './features/scans/store.ts';
import { createTasksService } from './features/tasks/service.ts';
import { createTasksStore } from './features/tasks/store.ts';
import type { Ground } from './ground.ts';
import { createExecutor } from './scanner/executor.ts';
import type { RemoveJob } from './scanner/jobs.ts';
import { createTaskQueue } from './tasks/queue.ts';

/** What is done in the background: threads, the queue of tasks, and the scans in it. */
export const createWork = ({ database, bus, cleanup, limits, log, paths }: Ground) => {
  const executor = createExecutor({
    kind: 'thread',
    databasePath: paths.database,
    thumbnailsDir: paths.thumbnails,
    archivesDir: paths.archives,
    limits,
  });
  cleanup.add('worker threads', () => executor.close());
  const removeBooks = (what: RemoveJob['what']) =>
    executor.run(
      { kind: 'remove', what },
      {
        signal: new AbortController().signal,
        onMessage: (message) => {
          if (message.type !== 'events') return;
          for (const event of message.events) bus.emit(event.type, event);
        },
      },
    );
  const queue = createTaskQueue({ database, bus, log });
  cleanup.add('tasks', () => queue.stop());
  const scansStore = createScansStore(database);
  const scans = createScansService({ store: scansStore, queue, bus });
  const analysis = createAnalysisService({ store: scansStore, queue });
  const tasks = createTasksService({ store: createTasksStore(database), queue });
  return { executor, removeBooks, queue, scansStore, scans, analysis, tasks };
};

export type Work = ReturnType<typeof createWork>;
