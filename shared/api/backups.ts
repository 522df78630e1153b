import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { listQuery, timestamp } from '../schemas.ts';
import { startedTaskSchema } from './task-record.ts';

const tag = 'Backups';
const access = ['system-admin'] as const;

/** Why a backup was written. */
export const backupReasons = ['manual', 'scheduled', 'before-restore', 'uploaded'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Valid backup file names: nothing else in their folder is listed, sent or deleted. */
export const backupName = z
  .string()
  .max(100)
  .regex(/^octavo-\d{8}-\d{6}-\d{3}-(manual|scheduled|before-restore|uploaded)\.db$/)
  .describe('For example `octavo-20260131-040000-000-scheduled.db`, the time in UTC');

/** Maximum size of an uploaded backup, bytes: a library of a million books needs less. */
export const maxBackupBytes = 8 * 1024 ** 3;

const mediaType = 'application/vnd.sqlite3';

export const backupSchema = z
  .object({
    name: backupName,
    reason: z.enum(backupReasons),
    file_size: z.int(),
    created_at: timestamp,
    schema_version: z.int().nullable().describe('Null where the file is no database'),
    problem: z.string().nullable().describe('Why it cannot be restored, as far as its head tells'),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

export const backupStateSchema = z
  .object({
    folder: z.string().describe('Where backups are written'),
    next_at: timestamp.nullable().describe('When the schedule writes the next; null without one'),
    pending_restore: backupName.nullable().describe('The backup that the next start restores'),
  })
  .meta({ id: 'BackupState' });
export type BackupState = z.infer<typeof backupStateSchema>;

const byName = z.object({ name: backupName });

export const listBackups = endpoint({
  id: 'listBackups',
  method: 'GET',
  path: '/backups',
  access,
  tag,
  summary: 'Lists backups of the database',
  query: listQuery(['created_at', 'file_size'], 'created_at,desc'),
  list: backupSchema,
});

export const createBackup = endpoint({
  id: 'createBackup',
  method: 'POST',
  path: '/backups',
  access,
  tag,
  summary: 'Copies the database and checks the copy',
  description:
    'A backup holds all that Octavo knows: libraries, metadata, progress, lists, people and settings. It does not hold the books, their thumbnails, covers that were uploaded, nor the secrets of the server.',
  response: startedTaskSchema,
});

export const getBackupState = endpoint({
  id: 'getBackupState',
  method: 'GET',
  path: '/backups/state',
  access,
  tag,
  summary: 'Where backups lie, when the next is due, and what the next start restores',
  response: backupStateSchema,
});

export const uploadBackup = endpoint({
  id: 'uploadBackup',
  method: 'POST',
  path: '/backups/upload',
  access,
  tag,
  summary: 'Adds a backup that was downloaded before; it is checked whole',
  body: z
    .unknown()
    .meta({ type: 'string', format: 'binary', description: 'The bytes of the file' })
    .transform((bytes) => bytes as AsyncIterable<Uint8Array>) as unknown as z.ZodType<
    AsyncIterable<Uint8Array>,
    Blob
  >,
  bodyType: mediaType,
  response: backupSchema,
});

export const cancelRestore = endpoint({
  id: 'cancelRestore',
  method: 'DELETE',
  path: '/backups/restore',
  access,
  tag,
  summary: 'Calls off a restore that waits for the next start',
  status: 204,
  errors: ['NotFound'],
});

export const getBackupFile = endpoint({
  id: 'getBackupFile',
  method: 'GET',
  path: '/backups/{name}/file',
  access,
  tag,
  summary: 'Downloads a backup, with ranges',
  description: 'It holds hashes of passwords and keys: keep it where nobody else reads it.',
  params: byName,
  produces: [mediaType],
  errors: ['NotFound', 'UnprocessableContent'],
});

export const deleteBackup = endpoint({
  id: 'deleteBackup',
  method: 'DELETE',
  path: '/backups/{name}',
  access,
  tag,
  summary: 'Removes a backup',
  params: byName,
  status: 204,
  errors: ['NotFound'],
});

export const restoreBackup = endpoint({
  id: 'restoreBackup',
  method: 'POST',
  path: '/backups/{name}/restore',
  access,
  tag,
  summary: 'Puts a backup in the place of the database',
  description:
    'The file is checked whole and brought to the present schema first. The database is exchanged between two runs of the server: at once where it can start itself anew, otherwise at its next start. The present state is kept as a backup of its own. Everyone signs in again afterwards, with the passwords of that time.',
  params: byName,
  response: z.object({
    restarting: z.boolean().describe('False: it happens at the next start of the server'),
  }),
  errors: ['NotFound', 'UnprocessableContent'],
});
