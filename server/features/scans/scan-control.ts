import type { EventBus } from '../../lib/event-bus.ts';
import type { ServerControl } from '../../host-environment.ts';
import { scanEvent, type ScansService } from './service.ts';
import type { ScansStore } from './store.ts';

/** Scan commands of the desktop shell: the tray starts, shows and cancels scans. */
export const createScanControl = ({
  store,
  scans,
  bus,
}: {
  store: Pick<ScansStore, 'active' | 'libraries'>;
  scans: Pick<ScansService, 'start' | 'cancel' | 'pause' | 'resume'>;
  bus: Pick<EventBus, 'subscribe'>;
}): ServerControl['scans'] => ({
  active: () => store.active().map(scanEvent),
  startAll(mode) {
    const busy = new Set(store.active().map(({ library_id }) => library_id));
    const free = store.libraries().filter(({ id }) => !busy.has(id));
    for (const { id } of free) scans.start(id, mode);
    return free.length;
  },
  start: (libraryId, mode) => void scans.start(libraryId, mode),
  cancelAll() {
    const active = store.active();
    // A scan can finish in the meantime; then cancelling fails, which is fine.
    for (const { library_id } of active) scans.cancel(library_id).catch(() => undefined);
    return active.length;
  },
  pauseAll() {
    const going = store.active().filter(({ paused }) => !paused);
    for (const { library_id } of going) scans.pause(library_id);
    return going.map(({ library_id }) => library_id);
  },
  resumeAll(only) {
    const waiting = store
      .active()
      .filter(({ library_id, paused }) => paused && (only?.includes(library_id) ?? true));
    for (const { library_id } of waiting) scans.resume(library_id);
    return waiting.length;
  },
  onProgress: (listener) =>
    bus.subscribe(({ name, data }) => {
      if (name === 'scan_progress' && 'files_total' in data) listener(data);
    }),
});
