import { hourMs } from '../../shared/durations.ts';

export interface QuietHours {
  /** Full hour at which they begin, 0 to 23. */
  from: number;
  /** Full hour at which they end; the same as `from` for the whole day. */
  until: number;
  /** Empty: that of this machine. */
  timeZone: string;
}

/** The full hours that are quiet, in order. */
export const quietHoursOf = ({ from, until }: Pick<QuietHours, 'from' | 'until'>): number[] =>
  Array.from({ length: (until - from + 24) % 24 || 24 }, (_, index) => (from + index) % 24);

/** When the quiet hours end that `now` belongs to, ms since the epoch; null outside of them. */
export const quietUntil = (now: Date, hours: QuietHours): number | null => {
  const zone = hours.timeZone === '' ? {} : { timeZone: hours.timeZone };
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', ...zone }).format(now),
  );
  const quiet = quietHoursOf(hours);
  const index = quiet.indexOf(hour);
  if (index === -1) return null;
  // Every time zone is ahead of UTC by a multiple of a quarter of an hour.
  const minute = Number(new Intl.DateTimeFormat('en', { minute: 'numeric', ...zone }).format(now));
  const begun = Math.floor(now.getTime() / 60_000) * 60_000 - minute * 60_000;
  return begun + (quiet.length - index) * hourMs;
};
