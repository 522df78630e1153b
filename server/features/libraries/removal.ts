import { AppError } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { LibrariesStore } from './store.ts';

/** Removes the records of a library's books and series; `onRemoved` gets how many books are gone. */
export type RemoveBooksOf = (
  libraryId: string,
  options: { signal: AbortSignal; onRemoved: (removed: number) => void },
) => Promise<unknown>;

/**
 * Removes a library in a task, because a large one takes minutes: its progress is shown, it can be
 * cancelled, and it goes on after a restart.
 */
export const createLibraryRemovals = ({
  store,
  bus,
  queue,
  removeBooks,
  leaveBin = () => Promise.resolve(),
}: {
  store: Pick<LibrariesStore, 'get' | 'remove'>;
  bus: EventBus;
  queue: Pick<TaskQueue, 'enqueue' | 'finished' | 'cancelLibrary'>;
  removeBooks: RemoveBooksOf;
  /** Writes into the bin of a library where its files were, because only the library knows. */
  leaveBin?: (libraryId: string, root: string) => Promise<unknown>;
}) => ({
  /** Throws Conflict if the task was cancelled, InternalError if it failed. */
  async run(libraryId: string): Promise<void> {
    const task = queue.enqueue({ task_type: 'remove_library', library_id: libraryId });
    const { status } = await queue.finished(task.id);
    if (status === 'cancelled') {
      throw new AppError(
        'Conflict',
        'The removal was cancelled. Scan the library to bring back what was removed, or remove it again.',
      );
    }
    if (status === 'failed') {
      throw new AppError('InternalError', 'The library could not be removed. Its task says why.');
    }
  },
  handlers: {
    async remove_library({ task, signal, progress }) {
      const library = task.library_id === null ? undefined : store.get(task.library_id);
      if (!library) return;
      const { id, name, path, book_count } = library;
      await queue.cancelLibrary(id, task.id);
      await leaveBin(id, path);
      await removeBooks(id, {
        signal,
        // Missing books are removed too, but not counted.
        onRemoved: (removed) => progress(removed, Math.max(removed, book_count), name),
      });
      // A scan can have been started in the meantime.
      await queue.cancelLibrary(id, task.id);
      store.remove(id);
      bus.emit('library_deleted', { library_id: id });
    },
  } satisfies Pick<TaskHandlers, 'remove_library'>,
});
