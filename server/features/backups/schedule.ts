import { Cron } from 'croner';
import type { Logger } from 'pino';

import { cronMode } from '../../lib/cron.ts';
import type { Settings } from '../settings/service.ts';
import type { BackupFolder } from './folder.ts';

export interface BackupSchedule {
  /** Starts the timer; runs a backup at once if one was missed while the server was off. */
  start(): void;
  nextAt(): Date | null;
  stop(): void;
}

/** Schedules backups according to the settings. */
export const createBackupSchedule = ({
  settings,
  folder,
  inUseSince,
  write,
  log,
}: {
  settings: Pick<Settings, 'get' | 'onChange'>;
  folder: BackupFolder;
  /** Creation time of the first user; null without users. */
  inUseSince: () => string | null;
  write: () => unknown;
  log: Pick<Logger, 'info' | 'error'>;
}): BackupSchedule => {
  let job: Cron | null = null;
  let isStopped = false;
  const endings: (() => unknown)[] = [];
  const run = (cause: string) => {
    try {
      write();
      log.info({ cause }, 'backup scheduled');
    } catch (error) {
      log.error({ err: error, cause }, 'scheduled backup not started');
    }
  };
  const set = () => {
    job?.stop();
    job = null;
    const schedule = settings.get('backups.schedule');
    if (schedule === '') return;
    const zone = settings.get('library.time_zone');
    const options = { mode: cronMode, unref: true, ...(zone === '' ? {} : { timezone: zone }) };
    job = new Cron(schedule, options, () => run('schedule'));
  };
  const isOverdue = async (): Promise<boolean> => {
    const due = job?.previousRuns(1)[0]?.toISOString();
    const since = inUseSince();
    if (due === undefined || since === null || since > due) return false;
    // Without those of a clock that was ahead.
    const now = new Date().toISOString();
    const made = (await folder.list()).map(({ created_at }) => created_at);
    return !made.some((time) => time >= due && time <= now);
  };
  return {
    start() {
      set();
      isOverdue().then(
        (overdue) => overdue && !isStopped && run('missed schedule'),
        (error: unknown) => log.error({ err: error }, 'backup folder not read'),
      );
      endings.push(
        settings.onChange('backups.schedule', set),
        settings.onChange('library.time_zone', set),
      );
    },
    nextAt: () => job?.nextRun() ?? null,
    stop() {
      isStopped = true;
      for (const end of endings) end();
      job?.stop();
    },
  };
};
