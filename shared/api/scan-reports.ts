import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { scanModes } from './scan-record.ts';

const tag = 'Scanning';

export const seriesKinds = [
  'series_renamed',
  'series_moved',
  'series_split',
  'series_merged',
] as const;
export const entryKinds = [
  ...seriesKinds,
  'added',
  'changed',
  'moved',
  'missing',
  'returned',
  'failed',
] as const;
export type EntryKind = (typeof entryKinds)[number];
export type SeriesKind = (typeof seriesKinds)[number];

const counts = z.object({
  added: z.int(),
  changed: z.int(),
  moved: z.int(),
  missing: z.int(),
  returned: z.int(),
  failed: z.int(),
  series_renamed: z.int(),
  series_moved: z.int(),
  series_split: z.int(),
  series_merged: z.int(),
});

const reportSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    library_name: z.string(),
    task_id: uuid.nullable(),
    mode: z.enum(scanModes),
    outcome: z
      .enum(['running', 'completed', 'failed', 'cancelled'])
      .describe('After a crash the status stays running'),
    error: z.string().nullable().describe('Why the scan failed, for people'),
    counts,
    listed: counts.describe('Stored entries: the first 10,000 of a scan'),
    started_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'ScanReport' });
export type ScanReport = z.infer<typeof reportSchema>;

const refusals = [
  'undone',
  'book_gone',
  'file_missing',
  'file_back',
  'unreadable',
  'nothing_kept',
  'changed_since',
  'moved_since',
  'place_taken',
  'other_library',
  'series_gone',
] as const;
export type Refusal = (typeof refusals)[number];

const seriesSchema = z.object({
  id: uuid,
  name: z.string(),
  path: z.string(),
  missing: z.boolean(),
});

const entrySchema = z
  .object({
    id: uuid,
    kind: z.enum(entryKinds),
    path: z.string().describe('Relative to the library'),
    previous_path: z.string().nullable(),
    message: z.string().nullable().describe('Why a file could not be read'),
    book: z
      .object({
        id: uuid,
        title: z.string(),
        series_id: uuid,
        series_name: z.string(),
        missing: z.boolean(),
      })
      .nullable(),
    series: seriesSchema
      .nullable()
      .describe('For series_…: the recognised series, which keeps its id'),
    other_series: seriesSchema
      .nullable()
      .describe('The other part of a series that was split, or the one that was merged into it'),
    changes: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
    undo: z
      .enum(['ignore', 'restore', 'separate', 'separate_series', 'exchange_series'])
      .nullable()
      .describe(
        'What undoing does: the file is ignored from now on, former values come back and are locked, a wrong match is separated, what is in the folder becomes a series of its own, or the other part of a split is the series. Null where nothing can be done',
      ),
    refusal: z.enum(refusals).nullable().describe('Why nothing can be done'),
    undone_at: timestamp.nullable(),
  })
  .meta({ id: 'ScanReportEntry' });
export type ScanReportEntry = z.infer<typeof entrySchema>;

export const listScanReports = endpoint({
  id: 'listScanReports',
  method: 'GET',
  path: '/scans/reports',
  access: ['libraries-write'],
  tag,
  summary: 'Lists scan reports',
  description: 'The last 50 of each library; only the latest of scans without changes.',
  query: listQuery(['started_at'], 'started_at,desc', {
    library_id: uuid.optional().describe('Only those of this library'),
    task_id: uuid.optional().describe('Only that of this task'),
  }),
  list: reportSchema,
});

export const getScanReport = endpoint({
  id: 'getScanReport',
  method: 'GET',
  path: '/scans/reports/{id}',
  access: ['libraries-write'],
  tag,
  summary: 'Summary of a scan report',
  params: byId,
  response: reportSchema,
  errors: ['NotFound'],
});

export const listScanReportEntries = endpoint({
  id: 'listScanReportEntries',
  method: 'GET',
  path: '/scans/reports/{id}/entries',
  access: ['libraries-write'],
  tag,
  summary: 'Entries of a scan report',
  params: byId,
  query: listQuery(['order'], 'order,asc', {
    kind: z.enum(entryKinds).optional().describe('Only entries of this kind'),
  }),
  list: entrySchema,
  errors: ['NotFound'],
});

const entryIds = z.object({ entry_ids: z.array(uuid).min(1).max(500) });
const undoResult = z.object({
  done: z.int(),
  refused: z.array(z.object({ entry_id: uuid, refusal: z.enum(refusals) })),
});

export const undoScanReportEntries = endpoint({
  id: 'undoScanReportEntries',
  method: 'POST',
  path: '/scans/reports/{id}/undo',
  access: ['libraries-write', 'books-write'],
  tag,
  summary: 'Undoes changes of a scan, as far as possible',
  description:
    'An added file is ignored by later scans, and its book goes to the trash. A changed book gets its former values back, locked against the next scan. A file that was taken for a book that had moved becomes a book of its own, and the old one keeps what was read of it. A series that was recognised in another folder leaves it to a new series and waits, with all that was decided about it, for its old one; a merged series gets its books back; of a split one the other part becomes the series. No file is touched.',
  params: byId,
  body: entryIds,
  response: undoResult,
  errors: ['NotFound'],
});

export const restoreIgnoredFiles = endpoint({
  id: 'restoreIgnoredFiles',
  method: 'POST',
  path: '/scans/reports/{id}/restore',
  access: ['libraries-write', 'books-write'],
  tag,
  summary: 'Brings back added files that were ignored, and recognises series again',
  params: byId,
  body: entryIds,
  response: z.object({ done: z.int() }),
  errors: ['NotFound'],
});

export const scanReportEndpoints = [
  listScanReports,
  getScanReport,
  listScanReportEntries,
  undoScanReportEntries,
  restoreIgnoredFiles,
] as const;
