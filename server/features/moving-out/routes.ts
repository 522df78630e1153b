import { exportData, exportFeeds, exportProgress } from '../../../shared/api/data-export.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { MovingOutService } from './service.ts';

export const movingOutRoutes = ({ movingOut }: { movingOut: MovingOutService }): Route[] => [
  route(exportData, ({ caller, query }) => movingOut.archive(caller, query.scope)),
  route(exportProgress, ({ caller, query }) => movingOut.progress(caller, query.scope)),
  route(exportFeeds, () => movingOut.feeds()),
];
