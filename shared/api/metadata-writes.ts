import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, timestamp, uuid } from '../schemas.ts';
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

const tag = 'Metadata in files';

export const metadataWriteScopes = ['edited', 'all'] as const;
export const metadataWriteStates = plannedFileStates('writing', 'written');

export const metadataWriteSchema = z
  .object({
    ...filePlanFields,
    scope: z.enum(metadataWriteScopes),
    files: z
      .object({ ...plannedFileCounts, written: z.int() })
      .describe('Number of files by state; files that are being written count as pending'),
  })
  .meta({ id: 'MetadataWrite' });
export type MetadataWrite = z.infer<typeof metadataWriteSchema>;

export const metadataWriteFileSchema = z
  .object({
    id: uuid,
    book_id: uuid,
    title: z.string(),
    path: z.string().describe('Relative to the library'),
    sidecar: z
      .string()
      .nullable()
      .describe(
        'The file beside the book that is written, for formats that hold no metadata; relative to the library',
      ),
    state: z.enum(metadataWriteStates),
    reason: z
      .string()
      .nullable()
      .describe('Why the file is not changed, or the fields that its format does not support'),
    changes: z.array(
      z.object({
        field: z.string(),
        before: z.unknown().describe('The value in the file'),
        after: z.unknown(),
      }),
    ),
    written_at: timestamp.nullable(),
  })
  .meta({ id: 'MetadataWriteFile' });
export type MetadataWriteFile = z.infer<typeof metadataWriteFileSchema>;

export const planMetadataWrite = endpoint({
  id: 'planMetadataWrite',
  method: 'POST',
  path: '/libraries/{id}/metadata-writes',
  access,
  tag,
  summary: 'Plans writing metadata into files, without changing them',
  description:
    'A task of the type write_metadata makes the plan: a file for each book of which something would change. The library must allow it (`write_metadata`).',
  params: byId,
  body: z.object({
    scope: z
      .enum(metadataWriteScopes)
      .default('edited')
      .describe('edited: fields that people edited; all: every known field'),
    ...filePlanBooks,
  }),
  response: startedFilePlanSchema,
  errors: ['NotFound', 'Conflict'],
});

export const listMetadataWrites = endpoint({
  id: 'listMetadataWrites',
  method: 'GET',
  path: '/metadata-writes',
  access,
  tag,
  summary: 'Plans with their results, the newest first',
  query: filePlansQuery,
  list: metadataWriteSchema,
});

export const getMetadataWrite = endpoint({
  id: 'getMetadataWrite',
  method: 'GET',
  path: '/metadata-writes/{id}',
  access,
  tag,
  summary: 'A plan, with the number of files by state',
  params: byId,
  response: metadataWriteSchema,
  errors: ['NotFound'],
});

export const listMetadataWriteFiles = endpoint({
  id: 'listMetadataWriteFiles',
  method: 'GET',
  path: '/metadata-writes/{id}/files',
  access,
  tag,
  summary: 'The changes of each file',
  params: byId,
  query: plannedFilesQuery(metadataWriteStates),
  list: metadataWriteFileSchema,
  errors: ['NotFound'],
});

export const applyMetadataWrite = endpoint({
  id: 'applyMetadataWrite',
  method: 'POST',
  path: '/metadata-writes/{id}/apply',
  access,
  tag,
  summary: 'Writes the planned changes into the files',
  description:
    'Each file is written beside the old one, read back in full, and then renamed over it. A file that has changed since the plan was made is skipped. Books of formats other than CBZ and EPUB get a ComicInfo.xml or metadata.opf beside them.',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict'],
});

export const undoMetadataWrite = endpoint({
  id: 'undoMetadataWrite',
  method: 'POST',
  path: '/metadata-writes/{id}/undo',
  access,
  tag,
  summary: 'Restores the previous metadata in the files',
  description: 'Possible for 90 days, for files whose metadata nobody has changed since.',
  params: byId,
  body: undoneFilesSchema,
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteMetadataWrite = endpoint({
  id: 'deleteMetadataWrite',
  method: 'DELETE',
  path: '/metadata-writes/{id}',
  access,
  tag,
  summary: 'Discards a plan of which no file was written',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const metadataWriteEndpoints = [
  planMetadataWrite,
  listMetadataWrites,
  getMetadataWrite,
  listMetadataWriteFiles,
  applyMetadataWrite,
  undoMetadataWrite,
  deleteMetadataWrite,
] as const;
