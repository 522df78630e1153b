import { Cron } from 'croner';
import type { Logger } from 'pino';

import { cronMode } from '../../lib/cron.ts';
import type { ReleaseSourcesStore } from './store.ts';

export interface PollScheduler {
  start(): void;
  /** Applies the current state of a source. */
  refresh(id: string): void;
  stop(): void;
}

/** Polls release sources by schedule, in the machine's time zone. */
export const createPollScheduler = ({
  store,
  poll,
  log,
}: {
  store: Pick<ReleaseSourcesStore, 'all' | 'get'>;
  poll: (id: string) => unknown;
  log: Pick<Logger, 'error'>;
}): PollScheduler => {
  const jobs = new Map<string, Cron>();
  const tryPoll = (id: string) => {
    try {
      poll(id);
    } catch (error) {
      log.error({ err: error, source_id: id }, 'scheduled poll not started');
    }
  };
  const refresh = (id: string) => {
    jobs.get(id)?.stop();
    jobs.delete(id);
    const { enabled = false, cron_schedule = null } = store.get(id) ?? {};
    if (!enabled || cron_schedule === null) return;
    jobs.set(id, new Cron(cron_schedule, { mode: cronMode, unref: true }, () => tryPoll(id)));
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
