import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { pathText, uuid } from '../schemas.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Data directory';
const access = ['system-admin'] as const;

export const dataDirectorySchema = z
  .object({
    path: z.string().describe('Where the database, covers and backups lie'),
    size_bytes: z.int(),
    free_bytes: z.int().nullable().describe('On its drive'),
    can_move: z.boolean(),
    task_id: uuid.nullable().describe('The task that copies it to another folder'),
    next_path: z
      .string()
      .nullable()
      .describe('Where the next start moves it; everything is copied'),
    previous_path: z.string().nullable().describe('The old copy, if it still exists'),
    problem: z.string().nullable().describe('Why the last move failed'),
  })
  .meta({ id: 'DataDirectory' });
export type DataDirectory = z.infer<typeof dataDirectorySchema>;

export const getDataDirectory = endpoint({
  id: 'getDataDirectory',
  method: 'GET',
  path: '/system/data-directory',
  access,
  tag,
  summary: 'Folder of the server’s data, and the state of a move',
  response: dataDirectorySchema,
});

export const moveDataDirectory = endpoint({
  id: 'moveDataDirectory',
  method: 'POST',
  path: '/system/data-directory/move',
  access,
  tag,
  summary: 'Copies the data to another folder, which the next start uses',
  description:
    'The folder must be new or empty, on a local drive with enough space, and outside of libraries. The server keeps running; the next start copies later changes, checks the copy and uses it. The old folder stays until a separate request removes it.',
  body: z.object({
    path: pathText.describe('Absolute path of the new folder'),
  }),
  response: startedTaskSchema,
  errors: ['Conflict'],
});

export const cancelDataMove = endpoint({
  id: 'cancelDataMove',
  method: 'DELETE',
  path: '/system/data-directory/move',
  access,
  tag,
  summary: 'Cancels a move that is being copied or waits for the next start',
  status: 204,
});

export const restartForDataMove = endpoint({
  id: 'restartForDataMove',
  method: 'POST',
  path: '/system/data-directory/restart',
  access,
  tag,
  summary: 'Restarts the server to complete a pending move',
  response: z.object({
    restarting: z
      .boolean()
      .describe('False if no move is pending, or if the server must be restarted manually'),
  }),
});

export const deletePreviousData = endpoint({
  id: 'deletePreviousData',
  method: 'DELETE',
  path: '/system/data-directory/previous',
  access,
  tag,
  summary: 'Removes the copy that a move left behind',
  status: 204,
  errors: ['Conflict'],
});
