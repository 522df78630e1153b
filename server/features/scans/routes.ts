import { isAbsolute } from 'node:path';

import type { Scan } from '../../../shared/api/scan-record.ts';
import {
  cancelScan,
  getScanStatus,
  listActiveScans,
  pauseScan,
  resumeScan,
  startScan,
  streamScans,
} from '../../../shared/api/scans.ts';
import { type Caller, seesFolders } from '../../http/api/caller.ts';
import { route, streamRoute, type Route } from '../../http/api/route.ts';
import { redactPaths } from '../../lib/redact-paths.ts';
import type { ScansService } from './service.ts';

export const scansRoutes = ({ scans }: { scans: ScansService }): Route[] => [
  route(startScan, ({ params, query }) =>
    scans.start(params.id, query.mode, { confirmMissing: query.confirm_missing === true }),
  ),
  route(getScanStatus, ({ caller, params }) => shownTo(caller, scans.status(params.id))),
  route(cancelScan, ({ params }) => scans.cancel(params.id)),
  route(pauseScan, ({ params }) => scans.pause(params.id)),
  route(resumeScan, ({ params }) => scans.resume(params.id)),
  route(listActiveScans, ({ caller, query }) => {
    const { data, total } = scans.active(query);
    return { data: data.map((scan) => shownTo(caller, scan)), total };
  }),
  streamRoute(streamScans),
];

/** Without the folder of the library, which only callers who can change it may know. */
const shownTo = (caller: Caller, scan: Scan): Scan => {
  if (seesFolders(caller)) return scan;
  const errors = scan.errors.map(({ path, message }) =>
    isAbsolute(path)
      ? { path: '', message: redactPaths(message, { name: scan.library_name, path }) }
      : { path, message: redactPaths(message, undefined) },
  );
  return { ...scan, errors };
};
