import {
  createReleaseSource,
  deleteReleaseSource,
  getReleaseSource,
  listReleaseSources,
  pollReleaseSource,
  updateReleaseSource,
} from '../../../shared/api/release-sources.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { ReleaseSourcesService } from './service.ts';

export const releaseSourcesRoutes = ({ sources }: { sources: ReleaseSourcesService }): Route[] => [
  route(listReleaseSources, ({ caller, query }) => sources.list(caller, query)),
  route(createReleaseSource, ({ body }) => {
    const source = sources.create(body);
    return new Reply(source, { Location: `/api/v1/release-sources/${source.id}` });
  }),
  route(getReleaseSource, ({ caller, params }) => sources.shown(caller, params.id)),
  route(updateReleaseSource, ({ params, body }) => sources.update(params.id, body)),
  route(deleteReleaseSource, ({ params }) => sources.remove(params.id)),
  route(pollReleaseSource, ({ params }) => sources.poll(params.id)),
];
