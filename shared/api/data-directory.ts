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
    next_path: z.string().nullable().describe('Where the next start moves it; all is copied'),
    previous_path: z.string().nullable().describe('The copy where it lay before, still there'),
    problem: z.string().nullable().describe('Why the last move did not happen, a sentence'),
  })
  .meta({ id: 'DataDirectory' });
export type DataDirectory = z.infer<typeof dataDirectorySchema>;

export const getDataDirectory = endpoint({
  id: 'getDataDirectory',
  method: 'GET',
  path: '/system/data-directory',
  access,
  tag,
  summary: 'Where the data of the server lies, and what is known of a move',
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
    'The folder must be new or empty, on a local drive with enough room, and no part of a library. The server goes on meanwhile; the next start copies what changed since, checks the copy and uses it. The old folder is kept until it is removed by its own request.',
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
  summary: 'Calls off a move, whether it is being copied or waits for the next start',
  status: 204,
});

export const restartForDataMove = endpoint({
  id: 'restartForDataMove',
  method: 'POST',
  path: '/system/data-directory/restart',
  access,
  tag,
  summary: 'Starts the server anew, so that a move which waits for that is made',
  response: z.object({
    restarting: z
      .boolean()
      .describe('False where no move waits, or where only a person can start the server anew'),
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

export const dataDirectoryEndpoints = [
  getDataDirectory,
  moveDataDirectory,
  cancelDataMove,
  restartForDataMove,
  deletePreviousData,
];
