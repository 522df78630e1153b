import type { Logger } from 'pino';

import type { Library } from '../../../shared/api/libraries.ts';
import type { ScanMode } from '../../../shared/api/scan-record.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { FolderWatch } from './folder-watch.ts';
import type { LibrariesStore } from './store.ts';

const minute = 60_000;

export interface LibraryWatcher {
  /** Starts watching all libraries with `watch`, including those that enable it later. */
  start(): void;
  stop(): void;
}

interface LibraryWatcherOptions {
  store: Pick<LibrariesStore, 'all' | 'get'>;
  folders: Pick<FolderWatch, 'watch'>;
  /** Throws Conflict while the library is being scanned. */
  startScan: (libraryId: string, mode: ScanMode) => unknown;
  /** Whether a folder is on a network drive, which does not report changes by other machines. */
  isRemote: (path: string) => Promise<boolean>;
  bus: Pick<EventBus, 'subscribe'>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long a folder must stay unchanged before it is scanned, ms. */
  quietMs?: number;
  /** Interval of scans for a local folder that cannot be watched, ms. */
  rescanMs?: number;
  /** Longest time between two scans of a network drive, ms. */
  remoteScanMs?: number;
  /** How often the time since the last scan of a network drive is checked, ms. */
  remoteCheckMs?: number;
}

const reasonOf = (message: string): string =>
  /no space left|ENOSPC/i.test(message)
    ? 'the system allows no more watched folders; raise fs.inotify.max_user_watches'
    : message;

/** A library that is watched, scanned at intervals, or offline. */
interface Watch {
  path: string;
  available: boolean;
  close(): void;
}

/**
 * Watches the folders of libraries with `watch` and scans them shortly after a change. If the operating system
 * cannot report changes, logs that once and scans every 15 minutes instead, or once a day on a
 * network drive, because each scan reads its folders over the network and wakes sleeping disks.
 */
export const createLibraryWatcher = ({
  store,
  folders,
  startScan,
  isRemote,
  bus,
  log,
  quietMs = 2000,
  rescanMs = 15 * minute,
  remoteScanMs = dayMs,
  remoteCheckMs = hourMs,
}: LibraryWatcherOptions): LibraryWatcher => {
  const watches = new Map<string, Watch>();
  let stopListening = () => undefined as unknown;

  /** Returns false while a scan is running: changes during it need another one. */
  const scan = (libraryId: string): boolean => {
    try {
      startScan(libraryId, 'normal');
      log.info({ library_id: libraryId, cause: 'watch' }, 'scan scheduled');
      return true;
    } catch (error) {
      if (hasCode(error, 'Conflict')) return false;
      log.error({ err: error, library_id: libraryId }, 'scan of a watched folder not started');
      return true;
    }
  };

  /**
   * Debounces changes until the folder is quiet; during a copy that takes hours, scans in between.
   */
  const createQuiet = (libraryId: string) => {
    let timer: NodeJS.Timeout | undefined;
    let since: number | null = null;
    const scanNow = () => {
      since = null;
      if (!scan(libraryId)) wait();
    };
    const wait = () => {
      since ??= performance.now();
      if (timer && performance.now() - since > 30 * quietMs) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        scanNow();
      }, quietMs).unref();
    };
    return { wait, cancel: () => clearTimeout(timer) };
  };

  const every = (milliseconds: number, act: () => unknown) => {
    const timer = setInterval(act, milliseconds).unref();
    return () => clearInterval(timer);
  };

  const isOverdue = (libraryId: string): boolean => {
    const { last_scanned_at = null } = store.get(libraryId) ?? {};
    if (last_scanned_at === null) return true;
    const age = Date.now() - Date.parse(last_scanned_at);
    // Below zero by a clock that was ahead during that scan.
    return age < 0 || age >= remoteScanMs;
  };

  const open = ({ id, path, available }: Library, isBack: boolean): Watch => {
    // An offline folder is checked, and scanned when it is back, together with all other libraries.
    if (!available) return { path, available, close: () => undefined };
    const quiet = createQuiet(id);
    let closed = false;
    let unwatch = () => undefined as unknown;
    let stopRescans: (() => unknown) | null = null;
    const rescan = (reason: string) => {
      if (closed || stopRescans) return;
      log.warn(
        { library_id: id, path, reason },
        `folder cannot be watched, so it is scanned every ${Math.round(rescanMs / minute)} minutes`,
      );
      stopRescans = every(rescanMs, () => scan(id));
    };
    const scanDaily = () => {
      const scanIfDue = () => void (isOverdue(id) && scan(id));
      log.info({ library_id: id, path }, 'network drives report no changes: scanned once a day');
      stopRescans = every(remoteCheckMs, scanIfDue);
      scanIfDue();
    };
    void isRemote(path).then((remote) => {
      if (closed) return;
      if (remote) scanDaily();
      else {
        const failed = (message: string) => rescan(reasonOf(message));
        unwatch = folders.watch(path, { changed: quiet.wait, failed });
        // Changes made before watching resumed would go unnoticed otherwise.
        if (isBack) quiet.wait();
      }
    });
    return {
      path,
      available,
      close() {
        closed = true;
        quiet.cancel();
        unwatch();
        stopRescans?.();
      },
    };
  };

  const refresh = (id: string, library: Library | undefined) => {
    const before = watches.get(id);
    const wanted = library?.watch === true && library.scanning_config.enabled ? library : null;
    if (wanted && before?.path === wanted.path && before.available === wanted.available) return;
    before?.close();
    watches.delete(id);
    if (!wanted) return;
    watches.set(id, open(wanted, before?.available === false));
  };

  return {
    start() {
      for (const library of store.all()) refresh(library.id, library);
      stopListening = bus.subscribe(({ name, data }) => {
        const scanned = name === 'scan_progress' && 'status' in data && data.status === 'failed';
        if (!('library_id' in data) || !(scanned || name.startsWith('library_'))) return;
        refresh(data.library_id, store.get(data.library_id));
      });
    },
    stop() {
      stopListening();
      for (const watch of watches.values()) watch.close();
      watches.clear();
    },
  };
};
