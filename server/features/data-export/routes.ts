import { exportData, exportFeeds, exportProgress } from '../../../shared/api/data-export.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { DataExportService } from './service.ts';

export const dataExportRoutes = ({ dataExport }: { dataExport: DataExportService }): Route[] => [
  route(exportData, ({ caller, query }) => dataExport.archive(caller, query.scope)),
  route(exportProgress, ({ caller, query }) => dataExport.progress(caller, query.scope)),
  route(exportFeeds, () => dataExport.feeds()),
];
