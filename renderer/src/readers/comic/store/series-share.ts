import { useQuery } from '@tanstack/react-query';

import type { CompactBook } from '../../../../../shared/api/book-record.ts';
import type { Progress } from '../../../../../shared/api/progress-record.ts';
import { seriesBooksQuery } from '../../../api/series-books-query.ts';
import { isStandaloneFile } from '../../shell/is-standalone-file.ts';
import { useReader } from './reader-context.tsx';
import { currentPage } from './reader-store.ts';

/**
 * Share of a series that is read, 0 to 1; all books count equally, the current one by its position.
 * 0 for a series without books.
 */
export const seriesShare = (
  books: readonly (Pick<CompactBook, 'id'> & {
    progress: Pick<Progress, 'is_completed' | 'percentage'> | null;
  })[],
  current: { id: string; share: number },
): number => {
  const read = books.reduce(
    (sum, { id, progress }) =>
      sum +
      (progress?.is_completed === true
        ? 1
        : id === current.id
          ? current.share
          : (progress?.percentage ?? 0)),
    0,
  );
  return books.length === 0 ? 0 : read / books.length;
};

/** Percent of the series read; null while unknown or for a single-book series. */
export const useSeriesPercent = (): number | null => {
  const book = useReader((state) => state.book);
  const share = useReader((state) => currentPage(state) / state.pages.length);
  const isShown = useReader((state) => state.chrome !== 'hidden');
  const { data } = useQuery({
    ...seriesBooksQuery(book.series_id),
    enabled: isShown && !isStandaloneFile(book),
  });
  const books = data?.data ?? [];
  if (books.length < 2) return null;
  return Math.round(100 * seriesShare(books, { id: book.id, share }));
};
