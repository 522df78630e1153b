import { Cron } from 'croner';
import type { Logger } from 'pino';

import type { Library } from '../../../shared/api/libraries.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { cronMode } from '../../lib/cron.ts';
import type { Settings } from '../settings/service.ts';
import type { LibrariesStore } from './store.ts';

export interface ScanScheduler {
  /** Runs the scans due at startup and starts the schedules. */
  start(): void;
  /** Suspends scheduled scans until then and catches up on missed ones; null resumes at once. */
  pause(until: Date | null): void;
  /** The end of the current pause, or null. */
  pausedUntil(): Date | null;
  /**
   * Suspends while true, independent of `pause`: the machine sleeps, or its drives are not back
   * yet.
   */
  hold(held: boolean): void;
  stop(): void;
}

/**
 * Scans libraries by schedule, in the time zone of the settings, and at startup: if the library is
 * set to, or if a scheduled scan was missed while the server was off.
 */
export const createScanScheduler = ({
  store,
  startScan,
  settings,
  bus,
  log,
  clock = () => new Date(),
  pausedUntil: given = null,
}: {
  store: Pick<LibrariesStore, 'all' | 'get'>;
  /** Throws Conflict while the library is being scanned. */
  startScan: (libraryId: string) => unknown;
  settings: Pick<Settings, 'get' | 'onChange'>;
  bus: Pick<EventBus, 'subscribe'>;
  log: Pick<Logger, 'info' | 'error'>;
  clock?: () => Date;
  /** A pause that an earlier process began. */
  pausedUntil?: Date | null;
}): ScanScheduler => {
  const jobs = new Map<string, Cron>();
  const endings: (() => unknown)[] = [];
  let until = given;
  let held = false;
  let restEnds: NodeJS.Timeout | undefined;
  const isResting = () => held || (until !== null && until > clock());

  const scan = (libraryId: string, cause: string) => {
    try {
      startScan(libraryId);
      log.info({ library_id: libraryId, cause }, 'scan scheduled');
    } catch (error) {
      const busy = hasCode(error, 'Conflict');
      if (!busy) log.error({ err: error, library_id: libraryId }, 'scheduled scan not started');
    }
  };
  const schedule = (id: string, library: Library | undefined) => {
    jobs.get(id)?.stop();
    jobs.delete(id);
    const { enabled = false, cron_schedule = null } = library?.scanning_config ?? {};
    if (!enabled || cron_schedule === null) return;
    const zone = settings.get('library.time_zone');
    const options = { mode: cronMode, unref: true, ...(zone === '' ? {} : { timezone: zone }) };
    jobs.set(
      id,
      new Cron(cron_schedule, options, () => {
        if (!isResting()) scan(id, 'schedule');
      }),
    );
  };

  const scheduleAll = () => {
    for (const library of store.all()) schedule(library.id, library);
  };
  /**
   * Whether a scan was due since the last one, or since the schedule was set. A last scan in the future is from a
   * time when the clock was ahead, and does not count.
   */
  const isOverdue = ({ id, last_scanned_at, updated_at }: Library): boolean => {
    const due = jobs.get(id)?.previousRuns(1)[0]?.toISOString();
    if (due === undefined || due <= updated_at) return false;
    return due > (last_scanned_at ?? '') || (last_scanned_at ?? '') > clock().toISOString();
  };

  const makeUp = () => {
    if (isResting()) return;
    for (const library of store.all()) if (isOverdue(library)) scan(library.id, 'missed schedule');
  };
  const pause = (next: Date | null) => {
    until = next;
    clearTimeout(restEnds);
    if (next === null) makeUp();
    else restEnds = setTimeout(makeUp, next.getTime() - clock().getTime() + 1).unref();
  };

  return {
    pause,
    pausedUntil: () => (until !== null && until > clock() ? until : null),
    hold(next) {
      if (held === next) return;
      held = next;
      makeUp();
    },
    start() {
      scheduleAll();
      if (until !== null) pause(until);
      for (const library of store.all()) {
        const { enabled, scan_on_start } = library.scanning_config;
        if (enabled && scan_on_start) scan(library.id, 'start');
        else if (!isResting() && isOverdue(library)) scan(library.id, 'missed schedule');
      }
      const stopListening = bus.subscribe(({ name, data }) => {
        if (!name.startsWith('library_') || !('library_id' in data)) return;
        schedule(data.library_id, store.get(data.library_id));
      });
      endings.push(stopListening, settings.onChange('library.time_zone', scheduleAll));
    },
    stop() {
      clearTimeout(restEnds);
      for (const end of endings) end();
      for (const job of jobs.values()) job.stop();
      jobs.clear();
    },
  };
};
