import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, pathText, uuid, wholeNumber } from '../schemas.ts';
import { importConnection } from './import-connection.ts';
import {
  importSources,
  importKinds,
  importStates,
  importSchema,
  importLineSchema,
} from './import-record.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Imports';
const access = ['system-admin'] as const;

/** Maximum size of an uploaded file, bytes. */
export const maxImportBytes = 4 * 1024 ** 3;

export const listImports = endpoint({
  id: 'listImports',
  method: 'GET',
  path: '/imports',
  access,
  tag,
  summary: 'Imports from other programs, the newest first',
  query: listQuery(['created_at'], 'created_at,desc'),
  list: importSchema,
});

export const createImport = endpoint({
  id: 'createImport',
  method: 'POST',
  path: '/imports',
  access,
  tag,
  summary: 'Reads the data of another program and creates a report; imports nothing yet',
  description:
    'Octavo copies the file and reads the copy, so the other program can keep running. A damaged, unknown or newer database fails with an explanation.',
  body: z.object({
    source: z.enum(importSources),
    path: pathText.describe('Absolute path of its database, or of the folder that holds it'),
  }),
  response: importSchema,
});

export const connectImport = endpoint({
  id: 'connectImport',
  method: 'POST',
  path: '/imports/connect',
  access,
  tag,
  summary: 'Reads another program through the API of its server',
  description:
    'The address can be in the local network; redirects are not followed. Key and password stay in memory until the server was read, and are never stored. Only the database has the progress of other people.',
  body: importConnection,
  response: importSchema,
});

export const uploadImport = endpoint({
  id: 'uploadImport',
  method: 'POST',
  path: '/imports/upload',
  access,
  tag,
  summary: 'Reads the data of another program from an uploaded file',
  query: z.object({
    source: z.enum(importSources).describe('The program that wrote it'),
    name: line(255).optional().describe('Name of the file, by which the import is recognised'),
  }),
  body: z
    .unknown()
    .meta({ type: 'string', format: 'binary', description: 'The bytes of the file' })
    .transform((bytes) => bytes as AsyncIterable<Uint8Array>) as unknown as z.ZodType<
    AsyncIterable<Uint8Array>,
    Blob
  >,
  bodyType: 'application/vnd.sqlite3',
  response: importSchema,
});

export const getImport = endpoint({
  id: 'getImport',
  method: 'GET',
  path: '/imports/{id}',
  access,
  tag,
  summary: 'An import with the counts of its report',
  params: byId,
  response: importSchema,
  errors: ['NotFound'],
});

export const deleteImport = endpoint({
  id: 'deleteImport',
  method: 'DELETE',
  path: '/imports/{id}',
  access,
  tag,
  summary: 'Deletes the report; the imported data stays and can no longer be undone',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const listImportLines = endpoint({
  id: 'listImportLines',
  method: 'GET',
  path: '/imports/{id}/lines',
  access,
  tag,
  summary: 'The report, line by line',
  params: byId,
  query: listQuery(['id', 'title'], 'id,asc', {
    kind: z.enum(importKinds).optional().describe('Only of this kind'),
    state: z.enum(importStates).optional().describe('Only in this state'),
    search: z.string().max(255).optional().describe('Part of the title or detail'),
  }),
  list: importLineSchema,
  errors: ['NotFound'],
});

export const updateImportLine = endpoint({
  id: 'updateImportLine',
  method: 'PUT',
  path: '/imports/{id}/lines/{line}',
  access,
  tag,
  summary: 'Changes how a line is matched',
  description:
    'A target is the id of a person, series or book here, or for a library the absolute path of the folder in which its books lie now. Null makes a person new, and leaves out the rest. The lines that depend on it are matched again.',
  params: z.object({ id: uuid, line: wholeNumber(1).describe('Id of the line') }),
  body: z
    .object({
      choice: z.enum(['import', 'skip']).nullable(),
      target: z.string().min(1).max(4096).nullable(),
    })
    .partial(),
  response: importLineSchema,
  errors: ['NotFound', 'Conflict'],
});

export const runImport = endpoint({
  id: 'runImport',
  method: 'POST',
  path: '/imports/{id}/run',
  access,
  tag,
  summary: 'Imports the lines of the report, as one step that can be undone',
  description: 'Importing again adds nothing twice.',
  params: byId,
  body: z.object({
    prefer: z
      .enum(['newer', 'source'])
      .default('newer')
      .describe('Which existing values are overwritten: those that are older, or all'),
  }),
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict'],
});

export const undoImport = endpoint({
  id: 'undoImport',
  method: 'POST',
  path: '/imports/{id}/undo',
  access,
  tag,
  summary: 'Undoes the import; later changes stay',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound', 'Conflict'],
});

export const inviteImported = endpoint({
  id: 'inviteImported',
  method: 'POST',
  path: '/imports/{id}/invitations',
  access,
  tag,
  summary: 'Creates links with which the people of an import choose their passwords',
  description:
    'For people whom it added and who have not signed in. Each request creates new links, valid for 30 days, and invalidates the previous ones.',
  params: byId,
  response: z.object({
    invitations: z.array(
      z.object({ username: z.string(), email: z.string().nullable(), link: z.string() }),
    ),
  }),
  errors: ['NotFound'],
});

export const importEndpoints = [
  listImports,
  createImport,
  connectImport,
  uploadImport,
  getImport,
  deleteImport,
  listImportLines,
  updateImportLine,
  runImport,
  undoImport,
  inviteImported,
];
