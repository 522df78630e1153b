import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, pathText, timestamp, uuid } from '../schemas.ts';
import { fileBinEndpoints } from './file-bin.ts';
import { fileDeletionEndpoints } from './file-deletions.ts';
import { intakeEndpoints, intakeMethods, intakeStatuses } from './intake.ts';

const tag = 'Adding new files';
const access = ['system-admin'] as const;

const folderFields = z.object({
  library_id: uuid.describe('The library to which the files are added'),
  method: z.enum(intakeMethods).describe('move: the file in the folder is deleted after the copy'),
  is_watched: z.boolean().describe('Whether new books of known series are added automatically'),
  quiet_minutes: z
    .int()
    .min(1)
    .max(1440)
    .describe('How long a watched file must be unchanged before it is added'),
});

export const intakeFolderSchema = folderFields
  .extend({
    id: uuid,
    path: z.string(),
    library_name: z.string(),
    last_intake: z
      .object({ id: uuid, status: z.enum(intakeStatuses), created_at: timestamp })
      .nullable()
      .describe('When it was last looked through'),
    created_at: timestamp,
  })
  .meta({ id: 'IntakeFolder' });
export type IntakeFolder = z.infer<typeof intakeFolderSchema>;

export const listIntakeFolders = endpoint({
  id: 'listIntakeFolders',
  method: 'GET',
  path: '/intake/folders',
  access,
  tag,
  summary: 'Folders in which new files arrive',
  query: listQuery(['path', 'created_at'], 'path,asc'),
  list: intakeFolderSchema,
});

export const createIntakeFolder = endpoint({
  id: 'createIntakeFolder',
  method: 'POST',
  path: '/intake/folders',
  access,
  tag,
  summary: 'Adds a folder, which must be outside of all libraries',
  body: folderFields.extend({
    path: pathText.describe('Absolute path of a folder on the server'),
    method: folderFields.shape.method.default('copy'),
    is_watched: folderFields.shape.is_watched.default(false),
    quiet_minutes: folderFields.shape.quiet_minutes.default(5),
  }),
  response: intakeFolderSchema,
  errors: ['NotFound', 'Conflict'],
});
export type NewIntakeFolder = z.output<(typeof createIntakeFolder)['body']>;

export const updateIntakeFolder = endpoint({
  id: 'updateIntakeFolder',
  method: 'PUT',
  path: '/intake/folders/{id}',
  access,
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: folderFields.partial(),
  response: intakeFolderSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteIntakeFolder = endpoint({
  id: 'deleteIntakeFolder',
  method: 'DELETE',
  path: '/intake/folders/{id}',
  access,
  tag,
  summary: 'Removes a folder from the list, never a file; its reports stay',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const lookThroughFolder = endpoint({
  id: 'lookThroughFolder',
  method: 'POST',
  path: '/intake/folders/{id}/look',
  access,
  tag,
  summary: 'Looks through a folder and creates a report; adds nothing yet',
  description:
    'Each file is opened, matched to a series of the library, and compared with the book of its number.',
  params: byId,
  response: z.object({ id: uuid, task_id: uuid }),
  errors: ['NotFound', 'Conflict'],
});

/** With those of reports, of deleting files, and of the bin. */
export const takingInEndpoints = [
  listIntakeFolders,
  createIntakeFolder,
  updateIntakeFolder,
  deleteIntakeFolder,
  lookThroughFolder,
  ...intakeEndpoints,
  ...fileDeletionEndpoints,
  ...fileBinEndpoints,
] as const;
