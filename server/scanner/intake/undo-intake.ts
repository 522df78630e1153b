import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, extname } from 'node:path';

import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { discard } from '../../lib/discard.ts';
import { draftIn, placeDraft } from '../../lib/target-folder.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { hashFile } from '../analysis/hash-file.ts';
import { copyVerified, deleteCopied, type ExpectedFile, isUnchangedFile } from './copy-file.ts';
import type { IntakeLibrary } from './intake-library.ts';
import type { BookFileRow } from './intake-books.ts';
import type { IntakeFileRow, IntakeJobStore, IntakeRow } from './intake-store.ts';
import {
  filesWithProgress,
  type IntakeWork,
  notReadThere,
  openIntakeWork,
  recordFailure,
  removeReserved,
  scanMovedFiles,
  settleInterrupted,
  sourceOf,
} from './add-files.ts';

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether an interrupted run has copied the file back already. */
const hasSameBytes = (
  source: string,
  { path, file_size }: ExpectedFile,
  { cancelled }: JobContext,
): boolean => {
  const stats = lstatSync(source);
  if (!stats.isFile() || stats.size !== file_size) return false;
  return hashFile(source, cancelled) === hashFile(path, cancelled);
};

/** Copies the file back to its original folder; returns whether that was possible. */
const returnToFolder = async (
  file: IntakeFileRow,
  book: BookFileRow,
  { intake, library, context }: IntakeWork,
): Promise<boolean> => {
  const source = toLongPath(sourceOf(intake, file).path);
  const draft = draftIn(dirname(source), file.id, extname(source));
  const { file_size, file_modified_ms } = book;
  const inLibrary = { path: library.absolute(book.path), file_size, file_modified_ms };
  try {
    if (!exists(toLongPath(intake.path))) return false;
    // Leftovers of a run that a crash interrupted.
    await rm(draft, { force: true });
    if (file_size > 0) removeReserved(source);
    if (exists(source)) return hasSameBytes(source, inLibrary, context) && deleteCopied(inLibrary);
    mkdirSync(dirname(source), { recursive: true });
    copyVerified(inLibrary, draft, context.cancelled);
    await placeDraft(draft, source);
    return deleteCopied(inLibrary);
  } catch (error) {
    if (isSystemError(error) || error instanceof MediaError) return false;
    throw error;
  }
};

/** Removes the file from the library: to its original folder if it was moved, else to the bin. */
const takeOut = async (file: IntakeFileRow, book: BookFileRow, work: IntakeWork): Promise<void> => {
  if (file.is_moved && (await returnToFolder(file, book, work))) return;
  await work.bin.put({
    ...{ library_id: work.intake.library_id, path: book.path, scanned: book },
    ...{ reason: 'deleted', book_id: book.id },
  });
};

/** Removes folders that became empty. */
const removeEmptyFolders = ({ absolute }: IntakeLibrary, path: string): void =>
  discard(() => {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      rmdirSync(absolute(folder));
    }
  });

interface Undone {
  file: IntakeFileRow;
  /** Null for a file that is not in the library. */
  book: BookFileRow | null;
}

/** Completes or reverts the addition of a file that a crash or a cancelled task interrupted. */
const settle = async (file: IntakeFileRow, work: IntakeWork): Promise<IntakeFileRow> => {
  const { store } = work;
  if (file.book_pk !== null || file.checksum === null || file.target === null) return file;
  const isInPlace = settleInterrupted(file, work);
  if (isInPlace) await scanMovedFiles([file], work);
  const settled = store.file(file.pk) ?? file;
  if (isInPlace && settled.book_pk === null) throw new MediaError('unreadable', notReadThere);
  return settled;
};

const undoFile = async (given: IntakeFileRow, work: IntakeWork): Promise<Undone> => {
  const { store, library, bin, intake } = work;
  const file = await settle(given, work);
  const { bin_id, former_path } = file;
  const book = file.book_pk === null ? undefined : store.book(file.book_pk);
  const isBinned = bin_id !== null && bin.state(bin_id) !== null;
  if (!book) {
    if (isBinned) await bin.putBack(bin_id);
    return { file, book: null };
  }
  const { file_size, file_modified_ms } = book;
  const path = library.absolute(book.path);
  const isTaken =
    file_size === file.file_size && isUnchangedFile({ path, file_size, file_modified_ms });
  if (isTaken) await takeOut(file, book, work);
  else if (exists(path) && (isBinned || bin_id === null)) {
    throw new MediaError(
      'changed',
      'The file has changed since it was added, so it is left as it is.',
    );
  }
  if (bin_id === null || former_path === null) {
    removeEmptyFolders(library, book.path);
    return { file, book };
  }
  if (isBinned) await bin.putBack(bin_id);
  if (book.path !== former_path) store.setPath(intake.library_pk, book.pk, former_path);
  return { file, book };
};

/**
 * Removes added files from the library and restores replaced ones, one by one. Books keep their progress,
 * ratings and annotations.
 */
export const undoIntakeFiles = async (
  intake: IntakeRow,
  store: IntakeJobStore,
  context: JobContext,
): Promise<number> => {
  const work = openIntakeWork(intake, store, context);
  const { library, bin } = work;
  let undone: Undone[] = [];
  const follow = async () => {
    const files = undone;
    undone = [];
    const isReplaced = ({ file }: Undone) => file.bin_id !== null;
    await library.hide(
      files.filter((file) => !isReplaced(file)).flatMap(({ book }) => book?.pk ?? []),
    );
    await library.scanOnly(
      files.filter(isReplaced).flatMap(({ file: { former_path } }) => former_path ?? []),
    );
    // Together: without its id in the bin, a file of an interrupted undo would count as changed.
    store.transaction(() => {
      for (const { file } of files) {
        store.setBin(file.pk, null);
        store.setState(file.pk, 'undone');
      }
    });
  };
  let count = 0;
  await bin.settleInterrupted();
  try {
    for (const file of filesWithProgress(work, 'undoing')) {
      count += 1;
      try {
        undone.push(await undoFile(file, work));
      } catch (error) {
        if (error instanceof CancelledError) throw error;
        recordFailure(error, file.path, (reason) => store.setState(file.pk, 'taken', reason));
      }
    }
  } finally {
    await follow();
  }
  return count;
};
