import type { Executor } from '../../jobs/jobs.ts';
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
    const target = pathIn(folder, name);
    await executor.run({ kind: 'backup', target }, { signal, onMessage: () => undefined });
    progress(1, 1, name);
    const scheduled = folder
      .list()
      .filter((backup) => backup.reason === 'scheduled')
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    for (const { name: old } of scheduled.slice(keep())) {
      const path = folder.find(old);
      if (path !== null) folder.remove(path);
    }
  },
});

const pathIn = (folder: BackupFolder, name: string): string => {
  try {
    return folder.pathOf(name);
  } catch (error) {
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw new TaskFailure(
      `The backup folder, ${folder.where()}, cannot be written (${code}). Choose another in the settings.`,
    );
  }
};
