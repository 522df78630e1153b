import {
  changeRelease,
  changeReleases,
  deleteRelease,
  getTracking,
  listReleases,
  listReleasesOfSeries,
  recordRelease,
  updateTracking,
} from '../../../shared/api/releases.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { ReleasesService } from './service.ts';

export const releasesRoutes = ({ releases }: { releases: ReleasesService }): Route[] => [
  route(listReleases, ({ query }) => releases.list(query)),
  route(listReleasesOfSeries, ({ params, query }) => releases.ofSeries(params.id, query)),
  route(recordRelease, ({ body }) => {
    const { release, isNew } = releases.record(body);
    return isNew
      ? new Reply(release, { Location: `/api/v1/releases/${release.id}` })
      : new Reply(release, {}, 200);
  }),
  route(changeReleases, ({ body }) => releases.changeAll(body.ids, body.state)),
  route(changeRelease, ({ params, body }) => releases.change(params.id, body.state)),
  route(deleteRelease, ({ params }) => releases.remove(params.id)),
  route(getTracking, ({ params }) => releases.tracking(params.id)),
  route(updateTracking, ({ params, body }) => releases.track(params.id, body)),
];
