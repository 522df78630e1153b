import { Cron } from 'croner';
import type { Logger } from 'pino';

import { quietHoursOf, type QuietHours } from '../../lib/quiet-hours.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { Settings } from '../settings/service.ts';

/** The quiet hours of the settings. */
export const quietHours = (settings: Pick<Settings, 'get'>): QuietHours => ({
  from: settings.get('library.quiet_from'),
  until: settings.get('library.quiet_until'),
  timeZone: settings.get('library.time_zone'),
});

/** Calls `work` at the beginning of each hour of the quiet hours. Returns the function that stops it. */
export const inEachQuietHour = (
  settings: Pick<Settings, 'get' | 'onChange'>,
  work: () => Promise<void>,
): (() => void) => {
  let job: Cron | null = null;
  const set = () => {
    job?.stop();
    const { timeZone, ...hours } = quietHours(settings);
    const zone = timeZone === '' ? {} : { timezone: timeZone };
    job = new Cron(`0 ${quietHoursOf(hours).join()} * * *`, { unref: true, ...zone }, work);
  };
  set();
  const endings = (['library.quiet_from', 'library.quiet_until', 'library.time_zone'] as const).map(
    (key) => settings.onChange(key, set),
  );
  return () => {
    for (const end of endings) end();
    job?.stop();
  };
};

/**
 * Searches for duplicates in each hour of the quiet hours as long as there are files to read in full. Returns
 * the function that stops it.
 */
export const scheduleQuietReads = ({
  settings,
  hasFilesToRead,
  queue,
  log,
}: {
  settings: Pick<Settings, 'get' | 'onChange'>;
  /** Runs outside of the main thread. */
  hasFilesToRead: () => Promise<boolean>;
  queue: Pick<TaskQueue, 'enqueue'>;
  log: Pick<Logger, 'error'>;
}): (() => void) => {
  const search = async () => {
    try {
      if (!settings.get('duplicates.find_after_scan') || !(await hasFilesToRead())) return;
      queue.enqueue({ task_type: 'find_duplicates', payload: { reads_files: 'in_quiet_hours' } });
    } catch (error) {
      log.error({ err: error }, 'search for duplicates not started');
    }
  };
  return inEachQuietHour(settings, search);
};
