import { notFound } from '../../../shared/errors.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { ScansStore } from './store.ts';

export interface AnalysisService {
  /** Queues the re-analysis of a book, or of all books of a series. Throws NotFound. */
  start(scope: { book_id: string } | { series_id: string }): { task_id: string };
  /** Analyses one book ahead of all background work; resolves when done, even if it failed. */
  finish(bookId: string): Promise<void>;
}

export const createAnalysisService = ({
  store,
  queue,
}: {
  store: Pick<ScansStore, 'book' | 'series'>;
  queue: Pick<TaskQueue, 'enqueue' | 'finished'>;
}): AnalysisService => {
  const startBook = (id: string) => {
    const book = store.book(id);
    if (!book) throw notFound('Book', id);
    return queue.enqueue({ task_type: 'analyze_book', ...book }).id;
  };
  const startSeries = (id: string) => {
    const series = store.series(id);
    if (!series) throw notFound('Series', id);
    return queue.enqueue({ task_type: 'analyze_series', ...series }).id;
  };
  return {
    start: (scope) => ({
      task_id: 'book_id' in scope ? startBook(scope.book_id) : startSeries(scope.series_id),
    }),
    finish: async (bookId) => {
      await queue.finished(startBook(bookId));
    },
  };
};
