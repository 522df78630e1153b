import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  defaultPattern,
  maxPatternLength,
  parsePattern,
  patternNames,
} from '../file-name-pattern.ts';
import { byId, line, listQuery, pathText, timestamp, uuid } from '../schemas.ts';
import { conversionRuleSchema } from './conversion-rule.ts';
import { scanModes } from './scan-record.ts';
import { scanRulesChanges, scanRulesSchema } from './scan-rules.ts';

export const seriesStrategies = ['folder', 'flat', 'publisher', 'nested'] as const;
export type SeriesStrategy = (typeof seriesStrategies)[number];

export const readingDirections = ['ltr', 'rtl', 'vertical', 'webtoon'] as const;
export type ReadingDirection = (typeof readingDirections)[number];

export const scanningConfigSchema = z.object({
  enabled: z.boolean(),
  cron_schedule: z.string().max(255).nullable(),
  default_mode: z.enum(scanModes),
  scan_on_start: z.boolean(),
});
export type ScanningConfig = z.infer<typeof scanningConfigSchema>;

export const librarySchema = z
  .object({
    id: uuid,
    name: z.string(),
    path: z
      .string()
      .describe('Absolute path of its folder; empty for a caller without `libraries-write`'),
    scanning_config: scanningConfigSchema,
    series_strategy: z.enum(seriesStrategies),
    reading_direction: z.enum(readingDirections),
    excluded_patterns: z.array(z.string()),
    scan_rules: scanRulesSchema,
    watch: z.boolean(),
    write_metadata: z.boolean().describe('Whether metadata can be written into the files'),
    file_name_pattern: z.string().describe('How files that are added are named; empty: default'),
    convert_files: z.boolean().describe('Whether files can be converted'),
    conversion_rule: conversionRuleSchema
      .nullable()
      .describe('How files that scans add are converted; null: not at all'),
    check_files: z.boolean().describe('Whether files are checked in full in the quiet hours'),
    available: z.boolean().describe('False while the path cannot be read'),
    series_count: z.int(),
    book_count: z.int(),
    file_size: z.int().describe('Bytes'),
    default_view: z
      .enum(['series', 'books'])
      .describe('Suggested listing of its contents: books for a library of mostly EPUBs'),
    last_scanned_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Library' });
export type Library = z.infer<typeof librarySchema>;

const fileNamePattern = z
  .string()
  .trim()
  .max(maxPatternLength)
  .refine((text) => text === '' || parsePattern(text) !== null, {
    error: `Use the placeholders ${patternNames.map((name) => `{${name}}`).join(', ')}`,
  })
  .describe(`How files that are added are named. Default: ${defaultPattern}`);

const libraryFields = z.object({
  name: line(255),
  path: pathText.describe('Absolute path of a directory on the server'),
  scanning_config: scanningConfigSchema.partial(),
  series_strategy: z.enum(seriesStrategies),
  reading_direction: z.enum(readingDirections),
  excluded_patterns: z
    .array(z.string().min(1).max(255))
    .max(100)
    .describe('Glob patterns relative to the library, for example **/Extras/**'),
  scan_rules: scanRulesChanges,
  watch: z.boolean(),
  write_metadata: z
    .boolean()
    .describe('Whether metadata can be written into the files; off by default'),
  file_name_pattern: fileNamePattern,
  convert_files: z.boolean().describe('Whether files can be converted; off by default'),
  conversion_rule: conversionRuleSchema
    .nullable()
    .describe('How files that scans add from now on are converted, if files can be; null: not'),
  check_files: z
    .boolean()
    .describe(
      'Whether every file is read in full once a quarter, in the quiet hours; on by default',
    ),
});

export const createLibraryBody = libraryFields
  .partial()
  .required({ name: true, path: true })
  .extend({
    scan_immediately: z.boolean().default(false).describe('Whether to scan it at once'),
  });
export const updateLibraryBody = libraryFields.partial();
export type CreateLibrary = z.output<typeof createLibraryBody>;
export type UpdateLibrary = z.output<typeof updateLibraryBody>;

const tag = 'Libraries';

export const listLibraries = endpoint({
  id: 'listLibraries',
  method: 'GET',
  path: '/libraries',
  access: ['libraries-read'],
  tag,
  summary: 'Lists libraries',
  query: listQuery(['name', 'created_at', 'book_count', 'last_scanned_at'], 'name,asc'),
  list: librarySchema,
});

export const createLibrary = endpoint({
  id: 'createLibrary',
  method: 'POST',
  path: '/libraries',
  access: ['libraries-write'],
  tag,
  summary: 'Creates a library',
  body: createLibraryBody,
  response: librarySchema,
  status: 201,
  errors: ['Conflict'],
});

export const getLibrary = endpoint({
  id: 'getLibrary',
  method: 'GET',
  path: '/libraries/{id}',
  access: ['libraries-read'],
  tag,
  summary: 'Library details',
  params: byId,
  response: librarySchema,
  errors: ['NotFound'],
});

export const updateLibrary = endpoint({
  id: 'updateLibrary',
  method: 'PUT',
  path: '/libraries/{id}',
  access: ['libraries-write'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: updateLibraryBody,
  response: librarySchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteLibrary = endpoint({
  id: 'deleteLibrary',
  method: 'DELETE',
  path: '/libraries/{id}',
  access: ['libraries-delete'],
  tag,
  summary: 'Removes a library from Octavo; deletes no file',
  description:
    'A large library takes minutes: the task shows its progress, and the response is sent when it has ended.',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const getLibraryThumbnail = endpoint({
  id: 'getLibraryThumbnail',
  method: 'GET',
  path: '/libraries/{id}/thumbnail',
  access: ['libraries-read'],
  tag,
  summary: 'Library cover image, at most 400 px wide',
  params: byId,
  produces: ['image/webp', 'image/jpeg'],
  errors: ['NotFound'],
});
