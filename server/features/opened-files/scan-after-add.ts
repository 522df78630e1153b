import { AppError } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';

/** Scans libraries; a scan already running may have passed the new file, so another one follows. */
export const createScanAfterAdd = ({
  start,
  bus,
}: {
  /** Throws Conflict while the library is being scanned. */
  start: (libraryId: string) => unknown;
  bus: Pick<EventBus, 'subscribe'>;
}) => {
  const waiting = new Set<string>();
  const soon = (libraryId: string): void => {
    try {
      start(libraryId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'Conflict') waiting.add(libraryId);
      else if (error.code !== 'NotFound') throw error;
    }
  };
  const stop = bus.subscribe(({ name, data }) => {
    if (name !== 'scan_progress' || !('files_total' in data)) return;
    const { status, library_id } = data;
    if (status === 'pending' || status === 'running' || !waiting.delete(library_id)) return;
    soon(library_id);
  });
  return { soon, stop };
};
