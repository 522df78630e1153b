import {
  cancelScan,
  getScanStatus,
  listActiveScans,
  pauseScan,
  resumeScan,
  startScan,
  streamScans,
} from '../../../shared/api/scans.ts';
import { route, streamRoute, type Route } from '../../http/api/route.ts';
import type { ScansService } from './service.ts';

export const scansRoutes = ({ scans }: { scans: ScansService }): Route[] => [
  route(startScan, ({ params, query }) =>
    scans.start(params.id, query.mode, { confirmMissing: query.confirm_missing === true }),
  ),
  route(getScanStatus, ({ params }) => scans.status(params.id)),
  route(cancelScan, ({ params }) => scans.cancel(params.id)),
  route(pauseScan, ({ params }) => scans.pause(params.id)),
  route(resumeScan, ({ params }) => scans.resume(params.id)),
  route(listActiveScans, ({ query }) => scans.active(query)),
  streamRoute(streamScans),
];
