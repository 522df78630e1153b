import { getSharing, updateSharing } from '../../../shared/api/sharing.ts';
import { route, type Route } from '../../http/route.ts';
import type { SharingService } from './service.ts';

export const sharingRoutes = ({
  sharing,
}: {
  sharing: Pick<SharingService, 'state' | 'update'>;
}): Route[] => [
  route(getSharing, () => sharing.state()),
  route(updateSharing, ({ caller, body }) =>
    sharing.update(body, { by: caller.user.username, reason: null }),
  ),
];
