import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { flag, listQuery, timestamp, uuid } from '../schemas.ts';

const tag = 'Health';

/** Kinds of findings, the most severe first. */
export const healthKinds = [
  'broken',
  'failed_check',
  'missing',
  'wrong_extension',
  'flawed',
  'no_pages',
  'gap',
  'low_resolution',
  'no_cover',
  'no_metadata',
] as const;
export type HealthKind = (typeof healthKinds)[number];

/** Kinds that mean faulty files; the others are hints. */
export const problemKinds: readonly HealthKind[] = [
  'broken',
  'failed_check',
  'missing',
  'wrong_extension',
  'flawed',
  'no_pages',
];

/** Problems, and hints at what could be better. */
export const healthSeverities = ['problem', 'hint'] as const;
export type HealthSeverity = (typeof healthSeverities)[number];

const kind = z
  .enum(healthKinds)
  .describe(
    'broken: the file cannot be read; failed_check: its content is not what it was; missing: it is not there; wrong_extension; flawed: it can be read in part; no_pages; gap: numbers are missing in a series; low_resolution: no page is 700 pixels wide; no_cover: none was found in the book; no_metadata: a series without description, publisher, authors and genres',
  );

export const healthIssueSchema = z
  .object({
    kind,
    entity: z.enum(['book', 'series']),
    id: uuid.describe('Of the book or series'),
    title: z.string(),
    series_id: uuid,
    series_name: z.string(),
    library_id: uuid,
    library_name: z.string(),
    path: z.string().describe('Relative to the library'),
    detail: z
      .string()
      .nullable()
      .describe('A sentence of the scanner; for gaps the numbers, for resolution the pixels'),
    good_at: timestamp
      .nullable()
      .describe('Of a failed check: when the file was last found as it should be'),
    ignored: z.boolean(),
  })
  .meta({ id: 'HealthIssue' });
export type HealthIssue = z.infer<typeof healthIssueSchema>;

const kindCounts = z.object({ open: z.int(), ignored: z.int() });

export const healthCountsSchema = z
  .object({
    kinds: z.object(
      Object.fromEntries(healthKinds.map((name) => [name, kindCounts])) as Record<
        HealthKind,
        typeof kindCounts
      >,
    ),
    duplicates: z.int().describe('Groups of duplicates that nobody dismissed'),
    problems: z.int().describe('Open findings about files, without hints'),
    checked_at: timestamp.nullable().describe('Time of the last scan of any library'),
  })
  .meta({ id: 'HealthCounts' });
export type HealthCounts = z.infer<typeof healthCountsSchema>;

export const getHealthCounts = endpoint({
  id: 'getHealthCounts',
  method: 'GET',
  path: '/health-issues/counts',
  access: ['books-read'],
  tag,
  summary: 'How many findings there are of each kind',
  response: healthCountsSchema,
});

export const listHealthIssues = endpoint({
  id: 'listHealthIssues',
  method: 'GET',
  path: '/health-issues',
  access: ['libraries-write'],
  tag,
  summary: 'Lists what is wrong with files and series',
  description: 'As stored by scans and analyses; nothing is read from the disk.',
  query: listQuery(['severity', 'title'], 'severity,asc', {
    kind: kind.optional(),
    severity: z
      .enum(healthSeverities)
      .optional()
      .describe('problem: faulty files; hint: gap, low_resolution, no_cover and no_metadata'),
    library_id: uuid.optional().describe('Only findings of this library'),
    ignored: flag.optional().describe('true: those that are ignored; otherwise those that are not'),
  }),
  list: healthIssueSchema,
});

export const ignoreHealthIssues = endpoint({
  id: 'ignoreHealthIssues',
  method: 'POST',
  path: '/health-issues/ignore',
  access: ['libraries-write'],
  tag,
  summary: 'Ignores findings until their file or series changes, or stops ignoring them',
  description: 'Unknown and resolved findings are ignored.',
  body: z.object({
    issues: z
      .array(z.object({ kind, id: uuid }))
      .min(1)
      .max(500),
    ignored: z.boolean(),
  }),
  response: z.object({ changed: z.int() }),
});

export const retryHealthIssues = endpoint({
  id: 'retryHealthIssues',
  method: 'POST',
  path: '/health-issues/retry',
  access: ['books-write'],
  tag,
  summary: 'Reads the files of books again',
  description: 'Starts a task for each; unknown books are ignored.',
  body: z.object({ book_ids: z.array(uuid).min(1).max(500) }),
  response: z.object({ started: z.int() }),
});

export const unsupportedFileSchema = z
  .object({
    library_id: uuid,
    library_name: z.string(),
    path: z.string().describe('Relative to the library'),
    message: z.string().describe('Why Octavo does not read it, and what to do'),
  })
  .meta({ id: 'UnsupportedFile' });
export type UnsupportedFile = z.infer<typeof unsupportedFileSchema>;

export const listUnsupportedFiles = endpoint({
  id: 'listUnsupportedFiles',
  method: 'GET',
  path: '/health-issues/unsupported-files',
  access: ['libraries-write'],
  tag,
  summary: 'Lists files that look like books, but have a format that Octavo does not read',
  description:
    'As found by the last scan of each library, at most 10,000 of each. A file is not listed if the same book stands beside it in another format.',
  query: listQuery(['path'], 'path,asc', {
    library_id: uuid.optional().describe('Only files of this library'),
  }),
  list: unsupportedFileSchema,
});

export const healthEndpoints = [
  getHealthCounts,
  listHealthIssues,
  ignoreHealthIssues,
  retryHealthIssues,
  listUnsupportedFiles,
] as const;
