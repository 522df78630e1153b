import { Cron } from 'croner';

import type { NotificationFrequency } from '../../../shared/api/notifications.ts';

/** Minimum interval between two messages to one destination, ms. */
const intervalMs = 10_000;

const digests = { daily: '0 8 * * *', weekly: '0 8 * * 1' } as const;

/**
 * When an event is sent: at the next digest, or at once, but no sooner than 10 seconds after the last
 * message, which can have a date in the future if the clock was ahead. `timeZone` is empty for that of this machine.
 */
export const dueAt = (
  {
    frequency,
    last_attempt_at,
  }: { frequency: NotificationFrequency; last_attempt_at: string | null },
  now: Date,
  timeZone: string,
): string => {
  if (frequency !== 'immediate') {
    const zone = timeZone === '' ? {} : { timezone: timeZone };
    const next = new Cron(digests[frequency], { paused: true, ...zone }).nextRun(now);
    return (next ?? now).toISOString();
  }
  const last = last_attempt_at === null ? 0 : Date.parse(last_attempt_at);
  return new Date(
    Math.max(now.getTime(), Math.min(last, now.getTime()) + intervalMs),
  ).toISOString();
};

/** Delays after the first and further failures, minutes: 11 hours in all. */
const retryMinutes = [1, 5, 15, 60, 120, 180, 300];

export const maxSendAttempts = retryMinutes.length + 1;

/** When a destination is tried again after a number of failures. */
export const retryAt = (failures: number, now: Date): string => {
  const minutes = retryMinutes[Math.min(failures, retryMinutes.length) - 1] ?? 1;
  return new Date(now.getTime() + minutes * 60_000).toISOString();
};
