/** A schedule in the simple form; any other is a custom cron expression. */
export type Schedule =
  | { kind: 'never' }
  | { kind: 'hourly' }
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; day: number; time: string }
  | { kind: 'custom'; cron: string };

export const scheduleKinds = ['never', 'hourly', 'daily', 'weekly', 'custom'] as const;

/** Cron expression (five fields) of a schedule; null for never. `day` is 0 (Sunday) to 6. */
export const toCron = (schedule: Schedule): string | null => {
  switch (schedule.kind) {
    case 'never':
      return null;
    case 'hourly':
      return '0 * * * *';
    case 'daily':
      return `${clock(schedule.time)} * * *`;
    case 'weekly':
      return `${clock(schedule.time)} * * ${schedule.day}`;
    case 'custom':
      return schedule.cron.trim();
  }
};

/** Parses a cron expression; `custom` if no simple choice matches. */
export const fromCron = (cron: string | null): Schedule => {
  if (cron === null) return { kind: 'never' };
  if (cron === '0 * * * *') return { kind: 'hourly' };
  const [, minute, hour, day] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || Number(hour) > 23 || Number(minute) > 59) {
    return { kind: 'custom', cron };
  }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return day === '*' ? { kind: 'daily', time } : { kind: 'weekly', day: Number(day), time };
};

/** `0 *\/6 * * *` → 6: on the hour, by divisors of 24; null for any other expression. */
export const everyHours = (cron: string): number | null => {
  const [, hours] = /^0 \*\/(\d{1,2}) \* \* \*$/.exec(cron) ?? [];
  const count = Number(hours ?? 0);
  return count > 0 && 24 % count === 0 ? count : null;
};

/** `02:30` → `30 2`. */
const clock = (time: string): string => {
  const [hour = '0', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)}`;
};
