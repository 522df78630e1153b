import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import type { Bus } from '../../bus.ts';
import type { LibrariesStore } from './store.ts';

const lookAgainMs = 3000;

export interface LibraryPresence {
  start(): void;
  /** Whether the folder of a library is away. */
  isWaiting(): boolean;
  stop(): void;
}

/**
 * Follows the drives of libraries: shows at once that one is gone, looks for those that are away, and scans a
 * library whose folder is back, for nobody knows what changed on it meanwhile. Nothing is ever removed here.
 */
export const createLibraryPresence = ({
  store,
  look,
  startScan,
  bus,
  log,
  everyMs = lookAgainMs,
}: {
  store: Pick<LibrariesStore, 'all' | 'get'>;
  /** Looks whether the folder of a library can be read by now, and tells the bus if that is news. */
  look: (libraryId: string) => Promise<unknown>;
  /** Throws Conflict while the library is being scanned. */
  startScan: (libraryId: string) => unknown;
  bus: Pick<Bus, 'listen'>;
  log: Pick<Logger, 'info' | 'error'>;
  everyMs?: number;
}): LibraryPresence => {
  /** Whether a second look found it away too: a disk that spins up is late once, and needs no scan. */
  const away = new Map<string, boolean>();
  let stopListening = () => undefined as unknown;
  let timer: NodeJS.Timeout | undefined;

  const lookAtAll = () => {
    for (const { id } of store.all()) look(id).catch(() => undefined);
  };
  const lookAgain = () => {
    for (const id of away.keys()) {
      const confirm = () => away.has(id) && away.set(id, true);
      look(id).then(confirm, () => undefined);
    }
  };
  const scan = (id: string) => {
    try {
      startScan(id);
      log.info({ library_id: id, cause: 'drive is back' }, 'scan scheduled');
    } catch (error) {
      const busy = error instanceof AppError && error.code === 'Conflict';
      if (!busy)
        log.error({ err: error, library_id: id }, 'scan of a drive that is back not started');
    }
  };
  const note = (id: string) => {
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
      stopListening = bus.listen(({ name, data }) => {
        if (name === 'drives_updated') lookAtAll();
        else if (name.startsWith('library_') && 'library_id' in data) note(data.library_id);
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
