import type { Logger } from 'pino';

import { hasCode } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { LibrariesStore } from './store.ts';

const retryMs = 3000;

export interface LibraryAvailability {
  start(): void;
  /** Whether any library folder is offline. */
  isWaiting(): boolean;
  stop(): void;
}

/**
 * Tracks library drives: reports at once that one is gone, checks for those offline, and scans a
 * library when its folder is back, because it may have changed. Never removes anything.
 */
export const createLibraryAvailability = ({
  store,
  look: probe,
  startScan,
  bus,
  log,
  everyMs = retryMs,
}: {
  store: Pick<LibrariesStore, 'all' | 'get'>;
  /** Checks whether the library's folder is readable and publishes an event if that changed. */
  look: (libraryId: string) => Promise<unknown>;
  /** Throws Conflict while the library is being scanned. */
  startScan: (libraryId: string) => unknown;
  bus: Pick<EventBus, 'subscribe'>;
  log: Pick<Logger, 'info' | 'error'>;
  everyMs?: number;
}): LibraryAvailability => {
  /**
   * Whether a second check confirmed that it is offline: a disk that spins up misses only one, and
   * needs no scan.
   */
  const away = new Map<string, boolean>();
  let stopListening = () => undefined as unknown;
  let timer: NodeJS.Timeout | undefined;

  const lookAtAll = () => {
    for (const { id } of store.all()) probe(id).catch(() => undefined);
  };
  const lookAgain = () => {
    for (const id of away.keys()) {
      const confirm = () => away.has(id) && away.set(id, true);
      probe(id).then(confirm, () => undefined);
    }
  };
  const scan = (id: string) => {
    try {
      startScan(id);
      log.info({ library_id: id, cause: 'drive is back' }, 'scan scheduled');
    } catch (error) {
      const busy = hasCode(error, 'Conflict');
      if (!busy)
        log.error({ err: error, library_id: id }, 'scan of a drive that is back not started');
    }
  };
  const record = (id: string) => {
    const library = store.get(id);
    const wasAway = away.get(id);
    if (library?.available === false) {
      if (wasAway === undefined) away.set(id, false);
      return;
    }
    away.delete(id);
    if (wasAway && library?.scanning_config.enabled) scan(id);
  };

  return {
    start() {
      for (const { id, available } of store.all()) if (!available) away.set(id, true);
      stopListening = bus.subscribe(({ name, data }) => {
        if (name === 'drives_updated') lookAtAll();
        else if (name.startsWith('library_') && 'library_id' in data) record(data.library_id);
      });
      lookAtAll();
      timer = setInterval(lookAgain, everyMs).unref();
    },
    isWaiting: () => away.size > 0,
    stop() {
      stopListening();
      clearInterval(timer);
    },
  };
};
