import type { JobContext } from '../../jobs/job-context.ts';
import { type ConvertJob, JobError, type JobResults } from '../../jobs/jobs.ts';
import { createFileBin } from '../file-bin/file-bin.ts';
import { runFilePlan } from '../file-plans/run-file-plan.ts';
import { createConversionStore } from './conversion-store.ts';
import { convertFile, settleConversion, undoConversionOf } from './convert-file.ts';
import { planConversionOf } from './plan-conversion.ts';

/** Plans, applies or undoes a conversion. */
export const convertFiles = async (
  { conversionId, step }: ConvertJob,
  context: JobContext,
): Promise<JobResults['convert']> => {
  const store = createConversionStore(context.database);
  const conversion = store.plan(conversionId);
  if (!conversion) throw new JobError('The plan to convert files was deleted.');
  return runFilePlan({
    plan: conversion,
    ...{ step, store, context },
    refusal: 'The settings of the library do not allow that files are converted.',
    planFile: async (file) => {
      const planned = await planConversionOf(conversion, file, context);
      if (planned === null) store.drop(file.file_pk);
      else store.setPlanned(file, planned);
    },
    targetOf: ({ to_path, path }) => to_path ?? path,
    changes: (follower) => {
      const bin = createFileBin({ database: context.database });
      const run = { conversion, store, bin, follower, context };
      return {
        settle: (file) => settleConversion(run, file),
        apply: (file) => convertFile(run, file),
        undo: (file) => undoConversionOf(run, file),
      };
    },
  });
};
