import { lstatSync, rmSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

import { AppError } from '../../../shared/errors.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { fromSystemError, isSystemError, MediaError } from '../../media/media-error.ts';
import { discard } from '../../lib/discard.ts';
import { draftIn } from '../../lib/target-folder.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { writeProblem } from '../../paths/write-problem.ts';
import { hashFile } from '../analysis/hash-file.ts';
import { createFileBin } from '../file-bin/file-bin.ts';
import { copyVerified, deleteCopied, type ExpectedFile } from './copy-file.ts';
import { openIntakeLibrary } from './intake-library.ts';
import type { BookFileRow } from './intake-books.ts';
import type { IntakeFileRow, IntakeJobStore, IntakeRow } from './intake-store.ts';

/** Files that are moved before they are scanned together. */
const batchSize = 20;

export const notReadThere =
  'The file is in the library, but could not be read there. Scan the library.';

export const sourceOf = (intake: IntakeRow, file: IntakeFileRow): ExpectedFile => ({
  path: join(intake.path, file.path),
  file_size: file.file_size,
  file_modified_ms: file.file_modified_ms,
});

export const openIntakeWork = (intake: IntakeRow, store: IntakeJobStore, context: JobContext) => ({
  ...{ intake, store, context },
  library: openIntakeLibrary(intake, store, context),
  bin: createFileBin({ database: context.database }),
});

export type IntakeWork = ReturnType<typeof openIntakeWork>;

/** The files in this state, one by one, with progress. Throws CancelledError between them. */
export function* filesWithProgress(
  { intake, store, context }: IntakeWork,
  state: 'planned' | 'undoing',
  isByRule?: boolean,
): Generator<IntakeFileRow, void, undefined> {
  const total = store.count(intake.pk, state, isByRule);
  let current = 0;
  for (let after = 0; ;) {
    if (context.cancelled()) throw new CancelledError();
    const file = store.next(intake.pk, state, after, isByRule);
    if (!file) return;
    after = file.pk;
    current += 1;
    const message = file.target ?? file.path;
    context.send({ type: 'intake_progress', progress: { current, total, message } });
    yield file;
  }
}

/** The message of an error for people; null for an error of the program. */
const intakeProblem = (error: unknown, name: string): string | null => {
  if (error instanceof MediaError || error instanceof AppError) return error.message;
  if (!isSystemError(error)) return null;
  const problem = writeProblem(error, name);
  return problem instanceof AppError ? problem.message : fromSystemError(error).message;
};

/** Records why a file failed, so that the next one can follow; rethrows an error of the program. */
export const recordFailure = (
  error: unknown,
  name: string,
  record: (reason: string) => void,
): void => {
  const problem = intakeProblem(error, name);
  record(problem ?? 'This failed for an unknown reason.');
  if (problem === null) throw error;
};

const bookIsGone = () =>
  new MediaError(
    'changed',
    'The book that it would replace is not there any more. Look through the folder again.',
  );

const bookToReplace = (file: IntakeFileRow, store: IntakeJobStore): BookFileRow | null => {
  if (file.action !== 'replace') return null;
  const book = file.present_pk === null ? undefined : store.book(file.present_pk);
  if (!book) throw bookIsGone();
  return book;
};

/** Moves one file to its target. After a crash, `settle` completes or reverts it. */
const moveToTarget = async (file: IntakeFileRow, work: IntakeWork): Promise<void> => {
  const { intake, store, library, bin, context } = work;
  const book = bookToReplace(file, store);
  // After a crash, the previous file can already be in the bin.
  const isBinned = file.bin_id !== null && bin.state(file.bin_id) !== null;
  if (book && book.missing_since !== null && !isBinned) throw bookIsGone();
  const former = book === null ? null : (file.former_path ?? book.path);
  const target = await library.reserve(file, former);
  try {
    const checksum = copyVerified(sourceOf(intake, file), target.draft, context.cancelled);
    store.begin(file.pk, checksum, former);
    let binId = isBinned ? file.bin_id : null;
    if (book && former !== null && !isBinned) {
      binId = await bin.put({
        library_id: intake.library_id,
        path: former,
        scanned: book,
        reason: 'replaced',
        book_id: book.id,
      });
      store.setBin(file.pk, binId);
    }
    try {
      await library.place(target);
    } catch (error) {
      if (binId !== null) {
        await bin.putBack(binId);
        store.setBin(file.pk, null);
      }
      throw error;
    }
    if (book && file.target !== null && book.path !== file.target) {
      store.setPath(intake.library_pk, book.pk, file.target);
    }
  } catch (error) {
    await library.drop(target);
    throw error;
  }
};

/** Whether the whole file is at its target. */
const isInPlace = (file: IntakeFileRow, { library, context }: IntakeWork): boolean => {
  if (file.target === null || file.checksum === null) return false;
  const path = library.absolute(file.target);
  try {
    if (lstatSync(path).size !== file.file_size) return false;
  } catch {
    return false;
  }
  return hashFile(path, context.cancelled) === file.checksum;
};

const isGone = (path: string): boolean =>
  lstatSync(toLongPath(path), { throwIfNoEntry: false }) === undefined;

/** Removes the empty file that reserved the name. */
export const removeReserved = (path: string): void =>
  discard(() => {
    if (lstatSync(path).size === 0) rmSync(path);
  });

/** Resumes after a crash between copy and scan: completes a file at its target, else starts it again. */
export const settleInterrupted = (file: IntakeFileRow, work: IntakeWork): boolean => {
  const { store, intake } = work;
  const book = file.present_pk === null ? undefined : store.book(file.present_pk);
  if (file.bin_id === null && book && file.former_path !== null && file.action === 'replace') {
    store.setBin(file.pk, store.binnedOf(book.pk, file.former_path) ?? null);
  }
  if (file.target !== null) {
    const target = work.library.absolute(file.target);
    discard(() => rmSync(draftIn(dirname(target), file.id, extname(target)), { force: true }));
  }
  if (!isInPlace(file, work)) {
    if (file.target !== null) removeReserved(work.library.absolute(file.target));
    store.setState(file.pk, 'planned');
    return false;
  }
  if (book && file.action === 'replace' && file.target !== null && book.path !== file.target) {
    store.setPath(intake.library_pk, book.pk, file.target);
  }
  return true;
};

/** Scans the moved files and assigns the chosen series and numbers to their books. */
export const scanMovedFiles = async (
  files: readonly IntakeFileRow[],
  work: IntakeWork,
): Promise<void> => {
  const { intake, store, library } = work;
  await library.scanOnly(files.flatMap(({ target }) => target ?? []));
  const moves: { bookPk: number; from: number; to: number }[] = [];
  const added: IntakeFileRow[] = [];
  for (const file of files) {
    const book = store.bookAt(intake.library_pk, file.target ?? '');
    if (!book || book.missing_since !== null) {
      store.setState(file.pk, 'failed', notReadThere);
      continue;
    }
    if (file.series_pk !== null && book.series_pk !== file.series_pk) {
      moves.push({ bookPk: book.pk, from: book.series_pk, to: file.series_pk });
    }
    const { number, volume } = file;
    if (file.is_numbered && (book.number !== number || book.volume !== volume)) {
      store.setNumbers(book, { number, volume });
    }
    store.setBook(file.pk, book.pk);
    added.push(file);
  }
  await library.moveToSeries(moves);
  for (const file of added) {
    let reason: string | null = null;
    if (intake.method === 'move') {
      const source = sourceOf(intake, file);
      // A run that was interrupted afterwards has deleted it already.
      const isMoved = deleteCopied(source) || (isGone(source.path) && !isGone(intake.path));
      store.setMoved(file.pk, isMoved);
      if (!isMoved) reason = 'The file could not be deleted from its folder after it was copied.';
    }
    store.setState(file.pk, 'taken', reason);
  }
};

/**
 * Adds the files of a report to the library according to their actions; a run by rule adds only new books
 * of known series. If the job is cancelled or the process is killed, each file is either complete in the
 * library or not there at all.
 */
export const addIntakeFiles = async (
  intake: IntakeRow,
  store: IntakeJobStore,
  context: JobContext,
  isByRule: boolean,
): Promise<number> => {
  const work = openIntakeWork(intake, store, context);
  let placed: IntakeFileRow[] = [];
  const adoptPlaced = async () => {
    const files = placed;
    placed = [];
    await scanMovedFiles(files, work);
  };

  await work.bin.settleInterrupted();
  for (let after = 0; ;) {
    const file = store.next(intake.pk, 'taking', after);
    if (!file) break;
    after = file.pk;
    if (settleInterrupted(file, work)) placed.push(file);
  }
  await adoptPlaced();

  let count = 0;
  try {
    for (const file of filesWithProgress(work, 'planned', isByRule)) {
      count += 1;
      try {
        await moveToTarget(file, work);
        placed.push(file);
      } catch (error) {
        if (error instanceof CancelledError) {
          store.setState(file.pk, 'planned');
          throw error;
        }
        recordFailure(error, file.target ?? file.path, (reason) =>
          store.setState(file.pk, 'failed', reason),
        );
      }
      if (placed.length >= batchSize) await adoptPlaced();
    }
  } finally {
    await adoptPlaced();
  }
  return count;
};
