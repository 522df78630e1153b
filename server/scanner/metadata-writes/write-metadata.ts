import { isoNow } from '../../database/ids.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type WriteMetadataJob } from '../../jobs/jobs.ts';
import { runFilePlan } from '../file-plans/run-file-plan.ts';
import { applyFile, isApplied, planFile, unchanged, undoFile } from './write-file.ts';
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
      // Before the state is written: after a crash in between, the next run settles the file.
      const finish = async (file: FileRow, state: 'written' | 'undone') => {
        await follower.follow(file, file.sidecar !== null);
        store.finish(file.file_pk, state, isoNow());
      };
      return {
        settle: async (file) => {
          if (isApplied(write, file, context)) await finish(file, 'written');
          else store.setState(file.file_pk, 'planned', null);
        },
        apply: async (file) => {
          await applyFile(write, file, store, context);
          await finish(file, 'written');
        },
        undo: async (file) => {
          await undoFile(write, file, context);
          await finish(file, 'undone');
        },
      };
    },
  });
};
