import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';

const tag = 'Metadata in files';

export const metadataWriteScopes = ['edited', 'all'] as const;
export const metadataWriteStates = [
  'pending',
  'planned',
  'skipped',
  'writing',
  'written',
  'failed',
  'undoing',
  'undone',
] as const;

const countSchema = z.int();

export const metadataWriteSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    scope: z.enum(metadataWriteScopes),
    user: z
      .object({ id: uuid, username: z.string() })
      .nullable()
      .describe('Null when the account was deleted'),
    files: z
      .object({
        pending: countSchema,
        planned: countSchema,
        skipped: countSchema,
        written: countSchema,
        failed: countSchema,
        undone: countSchema,
      })
      .describe('Number of files by state; files that are being written count as pending'),
    task_id: uuid.nullable().describe('The task that works on it now'),
    created_at: timestamp,
    undoable_until: timestamp,
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
      .describe('Why the file is left as it is, or what its format cannot hold'),
    changes: z.array(
      z.object({
        field: z.string(),
        before: z.unknown().describe('What stands in the file'),
        after: z.unknown(),
      }),
    ),
    written_at: timestamp.nullable(),
  })
  .meta({ id: 'MetadataWriteFile' });
export type MetadataWriteFile = z.infer<typeof metadataWriteFileSchema>;

const access = ['libraries-write', 'books-write'] as const;
const started = z.object({ task_id: uuid });
const maxRecords = 10_000;
const ids = z.array(uuid).max(maxRecords, `Name at most ${maxRecords} records`);

export const planMetadataWrite = endpoint({
  id: 'planMetadataWrite',
  method: 'POST',
  path: '/libraries/{id}/metadata-writes',
  access,
  tag,
  summary: 'Compares metadata with what the files say, and writes nothing',
  description:
    'A task of the type write_metadata makes the plan: a file for each book of which something would change. The library must allow it (`write_metadata`).',
  params: byId,
  body: z.object({
    scope: z
      .enum(metadataWriteScopes)
      .default('edited')
      .describe('edited: what people edited; all: everything that is known'),
    series_ids: ids.optional().describe('Only books of these; default: the whole library'),
    book_ids: ids.optional().describe('Only these'),
  }),
  response: z.object({ id: uuid, task_id: uuid }),
  errors: ['NotFound', 'Conflict'],
});

export const listMetadataWrites = endpoint({
  id: 'listMetadataWrites',
  method: 'GET',
  path: '/metadata-writes',
  access,
  tag,
  summary: 'Plans and what became of them, the newest first',
  query: listQuery(['created_at'], 'created_at,desc', {
    library_id: uuid.optional().describe('Only plans for this library'),
  }),
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
  summary: 'What changes in each file',
  params: byId,
  query: listQuery(['path'], 'path,asc', {
    state: z.enum(metadataWriteStates).optional().describe('Only files in this state'),
  }),
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
    'Each file is written anew beside the former one, read back in full, and put in its place by one rename. A file that has changed since the plan is left as it is. Books of other formats than CBZ and EPUB get a ComicInfo.xml or metadata.opf beside them.',
  params: byId,
  response: started,
  errors: ['NotFound', 'Conflict'],
});

export const undoMetadataWrite = endpoint({
  id: 'undoMetadataWrite',
  method: 'POST',
  path: '/metadata-writes/{id}/undo',
  access,
  tag,
  summary: 'Puts the former metadata back into the files',
  description: 'Possible for 90 days, for files of which nobody changed the metadata since.',
  params: byId,
  body: z.object({
    file_ids: ids.optional().describe('Only these; default: all that were written'),
  }),
  response: started,
  errors: ['NotFound', 'Conflict'],
});

export const deleteMetadataWrite = endpoint({
  id: 'deleteMetadataWrite',
  method: 'DELETE',
  path: '/metadata-writes/{id}',
  access,
  tag,
  summary: 'Discards a plan of which nothing was written',
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
