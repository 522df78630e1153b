import { maxFollowed } from '../../../shared/api/followed-series.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { FollowedSeriesStore } from './store.ts';

/** Series that a person is notified about. */
export interface FollowedSeriesService {
  ids(caller: Caller): { ids: string[] };
  /** Throws NotFound for an unknown series, Conflict beyond the limit. */
  follow(caller: Caller, seriesId: string): void;
  /** Throws NotFound for an unknown series. */
  unfollow(caller: Caller, seriesId: string): void;
}

export const createFollowedSeriesService = ({
  store,
}: {
  store: FollowedSeriesStore;
}): FollowedSeriesService => {
  const check = (seriesId: string) => {
    if (!store.hasSeries(seriesId)) throw notFound('Series', seriesId);
  };
  return {
    ids: ({ user_pk }) => ({ ids: store.ids(user_pk) }),
    follow({ user_pk }, seriesId) {
      check(seriesId);
      const ids = store.ids(user_pk);
      if (ids.length >= maxFollowed && !ids.includes(seriesId)) {
        throw new AppError('Conflict', `You can follow at most ${maxFollowed} series`);
      }
      store.follow(user_pk, seriesId);
    },
    unfollow({ user_pk }, seriesId) {
      check(seriesId);
      store.unfollow(user_pk, seriesId);
    },
  };
};
