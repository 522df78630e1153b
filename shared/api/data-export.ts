import { z } from 'zod';

import { endpoint } from '../endpoint.ts';

const tag = 'Exports';

export const dataExportScopes = ['me', 'household'] as const;
export type DataExportScope = (typeof dataExportScopes)[number];

const access = ['libraries-read', 'series-read', 'books-read', 'progress-read'] as const;
const query = z.object({
  scope: z
    .enum(dataExportScopes)
    .default('me')
    .describe('me: what belongs to the caller; household: everything, which needs system-admin'),
});

export const exportData = endpoint({
  id: 'exportData',
  method: 'GET',
  path: '/data-export',
  access,
  tag,
  summary: 'Exports all data that people have entered as one ZIP archive',
  description:
    'Contains a JSON Lines file for each kind of record, the JSON schema of the records, uploaded covers, and tables for other programs; its README.txt explains them. Another Octavo can import it. Contains no passwords or tokens. Streamed.',
  query,
  produces: ['application/zip'],
  errors: ['Forbidden'],
});

/** Columns of the table of progress, in order; an import from CSV reads the same. */
export const progressColumns = [
  'path',
  'title',
  'series',
  'number',
  'person',
  'page',
  'pages',
  'percent',
  'completed',
  'started_at',
  'read_at',
  'completed_at',
  'rating',
  'review',
  'want_to_read',
] as const;

export const exportProgress = endpoint({
  id: 'exportProgress',
  method: 'GET',
  path: '/data-export/progress',
  access,
  tag,
  summary: 'Progress, ratings and Want to read of books as a CSV table',
  description: `Columns: ${progressColumns.join(', ')}. Ratings are in half stars.`,
  query,
  produces: ['text/csv'],
  errors: ['Forbidden'],
});

export const exportFeeds = endpoint({
  id: 'exportFeeds',
  method: 'GET',
  path: '/data-export/feeds',
  access: ['plugins-manage'],
  tag,
  summary: 'The feeds of the release sources as OPML',
  produces: ['text/x-opml'],
});

/** In the order of the documentation. */
export const dataExportEndpoints = [exportData, exportProgress, exportFeeds] as const;
