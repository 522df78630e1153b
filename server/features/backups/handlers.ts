import type { Executor } from '../../scanner/jobs.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/kinds.ts';
import { backupFileName, type BackupFolder } from './folder.ts';

/** Writes backups, and removes the oldest scheduled ones beyond those that are kept. */
export const createBackupsHandlers = ({
  executor,
  folder,
  keep,
  clock,
}: {
  executor: Pick<Executor, 'run'>;
  folder: BackupFolder;
  /** How many scheduled backups are kept. */
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
      `The folder of the backups, ${folder.where()}, cannot be written (${code}). Choose another in the settings.`,
    );
  }
};
