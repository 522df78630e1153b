import {
  getBookRating,
  getSeriesRating,
  listBookReviews,
  listRatings,
  listSeriesReviews,
  rateBook,
  rateSeries,
} from '../../../shared/api/ratings.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { RatingsService } from './service.ts';

export const ratingsRoutes = ({ ratings }: { ratings: RatingsService }): Route[] => [
  route(listRatings, ({ caller, query }) => ratings.list(caller, query)),
  route(getSeriesRating, ({ caller, params }) => ratings.get(caller, 'series', params.id)),
  route(rateSeries, ({ caller, params, body }) => ratings.rate(caller, 'series', params.id, body)),
  route(listSeriesReviews, ({ caller, params, query }) =>
    ratings.reviews(caller, 'series', params.id, query),
  ),
  route(getBookRating, ({ caller, params }) => ratings.get(caller, 'book', params.id)),
  route(rateBook, ({ caller, params, body }) => ratings.rate(caller, 'book', params.id, body)),
  route(listBookReviews, ({ caller, params, query }) =>
    ratings.reviews(caller, 'book', params.id, query),
  ),
];
