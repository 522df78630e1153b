import type { ConvertJob, Executor, WriteMetadataJob } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { TaskContext, TaskHandlers } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { runWatchedJob } from '../scans/watched-job.ts';

/** Runs tasks that plan, apply or undo changes to files, in a worker thread. */
export const createFilePlanHandlers = ({
  executor,
  queue,
  bus,
  answers,
  onPlanned,
}: {
  executor: Pick<Executor, 'run'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  bus: EventBus;
  /** Whether the library's folder responds. */
  answers: (libraryId: string) => Promise<boolean>;
  /** Called when a conversion was planned. */
  onPlanned: (conversionId: string) => void;
}): Pick<TaskHandlers, 'convert_files' | 'write_metadata'> => {
  const run = async (
    job: ConvertJob | WriteMetadataJob,
    { task, signal, progress }: Pick<TaskContext, 'task' | 'signal' | 'progress'>,
  ) => {
    const library_id = task.library_id ?? '';
    await runWatchedJob(job, {
      ...{ executor, bus, signal, progress },
      answers: () => answers(library_id),
      onEnded: () => {
        // Generates the covers of changed files again.
        if (job.step !== 'plan' && !signal.aborted)
          queue.enqueue({ task_type: 'generate_thumbnails', library_id });
      },
    });
  };
  return {
    convert_files: async (context) => {
      const { conversion_id, step } = context.payload;
      await run({ kind: 'convert', conversionId: conversion_id, step }, context);
      if (step === 'plan') onPlanned(conversion_id);
    },
    write_metadata: (context) => {
      const { write_id, step } = context.payload;
      return run({ kind: 'write_metadata', writeId: write_id, step }, context);
    },
  };
};
