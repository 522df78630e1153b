import type { Executor } from '../../jobs/jobs.ts';
import { AppError } from '../../../shared/errors.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import { backupFileName, type BackupFolder } from './folder.ts';

/** Runs backup tasks and deletes the oldest scheduled backups beyond `keep`. */
export const createBackupsHandlers = ({
  executor,
  folder,
  keep,
  clock,
}: {
  executor: Pick<Executor, 'run'>;
  folder: BackupFolder;
  /** Number of scheduled backups to keep. */
  keep: () => number;
  clock: () => Date;
}): Pick<TaskHandlers, 'backup_database'> => ({
  async backup_database({ payload: { reason }, signal, progress }) {
    const name = backupFileName(clock(), reason);
    progress(0, 1, name);
    const target = await pathIn(folder, name);
    await executor.run({ kind: 'backup', target }, { signal, onMessage: () => undefined });
    progress(1, 1, name);
    const scheduled = (await folder.list())
      .filter((backup) => backup.reason === 'scheduled')
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    // The new one stays, even if the clock was wrong and others look newer.
    const others = scheduled.filter((backup) => backup.name !== name);
    for (const { name: old } of others.slice(keep() - (scheduled.length - others.length))) {
      const path = await folder.find(old);
      if (path !== null) await folder.remove(path);
    }
  },
});

const pathIn = async (folder: BackupFolder, name: string): Promise<string> => {
  try {
    return await folder.pathOf(name);
  } catch (error) {
    if (error instanceof AppError) throw new TaskFailure(error.message, { cause: error });
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw new TaskFailure(
      `The backup folder, ${folder.where()}, cannot be written (${code}). Choose another in the settings.`,
    );
  }
};
