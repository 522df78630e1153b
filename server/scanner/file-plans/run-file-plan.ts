import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

import { AppError } from '../../../shared/errors.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError } from '../../jobs/jobs.ts';
import { removeFileDrafts } from '../../lib/file-drafts.ts';
import { fromSystemError, isSystemError, MediaError } from '../../media/media-error.ts';
import { type BookFollower, createBookFollower } from '../metadata-writes/follow-book.ts';
import { checkRoot } from '../scan/missing-guard.ts';
import { asRefusal } from '../metadata-writes/replace-file.ts';
import type { FilePlanRow, PlannedFileRow, PlannedFilesStore } from './planned-files-store.ts';

/** Number of files per query. */
const batchSize = 100;

const disconnected =
  'The drive of the library is not connected any more. Connect it, then repeat this: files that are done stay as they are.';

/** The device of the library's folder; null if the folder is not there or empty, like a mount point. */
const driveOf = (root: string): string | null => {
  try {
    return checkRoot(root, 1);
  } catch (error) {
    if (error instanceof JobError) return null;
    throw error;
  }
};

/** Codes with which drives answer only when they are written to. */
const writingFaults: readonly unknown[] = ['EROFS', 'ENOSPC', 'EDQUOT'];

/** The message for a failed file; null for an error that ends the job. */
export const sentenceOf = (error: unknown): string | null => {
  if (error instanceof MediaError || error instanceof AppError) return error.message;
  if (!isSystemError(error)) return null;
  return fromSystemError(writingFaults.includes(error.code) ? asRefusal(error) : error).message;
};

type Work<File> = (file: File) => void | Promise<void>;

interface FilePlanRun<File extends PlannedFileRow> {
  plan: FilePlanRow;
  step: 'plan' | 'apply' | 'undo';
  store: Omit<PlannedFilesStore<FilePlanRow, File>, 'plan'>;
  context: JobContext;
  /** The message for a library that does not allow it. */
  refusal: string;
  /** Determines the changes of a file. */
  planFile: Work<File>;
  /** The path to write, relative to the library. */
  targetOf: (file: File) => string;
  /** Changes files; the follower updates the library. */
  changes: (follower: BookFollower) => {
    /** Completes or reverts a change that a crash interrupted. */
    settle: Work<File>;
    apply: Work<File>;
    undo: Work<File>;
  };
}

/**
 * Plans, applies or undoes changes to files, one by one. If the job is cancelled or the process is killed,
 * each file is either changed or not; interrupted changes are resolved first. Throws JobError if the library
 * does not allow it, or its drive is not connected.
 */
export const runFilePlan = async <File extends PlannedFileRow>({
  plan,
  step,
  store,
  context,
  refusal,
  planFile,
  targetOf,
  changes,
}: FilePlanRun<File>): Promise<{ done: number; failed: number }> => {
  const result = { done: 0, failed: 0 };
  const drive = driveOf(plan.root);
  const requireDrive = () => {
    if (drive === null || driveOf(plan.root) !== drive) throw new JobError(disconnected);
  };
  requireDrive();
  const forEachFile = async (state: string, work: Work<File>) => {
    const total = store.count(plan.pk, state);
    let [current, after] = [0, 0];
    for (;;) {
      const files = store.files(plan.pk, state, after, batchSize);
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
  const attempt =
    (work: Work<File>): Work<File> =>
    async (file) => {
      // Nothing else writes files at the same time, so these are leftovers of a crash.
      removeFileDrafts(join(plan.root, dirname(targetOf(file))));
      try {
        await work(file);
        result.done += 1;
      } catch (error) {
        const sentence = sentenceOf(error);
        if (sentence === null) throw error;
        // Otherwise the file is not at fault. The next run settles it.
        requireDrive();
        result.failed += 1;
        // An undo that failed leaves the file changed.
        store.setState(file.file_pk, step === 'undo' ? store.done : 'failed', sentence);
      }
    };
  if (step === 'plan') {
    await forEachFile('pending', async (file) => {
      await planFile(file);
      result.done += 1;
    });
    return result;
  }
  const follower = await createBookFollower(plan.library_id, context);
  const { settle, apply, undo } = changes(follower);
  try {
    await forEachFile(store.working, attempt(settle));
    if (step === 'undo') await forEachFile('undoing', attempt(undo));
    else if (plan.is_allowed === 1) await forEachFile('planned', attempt(apply));
    else throw new JobError(refusal);
  } finally {
    follower.finish();
  }
  return result;
};
