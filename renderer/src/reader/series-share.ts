import { useQuery } from '@tanstack/react-query';

import type { Book } from '../../../shared/api/book-record.ts';
import { seriesBooksQuery } from '../api/queries.ts';
import { isLoose } from './loose.ts';
import { useReader } from './reader-context.tsx';
import { readingPlace } from './reader-store.ts';

/**
 * How much of a series is read, 0 to 1: every book counts alike, the one being read as far as it is
 * open. Zero for a series without books.
 */
export const seriesShare = (
  books: readonly Pick<Book, 'id' | 'progress'>[],
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

/** Percent of the series that is read; null until it is known, and for a series of one book. */
export const useSeriesPercent = (): number | null => {
  const book = useReader((state) => state.book);
  const share = useReader((state) => readingPlace(state) / state.pages.length);
  const isShown = useReader((state) => state.chrome !== 'hidden');
  const { data } = useQuery({
    ...seriesBooksQuery(book.series_id),
    enabled: isShown && !isLoose(book),
  });
  const books = data?.data ?? [];
  if (books.length < 2) return null;
  return Math.round(100 * seriesShare(books, { id: book.id, share }));
};
