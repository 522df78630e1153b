import { Cron } from 'croner';

/** Minutes first, or seconds where there are six fields. */
export const cronMode = '5-or-6-parts' as const;

/** Why a schedule cannot be used, or null; parses it without starting it. */
export const cronProblem = (schedule: string): string | null => {
  try {
    const job = new Cron(schedule, { mode: cronMode, paused: true });
    return job.nextRun() === null ? 'it never occurs' : null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
  }
};
