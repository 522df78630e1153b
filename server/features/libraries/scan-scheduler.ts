import { Cron } from 'croner';
import type { Logger } from 'pino';

import type { Library } from '../../../shared/api/libraries.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Bus } from '../../bus.ts';
import { cronMode } from '../../schedule.ts';
import type { LibrariesStore } from './store.ts';

export interface ScanScheduler {
  /** Scans what wants a scan at the start and sets up the schedules. */
  start(): void;
  stop(): void;
}

/** Scans libraries by their schedules, in the time zone of the machine, and at the start. */
export const createScanScheduler = ({
  store,
  startScan,
  bus,
  log,
}: {
  store: Pick<LibrariesStore, 'all' | 'get'>;
  /** Throws Conflict while the library is being scanned. */
  startScan: (libraryId: string) => unknown;
  bus: Pick<Bus, 'listen'>;
  log: Pick<Logger, 'info' | 'error'>;
}): ScanScheduler => {
  const jobs = new Map<string, Cron>();
  let stopListening = () => undefined as unknown;

  const scan = (libraryId: string, cause: string) => {
    try {
      startScan(libraryId);
      log.info({ library_id: libraryId, cause }, 'scan scheduled');
    } catch (error) {
      const busy = error instanceof AppError && error.code === 'Conflict';
      if (!busy) log.error({ err: error, library_id: libraryId }, 'scheduled scan not started');
    }
  };
  const schedule = (id: string, library: Library | undefined) => {
    jobs.get(id)?.stop();
    jobs.delete(id);
    const { enabled = false, cron_schedule = null } = library?.scanning_config ?? {};
    if (!enabled || cron_schedule === null) return;
    const options = { mode: cronMode, unref: true };
    jobs.set(id, new Cron(cron_schedule, options, () => scan(id, 'schedule')));
  };

  return {
    start() {
      for (const library of store.all()) {
        schedule(library.id, library);
        const { enabled, scan_on_start } = library.scanning_config;
        if (enabled && scan_on_start) scan(library.id, 'start');
      }
      stopListening = bus.listen(({ name, data }) => {
        if (!name.startsWith('library_') || !('library_id' in data)) return;
        schedule(data.library_id, store.get(data.library_id));
      });
    },
    stop() {
      stopListening();
      for (const job of jobs.values()) job.stop();
      jobs.clear();
    },
  };
};
