import { isoNow } from '../../database/ids.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type WriteMetadataJob } from '../../jobs/jobs.ts';
import { runFilePlan } from '../file-plans/run-file-plan.ts';
import { applyFile, planFile, settleFile, unchanged, undoFile } from './write-file.ts';
import { createWriteStore, type FileRow } from './write-store.ts';

/** Plans, applies or undoes a metadata write. */
export const writeMetadata = async (
  { writeId, step }: WriteMetadataJob,
  context: JobContext,
): Promise<JobResults['write_metadata']> => {
  const store = createWriteStore(context.database);
  const write = store.plan(writeId);
  if (!write) throw new JobError('The plan to write metadata was deleted.');
  return runFilePlan({
    plan: write,
    ...{ step, store, context },
    refusal: 'The settings of the library do not allow that files are written.',
    planFile: (file) => {
      const planned = planFile(write, file, store, context);
      if (planned === unchanged) store.drop(file.file_pk);
      else store.setPlanned(file.file_pk, planned);
    },
    targetOf: ({ sidecar, path }) => sidecar ?? path,
    changes: (follower) => {
      const follow = (file: FileRow) => follower.follow(file, file.sidecar !== null);
      return {
        settle: (file) => {
          settleFile(write, file, store, context);
          return follow(file);
        },
        apply: async (file) => {
          await applyFile(write, file, store, context);
          store.finish(file.file_pk, 'written', isoNow());
          await follow(file);
        },
        undo: async (file) => {
          await undoFile(write, file, context);
          store.finish(file.file_pk, 'undone', isoNow());
          await follow(file);
        },
      };
    },
  });
};
