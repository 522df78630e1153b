import {
  type Executor,
  JobError,
  type ConvertJob,
  type WriteMetadataJob,
} from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { watchDrive } from '../../tasks/drive-watch.ts';
import { type TaskContext, TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { createEventRelay } from '../scans/event-relay.ts';

/** Plans, applies and undoes changes to files, in a thread. */
export const createFilePlanHandlers = ({
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
}): Pick<TaskHandlers, 'convert_files' | 'write_metadata'> => {
  const run = async (
    job: ConvertJob | WriteMetadataJob,
    { task, signal, progress }: Pick<TaskContext, 'task' | 'signal' | 'progress'>,
  ) => {
    const library_id = task.library_id ?? '';
    const relay = createEventRelay(bus);
    const drive = await watchDrive(signal, () => answers(library_id));
    try {
      await executor.run(job, {
        signal,
        abandon: drive.hangs,
        onMessage: (message) => {
          if (message.type === 'events') relay.pass(message.events);
          if (message.type === 'write_progress') {
            const { current, total, message: title } = message.progress;
            progress(current, total, title);
          }
        },
      });
    } catch (error) {
      throw error instanceof JobError ? new TaskFailure(error.message, { cause: error }) : error;
    } finally {
      drive.stop();
      relay.flush();
      // Covers are made again for files that have another version.
      if (job.step !== 'plan' && !signal.aborted)
        queue.enqueue({ task_type: 'generate_thumbnails', library_id });
    }
  };
  return {
    convert_files: (context) => {
      const { conversion_id, step } = context.payload;
      return run({ kind: 'convert', conversionId: conversion_id, step }, context);
    },
    write_metadata: (context) => {
      const { write_id, step } = context.payload;
      return run({ kind: 'write_metadata', writeId: write_id, step }, context);
    },
  };
};
