import { validateCron } from '../../lib/cron.ts';

/** A name such as `Europe/Berlin`; empty means that of the system. */
export const isTimeZone = (name: string): boolean => {
  try {
    Intl.DateTimeFormat('en', { timeZone: name || 'UTC' }).format();
    return true;
  } catch {
    return false;
  }
};

/** A cron expression; empty means never. */
export const isSchedule = (schedule: string): boolean =>
  schedule === '' || validateCron(schedule) === null;
