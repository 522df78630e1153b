import {
  getSharing,
  testSharing,
  updateSharing,
  type Sharing,
} from '../../../shared/api/sharing.ts';
import type { Caller } from '../../http/api/caller.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { SharingService } from './types.ts';

export const sharingRoutes = ({
  sharing,
}: {
  sharing: Pick<SharingService, 'state' | 'update' | 'test'>;
}): Route[] => [
  route(getSharing, ({ caller }) => forCaller(sharing.state(), caller)),
  route(updateSharing, ({ caller, body }) =>
    sharing.update(body, { by: caller.user.username, reason: null }),
  ),
  route(testSharing, () => sharing.test()),
];

/** Hides file paths of this machine from callers with read access only. */
const forCaller = (sharing: Sharing, { permissions }: Caller): Sharing =>
  permissions.has('system-admin')
    ? sharing
    : { ...sharing, tls: { ...sharing.tls, cert: null, key: null } };
