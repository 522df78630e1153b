import {
  createDestination,
  deleteDestination,
  listDestinations,
  testDestination,
  updateDestination,
} from '../../../shared/api/notifications.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { linkUrl } from '../../http/net/site-url.ts';
import type { NotificationsService } from './service.ts';

export const notificationsRoutes = ({
  notifications,
}: {
  notifications: NotificationsService;
}): Route[] => [
  route(listDestinations, ({ caller }) => notifications.list(caller)),
  route(createDestination, ({ caller, body, ...request }) => {
    const destination = notifications.create(caller, body, linkUrl(request));
    return new Reply(destination, {
      Location: `/api/v1/notifications/destinations/${destination.id}`,
    });
  }),
  route(updateDestination, ({ caller, params, body, ...request }) =>
    notifications.update(caller, params.id, body, linkUrl(request)),
  ),
  route(deleteDestination, ({ caller, params }) => notifications.remove(caller, params.id)),
  route(testDestination, ({ caller, params, signal }) =>
    notifications.test(caller, params.id, signal),
  ),
];
