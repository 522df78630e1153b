import type { QueryClient } from '@tanstack/react-query';
import type { UseNavigateResult } from '@tanstack/react-router';

import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { nextBook } from './next-book.ts';

/** Opens the next book of a series in its reader, or the page of a series without a readable one. */
export const readSeries = async (
  client: QueryClient,
  seriesId: string,
  navigate: UseNavigateResult<string>,
): Promise<void> => {
  try {
    const { data } = await client.query(seriesBooksQuery(seriesId));
    const next = nextBook(data);
    await navigate(
      next === null
        ? { to: '/series/$seriesId', params: { seriesId } }
        : {
            to: '/read/$bookId',
            params: { bookId: next.book.id },
            search: next.kind === 'again' ? { page: 1 } : {},
          },
    );
  } catch (error) {
    reportFailure(error);
  }
};
