import {
  followSeries,
  listFollowedIds,
  unfollowSeries,
} from '../../../shared/api/followed-series.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { FollowedSeriesService } from './service.ts';

export const followedSeriesRoutes = ({
  followedSeries,
}: {
  followedSeries: FollowedSeriesService;
}): Route[] => [
  route(listFollowedIds, ({ caller }) => followedSeries.ids(caller)),
  route(followSeries, ({ caller, params }) => followedSeries.follow(caller, params.id)),
  route(unfollowSeries, ({ caller, params }) => followedSeries.unfollow(caller, params.id)),
];
