import {
  cancelDataMove,
  deletePreviousData,
  getDataDirectory,
  moveDataDirectory,
  restartForDataMove,
} from '../../../shared/api/data-directory.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { DataDirectoryService } from './service.ts';

export const dataDirectoryRoutes = ({
  dataDirectory,
}: {
  dataDirectory: DataDirectoryService;
}): Route[] => [
  route(getDataDirectory, () => dataDirectory.state()),
  route(moveDataDirectory, ({ body }) => dataDirectory.move(body.path)),
  route(cancelDataMove, () => dataDirectory.cancel()),
  route(restartForDataMove, () => dataDirectory.restart()),
  route(deletePreviousData, () => dataDirectory.removePrevious()),
];
