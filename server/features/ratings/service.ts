import type { Rated, RatingChanges, RatingSummary, Review } from '../../../shared/api/ratings.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { RatingsStore } from './store.ts';
import type { RatedKind, RatingQuery } from './types.ts';

/** Ratings and reviews of series and books. All but `list` throw NotFound for an unknown id. */
export interface RatingsService {
  get(caller: Caller, kind: RatedKind, id: string): RatingSummary;
  /** Deletes the record if it has neither a rating nor a review afterwards. */
  rate(caller: Caller, kind: RatedKind, id: string, changes: RatingChanges): RatingSummary;
  /** Reviews that other people share. */
  reviews(caller: Caller, kind: RatedKind, id: string, query: RatingQuery): ListPage<Review>;
  /** Ratings and reviews of the caller. */
  list(caller: Caller, query: RatingQuery & { reviewed?: boolean | undefined }): ListPage<Rated>;
}

const nothing = { rating: null, review: null, is_shared: false };

export const createRatingsService = ({
  store,
  clock,
}: {
  store: RatingsStore;
  clock: () => Date;
}): RatingsService => {
  const keyOf = (kind: RatedKind, id: string): number => {
    const pk = store.key(kind, id);
    if (pk === undefined) throw notFound(kind === 'series' ? 'Series' : 'Book', id);
    return pk;
  };
  return {
    get: ({ user_pk }, kind, id) => store.summary(user_pk, kind, keyOf(kind, id)),
    rate: ({ user_pk }, kind, id, changes) =>
      store.transaction(() => {
        const pk = keyOf(kind, id);
        const before = store.summary(user_pk, kind, pk).own ?? nothing;
        const {
          rating = before.rating,
          review = before.review,
          is_shared = before.is_shared,
        } = changes;
        const rated_at = clock().toISOString();
        if (rating === null && review === null) store.remove(user_pk, kind, pk);
        else store.save(user_pk, kind, pk, { rating, review, is_shared, rated_at });
        return store.summary(user_pk, kind, pk);
      }),
    reviews: ({ user_pk }, kind, id, query) => store.reviews(user_pk, kind, keyOf(kind, id), query),
    list: ({ user_pk }, query) => store.list(user_pk, query),
  };
};
