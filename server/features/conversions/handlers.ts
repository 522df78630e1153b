import { type Executor, JobError } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { watchDrive } from '../../tasks/drive-watch.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { createEventRelay } from '../scans/event-relay.ts';

/** Plans, applies and undoes conversions, in a thread. */
export const createConversionsHandlers = ({
  executor,
  queue,
  bus,
  answers,
}: {
  executor: Pick<Executor, 'run'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  bus: EventBus;
  /** Whether the library's folder responds. */
  answers: (libraryId: string) => Promise<boolean>;
}): Pick<TaskHandlers, 'convert_files'> => ({
  async convert_files({ task, payload: { conversion_id, step }, signal, progress }) {
    const library_id = task.library_id ?? '';
    const relay = createEventRelay(bus);
    const drive = await watchDrive(signal, () => answers(library_id));
    try {
      await executor.run(
        { kind: 'convert', conversionId: conversion_id, step },
        {
          signal,
          abandon: drive.hangs,
          onMessage: (message) => {
            if (message.type === 'events') relay.pass(message.events);
            if (message.type === 'write_progress') {
              const { current, total, message: title } = message.progress;
              progress(current, total, title);
            }
          },
        },
      );
    } catch (error) {
      throw error instanceof JobError ? new TaskFailure(error.message, { cause: error }) : error;
    } finally {
      drive.stop();
      relay.flush();
      if (step !== 'plan' && !signal.aborted)
        queue.enqueue({ task_type: 'generate_thumbnails', library_id });
    }
  },
});
