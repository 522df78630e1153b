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
    problem: z.string().nullable().describe('Why it cannot be restored, judged by its header'),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

export const backupStateSchema = z
  .object({
    folder: z.string().describe('Where backups are written'),
    next_at: timestamp
      .nullable()
      .describe('Time of the next scheduled backup; null without a schedule'),
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
    'A backup contains the database and the uploaded covers: libraries, metadata, progress, lists, users and settings. It does not contain the books, thumbnails or the secrets of the server.',
  response: startedTaskSchema,
});

export const getBackupState = endpoint({
  id: 'getBackupState',
  method: 'GET',
  path: '/backups/state',
  access,
  tag,
  summary:
    'Folder of the backups, time of the next one, and the backup that the next start restores',
  response: backupStateSchema,
});

export const uploadBackup = endpoint({
  id: 'uploadBackup',
  method: 'POST',
  path: '/backups/upload',
  access,
  tag,
  summary: 'Uploads a backup and checks it in full',
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
  summary: 'Cancels a restore that waits for the next start',
  status: 204,
  errors: ['NotFound'],
});

export const getBackupFile = endpoint({
  id: 'getBackupFile',
  method: 'GET',
  path: '/backups/{name}/file',
  access,
  tag,
  summary: 'Downloads a backup; supports ranges',
  description: 'It contains hashes of passwords and keys: keep it where nobody else can read it.',
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
  summary: 'Restores the database from a backup',
  description:
    'The file is checked in full and migrated to the current schema first. The database is replaced between two runs of the server: at once if it can restart itself, otherwise at its next start. The current state is kept as another backup. Afterwards everyone signs in again, with the passwords of that time.',
  params: byName,
  response: z.object({
    restarting: z.boolean().describe('False: it happens at the next start of the server'),
  }),
  errors: ['NotFound', 'UnprocessableContent'],
});
