import {
  createVolume,
  dissolveVolume,
  getVolume,
  listBooksOfVolume,
  listVolumes,
  markVolumeRead,
  markVolumeUnread,
  moveToVolume,
  takeOutOfVolumes,
  updateVolume,
} from '../../../shared/api/volumes.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { VolumesService } from './service.ts';

export const volumesRoutes = ({ volumes }: { volumes: VolumesService }): Route[] => [
  route(listVolumes, ({ caller, params, query }) => volumes.list(caller, params.id, query)),
  route(createVolume, async ({ caller, params: { id }, body }) => {
    const made = await volumes.create(caller, id, body);
    return new Reply(made, {
      Location: `/api/v1/series/${id}/volumes/${made.volume?.id ?? ''}`,
    });
  }),
  route(takeOutOfVolumes, ({ caller, params, body }) =>
    volumes.takeOut(caller, params.id, body.book_ids),
  ),
  route(getVolume, ({ caller, params }) => volumes.get(caller, params.id, params.volume_id)),
  route(updateVolume, ({ caller, params, body }) =>
    volumes.update(caller, params.id, params.volume_id, body),
  ),
  route(dissolveVolume, ({ caller, params }) =>
    volumes.dissolve(caller, params.id, params.volume_id),
  ),
  route(listBooksOfVolume, ({ caller, params, query }) =>
    volumes.books(caller, params.id, params.volume_id, query),
  ),
  route(moveToVolume, ({ caller, params, body }) =>
    volumes.moveIn(caller, params.id, params.volume_id, body.book_ids),
  ),
  route(markVolumeRead, ({ caller, params }) =>
    volumes.mark(caller, params.id, params.volume_id, true),
  ),
  route(markVolumeUnread, ({ caller, params }) =>
    volumes.mark(caller, params.id, params.volume_id, false),
  ),
];
