import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

import { AppError } from '../../../shared/errors.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { type ConvertJob, JobError, type JobResults } from '../../jobs/jobs.ts';
import { fromSystemError, isSystemError, MediaError } from '../../media/media-error.ts';
import { createFileBin } from '../file-bin/file-bin.ts';
import { createBookFollower } from '../metadata-writes/follow-book.ts';
import { removeFileDrafts } from '../metadata-writes/replace-file.ts';
import { createWriteStore } from '../metadata-writes/write-store.ts';
import { type ConversionFileRow, createConversionStore } from './conversion-store.ts';
import { convertFile, settleConversion, undoConversionOf } from './convert-file.ts';
import { planConversionOf } from './plan-conversion.ts';

/** Files looked up at a time. */
const batchSize = 100;

const sentenceOf = (error: unknown): string | null => {
  if (error instanceof MediaError || error instanceof AppError) return error.message;
  return isSystemError(error) ? fromSystemError(error).message : null;
};

/**
 * Plans, applies or undoes a conversion, file by file. Each file is done or not when the job is cancelled or
 * the process is killed; what a crash left open is settled first. Throws JobError if the library does not
 * allow it.
 */
export const convertFiles = async (
  { conversionId, step }: ConvertJob,
  context: JobContext,
): Promise<JobResults['convert']> => {
  const store = createConversionStore(context.database);
  const conversion = store.conversion(conversionId);
  if (!conversion) throw new JobError('The plan to convert files was deleted.');
  const result = { done: 0, failed: 0 };
  const forEachFile = async (state: string, work: (file: ConversionFileRow) => Promise<void>) => {
    const total = store.count(conversion.pk, state);
    let [current, after] = [0, 0];
    for (;;) {
      const files = store.files(conversion.pk, state, after, batchSize);
      if (files.length === 0) return;
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
  if (step === 'plan') {
    const marked = store.marked(conversion.library_id);
    await forEachFile('pending', async (file) => {
      const planned = await planConversionOf(conversion, file, context, () => marked);
      if (planned === null) store.drop(file.file_pk);
      else store.plan(file, planned);
      result.done += 1;
    });
    return result;
  }
  if (step === 'apply' && conversion.is_allowed !== 1)
    throw new JobError('The settings of the library do not allow that files are converted.');
  const { library_id } = conversion;
  const follower = await createBookFollower(
    library_id,
    createWriteStore(context.database),
    context,
  );
  const bin = createFileBin({ database: context.database });
  const run = { conversion, store, bin, follower, context };
  const attempt = (work: typeof convertFile) => async (file: ConversionFileRow) => {
    // No other conversion runs at the same time, so these are leftovers of a crash.
    removeFileDrafts(join(conversion.root, dirname(file.to_path ?? file.path)));
    try {
      await work(run, file);
      result.done += 1;
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence === null) throw error;
      result.failed += 1;
      // An undo that failed leaves the file converted.
      store.setState(file.file_pk, step === 'undo' ? 'converted' : 'failed', sentence);
    }
  };
  try {
    await forEachFile('converting', attempt(settleConversion));
    if (step === 'apply') await forEachFile('planned', attempt(convertFile));
    else await forEachFile('undoing', attempt(undoConversionOf));
  } finally {
    follower.finish();
  }
  return result;
};
