import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { scanEvents } from '../events.ts';
import { byId, flag, listQuery } from '../schemas.ts';
import { scanModes, scanSchema } from './scan-record.ts';

const tag = 'Scanning';

export const startScan = endpoint({
  id: 'startScan',
  method: 'POST',
  path: '/libraries/{id}/scan',
  access: ['libraries-write'],
  tag,
  summary: 'Starts a scan',
  description:
    'Mode normal reads new and changed files, deep rereads all files. Default: the mode of the library. If so many books are not found that a drive is probably disconnected, the scan fails and marks none as missing; confirm_missing marks them anyway.',
  params: byId,
  query: z.object({
    mode: z.enum(scanModes).optional().describe('Default: that of the library'),
    confirm_missing: flag.optional().describe('Marks books as missing even if many are not found'),
  }),
  response: scanSchema,
  errors: ['NotFound', 'Conflict'],
});

export const getScanStatus = endpoint({
  id: 'getScanStatus',
  method: 'GET',
  path: '/libraries/{id}/scan-status',
  access: ['libraries-read'],
  tag,
  summary: 'The running scan of a library, or its last one',
  params: byId,
  response: scanSchema,
  errors: ['NotFound'],
});

export const cancelScan = endpoint({
  id: 'cancelScan',
  method: 'POST',
  path: '/libraries/{id}/scan/cancel',
  access: ['libraries-write'],
  tag,
  summary: 'Cancels the running or pending scan of a library',
  params: byId,
  response: scanSchema,
  errors: ['NotFound', 'Conflict'],
});

export const pauseScan = endpoint({
  id: 'pauseScan',
  method: 'POST',
  path: '/libraries/{id}/scan/pause',
  access: ['libraries-write'],
  tag,
  summary: 'Pauses the running or pending scan of a library',
  description:
    'A running scan pauses before its next file and keeps its results and its place in the queue: waiting scans keep waiting. A pending scan lets others go first. Pausing twice changes nothing. A restart of the server resumes it.',
  params: byId,
  response: scanSchema,
  errors: ['NotFound', 'Conflict'],
});

export const resumeScan = endpoint({
  id: 'resumeScan',
  method: 'POST',
  path: '/libraries/{id}/scan/resume',
  access: ['libraries-write'],
  tag,
  summary: 'Resumes the paused scan of a library',
  description:
    'If the folder of the library is no longer there, the scan fails and marks no book as missing.',
  params: byId,
  response: scanSchema,
  errors: ['NotFound', 'Conflict'],
});

export const listActiveScans = endpoint({
  id: 'listActiveScans',
  method: 'GET',
  path: '/scans/active',
  access: ['libraries-read'],
  tag,
  summary: 'Lists pending and running scans',
  query: listQuery(['started_at', 'library_name'], 'started_at,asc'),
  list: scanSchema,
});

export const streamScans = endpoint({
  id: 'streamScans',
  method: 'GET',
  path: '/scans/stream',
  access: ['libraries-read'],
  tag,
  summary: 'Server-Sent Events of scan progress',
  stream: scanEvents,
});

/** In the order of the documentation. */
export const scanEndpoints = [
  startScan,
  getScanStatus,
  cancelScan,
  pauseScan,
  resumeScan,
  listActiveScans,
  streamScans,
] as const;
