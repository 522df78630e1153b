import { fromCron } from '../settings/schedule.ts';

/**
 * The next run of a scan schedule in local time; null if never, or for a custom cron expression,
 * which only the server can evaluate.
 */
export const nextScan = (cron: string | null, now: Date): Date | null => {
  const schedule = fromCron(cron);
  if (schedule.kind === 'never' || schedule.kind === 'custom') return null;
  const next = new Date(now);
  if (schedule.kind === 'hourly') {
    next.setHours(now.getHours() + 1, 0, 0, 0);
    return next;
  }
  const [hour = 0, minute = 0] = schedule.time.split(':').map(Number);
  next.setHours(hour, minute, 0, 0);
  const isDue = () => next > now && (schedule.kind === 'daily' || next.getDay() === schedule.day);
  while (!isDue()) next.setDate(next.getDate() + 1);
  return next;
};

interface Scheduled {
  scanning_config: { enabled: boolean; cron_schedule: string | null };
}

/** The library with the next scheduled scan. */
export const nextScanOf = <Library extends Scheduled>(
  libraries: readonly Library[],
  now: Date,
): { library: Library; at: Date } | null =>
  libraries
    .flatMap((library) => {
      const { enabled, cron_schedule } = library.scanning_config;
      const time = enabled ? nextScan(cron_schedule, now) : null;
      return time === null ? [] : [{ library, at: time }];
    })
    .sort((left, right) => left.at.getTime() - right.at.getTime())[0] ?? null;
