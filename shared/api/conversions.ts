import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, timestamp, uuid } from '../schemas.ts';
import { conversionPagesSchema } from './conversion-rule.ts';
import {
  filePlanAccess as access,
  filePlanBooks,
  filePlanFields,
  filePlansQuery,
  plannedFileCounts,
  plannedFilesQuery,
  plannedFileStates,
  startedFilePlanSchema,
  undoneFilesSchema,
} from './file-plans.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Conversions';

export const conversionStates = plannedFileStates('converting', 'converted');

const removedPagesSchema = z
  .enum(['behind_first', 'all'])
  .nullable()
  .describe(
    'Whether repeated pages that are marked as advertising are removed: behind_first leaves the first page of each book',
  );

export const conversionSchema = z
  .object({
    ...filePlanFields,
    pages: conversionPagesSchema.nullable().describe('Null: pages stay as they are'),
    removed_pages: removedPagesSchema,
    by_rule: z.boolean().describe('Whether the rule of the library made it, after a scan'),
    files: z
      .object({ ...plannedFileCounts, converted: z.int() })
      .describe('Number of files by state; files that are being converted count as pending'),
    from_size: z.int().describe('Bytes of the planned and converted files before'),
    to_size: z.int().describe('Bytes afterwards; estimated for planned files'),
  })
  .meta({ id: 'Conversion' });
export type Conversion = z.infer<typeof conversionSchema>;

export const conversionFileSchema = z
  .object({
    id: uuid,
    book_id: uuid,
    title: z.string(),
    state: z.enum(conversionStates),
    reason: z.string().nullable().describe('Why the file is not changed'),
    action: z
      .enum(['pack', 'rename'])
      .nullable()
      .describe('pack: a new archive is made; rename: the file gets the extension of its content'),
    from_path: z.string().describe('Relative to the library'),
    to_path: z.string().nullable(),
    from_size: z.int().nullable(),
    to_size: z.int().nullable().describe('Estimated until the file is converted'),
    page_count: z.int().nullable().describe('Pages before'),
    removed: z.array(z.int()).describe('Numbers of the pages that are removed'),
    converted_at: timestamp.nullable(),
  })
  .meta({ id: 'ConversionFile' });
export type ConversionFile = z.infer<typeof conversionFileSchema>;

export const planConversion = endpoint({
  id: 'planConversion',
  method: 'POST',
  path: '/libraries/{id}/conversions',
  access,
  tag,
  summary: 'Plans a conversion, without changing files',
  description:
    'RAR, 7z and TAR archives and folders of images become CBZ files; files with the extension of another format get their own. The library must allow it (`convert_files`).',
  params: byId,
  body: z.object({
    pages: conversionPagesSchema.nullable().default(null),
    removed_pages: removedPagesSchema.default(null),
    ...filePlanBooks,
  }),
  response: startedFilePlanSchema,
  errors: ['NotFound', 'Conflict'],
});

export const listConversions = endpoint({
  id: 'listConversions',
  method: 'GET',
  path: '/conversions',
  access,
  tag,
  summary: 'Plans with their results, the newest first',
  query: filePlansQuery,
  list: conversionSchema,
});

export const getConversion = endpoint({
  id: 'getConversion',
  method: 'GET',
  path: '/conversions/{id}',
  access,
  tag,
  summary: 'A plan, with the number of files by state',
  params: byId,
  response: conversionSchema,
  errors: ['NotFound'],
});

export const listConversionFiles = endpoint({
  id: 'listConversionFiles',
  method: 'GET',
  path: '/conversions/{id}/files',
  access,
  tag,
  summary: 'The planned or completed conversion of each file',
  params: byId,
  query: plannedFilesQuery(conversionStates),
  list: conversionFileSchema,
  errors: ['NotFound'],
});

export const applyConversion = endpoint({
  id: 'applyConversion',
  method: 'POST',
  path: '/conversions/{id}/apply',
  access,
  tag,
  summary: 'Converts the planned files',
  description:
    'Each archive is unpacked in full, and the new one is read back and compared by checksum, before it replaces the old file, which moves to the bin of its library. The book keeps its id and everything that belongs to it.',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict'],
});

export const undoConversion = endpoint({
  id: 'undoConversion',
  method: 'POST',
  path: '/conversions/{id}/undo',
  access,
  tag,
  summary: 'Restores the original files',
  description: 'Possible for 90 days. The converted file moves to the bin.',
  params: byId,
  body: undoneFilesSchema,
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteConversion = endpoint({
  id: 'deleteConversion',
  method: 'DELETE',
  path: '/conversions/{id}',
  access,
  tag,
  summary: 'Discards a plan of which no file was converted',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const conversionEndpoints = [
  planConversion,
  listConversions,
  getConversion,
  listConversionFiles,
  applyConversion,
  undoConversion,
  deleteConversion,
] as const;
