import { checkBackup, writeBackup } from '../database/backup.ts';
import { DatabaseError } from '../database/types.ts';
import { stageRestore } from '../database/restore.ts';
import type { JobContext } from './job-context.ts';
import {
  JobError,
  type BackupJob,
  type CheckBackupJob,
  type JobResults,
  type StageRestoreJob,
} from './jobs.ts';

/** Writes, validates and stages backups; each step blocks the current thread. */
export const backupJob = (
  job: BackupJob | CheckBackupJob | StageRestoreJob,
  { database }: JobContext,
): JobResults['backup'] => {
  try {
    if (job.kind === 'backup') writeBackup(database, job.target);
    else if (job.kind === 'check_backup') checkBackup(job.file);
    else stageRestore(job.file, job.name, job.dataDir);
    return {};
  } catch (error) {
    if (error instanceof DatabaseError) throw new JobError(error.message, { cause: error });
    throw error;
  }
};
