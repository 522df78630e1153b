import type { Scan, ScanEvent, ScanMode } from '../../../shared/api/scan-record.ts';
import type { listActiveScans } from '../../../shared/api/scans.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { sortedPage } from '../../database/json.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { emptyProgress } from '../../scanner/scan/scan-reporter.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { ascending, naturalCompare } from '../../text/natural.ts';
import type { ScannedLibrary, ScansStore } from './store.ts';

interface StartScan {
  confirmMissing?: boolean;
  /** Paths relative to the library. */
  only?: string[];
}

export interface ScansService {
  /**
   * Uses the library's default mode if none is given; with `confirmMissing`, missing books are
   * marked however many they are, with `only`, only these files are read. Throws Conflict while a
   * scan is pending or running.
   */
  start(libraryId: string, mode?: ScanMode, options?: StartScan): Scan;
  /** The active scan of a library, or its last one; status `idle` if it was never scanned. */
  status(libraryId: string): Scan;
  /** Resolves when the scan has stopped. Throws Conflict if none is active. */
  cancel(libraryId: string): Promise<Scan>;
  /**
   * A running scan pauses before its next file and keeps its slot, a pending one lets others go
   * first; until it is resumed, cancelled or the server restarts. Throws Conflict if none is
   * active.
   */
  pause(libraryId: string): Scan;
  resume(libraryId: string): Scan;
  /** Running and pending scans; pending ones come last. */
  active(query: EndpointParsed<typeof listActiveScans>['query']): { data: Scan[]; total: number };
}

export const createScansService = ({
  store,
  queue,
  bus,
}: {
  store: ScansStore;
  queue: Pick<TaskQueue, 'enqueue' | 'cancel' | 'hold' | 'release'>;
  bus: EventBus;
}): ScansService => {
  const libraryOf = (id: string): ScannedLibrary => {
    const library = store.library(id);
    if (!library) throw notFound('Library', id);
    return library;
  };
  const status = (libraryId: string): Scan => {
    const library = libraryOf(libraryId);
    return store.last(libraryId) ?? idle(library);
  };
  const publish = (scan: Scan | undefined) => {
    if (scan) bus.emit('scan_progress', scanEvent(scan));
  };
  // Publishes a scan whenever its task is published: throttled there, except the first and the
  // last.
  bus.subscribe(({ data }) => {
    if (!('task_type' in data) || data.task_type !== 'scan_library') return;
    if (!isActive(data)) {
      store.pauses.forget(data.task_id);
      queue.release(data.task_id);
    }
    publish(store.ofTask(data.task_id));
  });

  const activeTask = (libraryId: string): string => {
    const { task_id, library_name, ...scan } = status(libraryId);
    if (task_id !== null && isActive(scan)) return task_id;
    throw new AppError('Conflict', `Library "${library_name}" is not being scanned`);
  };
  const setPaused = (libraryId: string, paused: boolean): Scan => {
    const taskId = activeTask(libraryId);
    store.pauses.set(taskId, paused);
    if (paused) queue.hold(taskId);
    else queue.release(taskId);
    publish(store.ofTask(taskId));
    return status(libraryId);
  };

  return {
    start(libraryId, mode, { confirmMissing = false, only } = {}) {
      const { name, default_mode } = libraryOf(libraryId);
      if (isActive(status(libraryId))) {
        throw new AppError('Conflict', `Library "${name}" is already being scanned`);
      }
      const payload = {
        mode: mode ?? default_mode,
        confirm_missing: confirmMissing,
        ...(only && { only }),
      };
      const task = queue.enqueue({ task_type: 'scan_library', library_id: libraryId, payload });
      store.open({ task_id: task.id, library_id: libraryId, mode: payload.mode });
      publish(store.ofTask(task.id));
      return status(libraryId);
    },
    status,
    async cancel(libraryId) {
      const taskId = activeTask(libraryId);
      await queue.cancel(taskId);
      return status(libraryId);
    },
    pause: (libraryId) => setPaused(libraryId, true),
    resume: (libraryId) => setPaused(libraryId, false),
    active(query) {
      const compare = orders[query.sort.field];
      return sortedPage(store.active(), query, (a, b) => compare(a, b) || byId(a, b));
    },
  };
};

/** The stream payload of a scan. */
export const scanEvent = (scan: Scan): ScanEvent => {
  const event: ScanEvent & Partial<Scan> = { ...scan };
  delete event.errors;
  return event;
};

const isActive = ({ status }: { status: string }) => status === 'pending' || status === 'running';

const idle = ({ id, name, default_mode }: ScannedLibrary): Scan => ({
  task_id: null,
  library_id: id,
  library_name: name,
  mode: default_mode,
  status: 'idle',
  paused: false,
  ...emptyProgress(),
  started_at: null,
  completed_at: null,
});

const byId = (a: Scan, b: Scan) => ascending(a.task_id ?? '', b.task_id ?? '');
const notStarted = '~';

const orders: Record<'started_at' | 'library_name', (a: Scan, b: Scan) => number> = {
  started_at: (a, b) => ascending(a.started_at ?? notStarted, b.started_at ?? notStarted),
  library_name: (a, b) => naturalCompare(a.library_name, b.library_name),
};
