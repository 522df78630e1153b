import { Cron } from 'croner';

/** Five fields starting with minutes, or six with seconds. */
export const cronMode = '5-or-6-parts' as const;

/** Why a cron schedule is invalid, or null; parses it without starting it. */
export const validateCron = (schedule: string): string | null => {
  try {
    const job = new Cron(schedule, { mode: cronMode, paused: true });
    return job.nextRun() === null ? 'it never occurs' : null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
  }
};
