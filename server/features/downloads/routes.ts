import { getReadListFile, getSeriesFile } from '../../../shared/api/downloads.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { DownloadsService } from './service.ts';

export const downloadsRoutes = ({ downloads }: { downloads: DownloadsService }): Route[] => [
  route(getSeriesFile, ({ caller, params }) => downloads.series(caller, params.id)),
  route(getReadListFile, ({ caller, params }) => downloads.readList(caller, params.id)),
];
