import {
  getScanReport,
  listScanReportEntries,
  listScanReports,
  restoreIgnoredFiles,
  undoScanReportEntries,
} from '../../../shared/api/scan-reports.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { ScanReportsService } from './service.ts';

export const scanReportsRoutes = ({ reports }: { reports: ScanReportsService }): Route[] => [
  route(listScanReports, ({ query }) => reports.list(query)),
  route(getScanReport, ({ params }) => reports.get(params.id)),
  route(listScanReportEntries, ({ params, query }) => reports.entries(params.id, query)),
  route(undoScanReportEntries, ({ params, body }) => reports.undo(params.id, body.entry_ids)),
  route(restoreIgnoredFiles, ({ params, body }) => reports.restore(params.id, body.entry_ids)),
];
