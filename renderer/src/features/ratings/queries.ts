import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  getBookRating,
  getSeriesRating,
  listBookReviews,
  listSeriesReviews,
  rateBook,
  rateSeries,
  type RatingChanges,
} from '../../../../shared/api/ratings.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** The rated series or book. */
export interface Rateable {
  kind: 'series' | 'book';
  id: string;
}

/** Reviews of a page. */
export const reviewsPerPage = 10;

export const ratingQuery = ({ kind, id }: Rateable) =>
  queryOptions({
    queryKey: ['ratings', kind, id, 'own'],
    queryFn: ({ signal }) =>
      api.call(kind === 'series' ? getSeriesRating : getBookRating, { params: { id }, signal }),
  });

/** Reviews that others share; `page` is 1-indexed. */
export const reviewsQuery = ({ kind, id }: Rateable, page: number) =>
  queryOptions({
    queryKey: ['ratings', kind, id, 'reviews', page],
    queryFn: ({ signal }) =>
      api.call(kind === 'series' ? listSeriesReviews : listBookReviews, {
        params: { id },
        query: { page, pageSize: reviewsPerPage },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Rates or reviews; lists that are sorted or filtered by ratings change, too. */
export const useRate = ({ kind, id }: Rateable) =>
  useChange(
    [['ratings', kind, id], kind === 'series' ? keys.seriesPages : keys.bookPages],
    (body: RatingChanges) =>
      api.call(kind === 'series' ? rateSeries : rateBook, { params: { id }, body }),
    reportFailure,
  );
