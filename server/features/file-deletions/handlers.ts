import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AppError } from '../../../shared/errors.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import type { FileBin } from '../../scanner/file-bin/file-bin.ts';
import type { ChangedSeries } from '../../scanner/series/series-assignment.ts';
import type { TaskContext, TaskHandlers } from '../../tasks/task-types.ts';
import type { ChangePublisher } from '../organise/publish-changes.ts';
import type { DeletableFile, DeletedRow, FileDeletionsStore } from './store.ts';

/** Books whose changes are published together. */
const batchSize = 50;

type Work = Pick<TaskContext<'delete_files'>, 'signal' | 'progress'>;

/** Moves files of books to the bin or back, one at a time; each file is always in one of the two places. */
export const createFileDeletionsHandlers = ({
  store,
  bin,
  gate,
  settle,
  follow,
}: {
  store: FileDeletionsStore;
  bin: FileBin;
  /** Runs work on a drive, so that a hung one does not block others. */
  gate: Pick<ReadGate, 'run'>;
  /** Shows series that have books and hides those that have none. */
  settle: (seriesPks: readonly number[]) => ChangedSeries[];
  follow: ChangePublisher;
}): Pick<TaskHandlers, 'delete_files'> => {
  /** Removes folders that became empty, but not the folder of the library. */
  const removeEmptyFolders = async (root: string, path: string): Promise<void> => {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        await gate.run(root, () => rmdir(toLongPath(join(root, folder))));
      } catch {
        return;
      }
    }
  };
  /** Moves all files of a book, or none; returns the id of the first in the bin. */
  const binAll = async (book: DeletedRow, others: readonly DeletableFile[]): Promise<string> => {
    const { pk, id: book_id, library_id } = book;
    // After a crash, some files may already be in the bin.
    const known = new Map(store.binned(pk).map(({ id, path }) => [path, id]));
    const moved: string[] = [];
    try {
      for (const file of [book, ...others]) {
        const { path } = file;
        const id = known.get(path);
        moved.push(
          id !== undefined && bin.state(id) === 'bin'
            ? id
            : await bin.put({ library_id, path, scanned: file, reason: 'deleted', book_id }),
        );
      }
    } catch (error) {
      for (const id of moved) await bin.putBack(id);
      throw error;
    }
    return moved[0] ?? '';
  };
  const deleteBook = async (book: DeletedRow): Promise<ChangedSeries[]> => {
    const { pk, root } = book;
    if (book.format === 'folder') {
      throw new AppError('Conflict', 'A folder of pictures is not deleted. Delete it by hand.');
    }
    const others = store.otherFiles(pk);
    const binId = await binAll(book, others);
    // Before the book counts as deleted, so that a start after a crash does it again.
    for (const file of [book, ...others]) await removeEmptyFolders(root, file.path);
    return store.transaction(() => {
      store.setDeleted(pk, binId);
      return settle([book.series_pk]);
    });
  };
  const restoreBook = async ({
    pk,
    series_pk,
    bin_id,
    missing_since,
  }: DeletedRow): Promise<ChangedSeries[]> => {
    // Without an id in the bin, the deletion was interrupted before the book was missing.
    if (missing_since === null && bin_id !== null) {
      // A scan has found its file again.
      store.release(pk);
      return [];
    }
    const binned = new Set(store.binned(pk).map(({ id }) => id));
    if (bin_id !== null) binned.add(bin_id);
    for (const id of binned) if (bin.state(id) !== null) await bin.putBack(id);
    return store.transaction(() => {
      store.setRestored(pk);
      return settle([series_pk]);
    });
  };

  const run = async (id: string, isUndo: boolean, { signal, progress }: Work): Promise<void> => {
    const [from, failed] = isUndo
      ? (['restoring', 'deleted'] as const)
      : (['deleting', 'failed'] as const);
    // A crash can have left files on their way to the bin or back.
    await bin.settleInterrupted('deleted');
    const total = store.count(id, from);
    let changed: { book: DeletedRow; series: ChangedSeries[] }[] = [];
    const publish = async () => {
      const rows = changed;
      changed = [];
      const what = isUndo ? ('appeared' as const) : ('ended' as const);
      for (const [libraryId, group] of Map.groupBy(rows, ({ book }) => book.library_id)) {
        await follow(libraryId, {
          books: group.map(({ book: { id: bookId, series_pk } }) => ({
            ...{ id: bookId, series_pk, what },
          })),
          series: latestOf(group.flatMap(({ series }) => series)),
        });
      }
    };
    let current = 0;
    try {
      for (let after = 0; ;) {
        signal.throwIfAborted();
        const book = store.next(id, from, after);
        if (!book) break;
        after = book.pk;
        current += 1;
        progress(current, total, book.title);
        try {
          const series = await (isUndo ? restoreBook(book) : deleteBook(book));
          changed.push({ book, series });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          store.setState(book.pk, failed, error.message);
        }
        if (changed.length >= batchSize) await publish();
      }
    } finally {
      await publish();
    }
  };
  return {
    delete_files: ({ payload: { deletion_id, step }, signal, progress }) =>
      run(deletion_id, step === 'undo', { signal, progress }),
  };
};

/** Reduces the changes to one per series; an appearance or removal takes precedence over a change. */
const latestOf = (changes: readonly ChangedSeries[]): ChangedSeries[] => {
  const known = new Map<number, ChangedSeries>();
  for (const change of changes) {
    if (change.what !== 'changed' || !known.has(change.pk)) known.set(change.pk, change);
  }
  return [...known.values()];
};
