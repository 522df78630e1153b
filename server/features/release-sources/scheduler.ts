import { Cron } from 'croner';

import { cronMode } from '../../schedule.ts';
import type { ReleaseSourcesStore } from './store.ts';

export interface PollScheduler {
  start(): void;
  /** Takes up a source as it is now. */
  refresh(id: string): void;
  stop(): void;
}

/** Polls release sources by their schedules, in the time zone of the machine. */
export const createPollScheduler = ({
  store,
  poll,
}: {
  store: Pick<ReleaseSourcesStore, 'all' | 'get'>;
  poll: (id: string) => unknown;
}): PollScheduler => {
  const jobs = new Map<string, Cron>();
  const refresh = (id: string) => {
    jobs.get(id)?.stop();
    jobs.delete(id);
    const { enabled = false, cron_schedule = null } = store.get(id) ?? {};
    if (!enabled || cron_schedule === null) return;
    jobs.set(id, new Cron(cron_schedule, { mode: cronMode, unref: true }, () => void poll(id)));
  };
  return {
    start() {
      for (const { id } of store.all()) refresh(id);
    },
    refresh,
    stop() {
      for (const job of jobs.values()) job.stop();
      jobs.clear();
    },
  };
};
