import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

import { isoNow } from '../../database/ids.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type WriteMetadataJob } from '../../jobs/jobs.ts';
import { createBookFollower } from './follow-book.ts';
import { removeFileDrafts } from './replace-file.ts';
import { applyFile, planFile, sentenceOf, settleFile, unchanged, undoFile } from './write-file.ts';
import { createWriteStore, type FileRow, type WriteRow, type WriteStore } from './write-store.ts';

/** Files looked up at a time. */
const batchSize = 100;

/** Runs `work` for the files of a state, in batches; reports progress. */
const forEachFile = async (
  { store, write, context }: { store: WriteStore; write: WriteRow; context: JobContext },
  state: string,
  work: (file: FileRow) => void | Promise<void>,
): Promise<number> => {
  const total = store.count(write.pk, state);
  let current = 0;
  let after = 0;
  for (;;) {
    const files = store.files(write.pk, state, after, batchSize);
    if (files.length === 0) return current;
    for (const file of files) {
      if (context.cancelled()) throw new CancelledError();
      await work(file);
      current += 1;
      context.send({ type: 'write_progress', progress: { current, total, message: file.title } });
      await breathe();
    }
    after = files.at(-1)?.file_pk ?? after;
  }
};

/**
 * Plans, applies or undoes a metadata write, file by file. Each file is done or not when the job is
 * cancelled or the process is killed; what a crash left open is settled first. Throws JobError if the
 * library does not allow it.
 */
export const writeMetadata = async (
  { writeId, step }: WriteMetadataJob,
  context: JobContext,
): Promise<JobResults['write_metadata']> => {
  const store = createWriteStore(context.database);
  const write = store.write(writeId);
  if (!write) throw new JobError('The plan to write metadata was deleted.');
  const run = { store, write, context };
  const result = { done: 0, failed: 0 };
  const attempt = async (file: FileRow, work: () => Promise<void> | void) => {
    // No other write runs at the same time, so these are leftovers of a crash.
    removeFileDrafts(join(write.root, dirname(file.sidecar ?? file.path)));
    try {
      await work();
      result.done += 1;
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence === null) throw error;
      result.failed += 1;
      // An undo that failed leaves the file written.
      store.setState(file.file_pk, step === 'undo' ? 'written' : 'failed', sentence);
    }
  };
  if (step === 'plan') {
    await forEachFile(run, 'pending', (file) => {
      const planned = planFile(write, file, store, context);
      if (planned === unchanged) store.drop(file.file_pk);
      else store.plan(file.file_pk, planned);
      result.done += 1;
    });
    return result;
  }
  const follower = await createBookFollower(write.library_id, store, context);
  try {
    await forEachFile(run, 'writing', (file) =>
      attempt(file, () => {
        settleFile(write, file, store, context);
        return follower.follow(file, file.sidecar !== null);
      }),
    );
    if (step === 'apply') {
      if (write.is_allowed !== 1)
        throw new JobError('The settings of the library do not allow that files are written.');
      await forEachFile(run, 'planned', (file) =>
        attempt(file, async () => {
          await applyFile(write, file, store, context);
          store.finish(file.file_pk, 'written', isoNow());
          await follower.follow(file, file.sidecar !== null);
        }),
      );
    } else {
      await forEachFile(run, 'undoing', (file) =>
        attempt(file, async () => {
          await undoFile(write, file, context);
          store.finish(file.file_pk, 'undone', isoNow());
          await follower.follow(file, file.sidecar !== null);
        }),
      );
    }
  } finally {
    follower.finish();
  }
  return result;
};
