import { z } from 'zod';

import { listQuery, timestamp, uuid } from '../schemas.ts';

/** The common parts of plans to change files: each is previewed, applied and undone file by file. */

export const filePlanAccess = ['libraries-write', 'books-write'] as const;

/** The states of a file: `working` and `done` name the change that is made to it. */
export const plannedFileStates = <const Working extends string, const Done extends string>(
  working: Working,
  done: Done,
) => ['pending', 'planned', 'skipped', working, done, 'failed', 'undoing', 'undone'] as const;

/** Number of files by state, but for those that are done. */
export const plannedFileCounts = {
  pending: z.int(),
  planned: z.int(),
  skipped: z.int(),
  failed: z.int(),
  undone: z.int(),
};

export const filePlanFields = {
  id: uuid,
  library_id: uuid,
  user: z
    .object({ id: uuid, username: z.string() })
    .nullable()
    .describe('Null if the account was deleted'),
  task_id: uuid.nullable().describe('The task that is working on it'),
  created_at: timestamp,
  undoable_until: timestamp,
};

const maxRecords = 10_000;
const ids = z.array(uuid).max(maxRecords, `Name at most ${maxRecords} records`);

/** The books of a new plan. */
export const filePlanBooks = {
  series_ids: ids.optional().describe('Only books of these; default: the whole library'),
  book_ids: ids.optional().describe('Only these'),
};

export const startedFilePlanSchema = z.object({ id: uuid, task_id: uuid });

export const filePlansQuery = listQuery(['created_at'], 'created_at,desc', {
  library_id: uuid.optional().describe('Only plans for this library'),
});

export const plannedFilesQuery = <const State extends string>(states: readonly State[]) =>
  listQuery(['path'], 'path,asc', {
    state: z.enum(states).optional().describe('Only files in this state'),
  });

export const undoneFilesSchema = z.object({
  file_ids: ids.optional().describe('Only these; default: all that were changed'),
});
