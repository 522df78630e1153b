import { AppError } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';

/** Files that a running scan may have passed; null for the whole library. */
type Waiting = Set<string> | null;

/** Scans libraries; a scan already running may have passed the new file, so another one follows. */
export const createScanAfterAdd = ({
  start,
  bus,
}: {
  /**
   * Scans the whole library, or only these files. Throws Conflict while the library is being
   * scanned.
   */
  start: (libraryId: string, only?: string[]) => unknown;
  bus: Pick<EventBus, 'subscribe'>;
}) => {
  const waiting = new Map<string, Waiting>();
  const scan = (libraryId: string, files: Waiting): void => {
    try {
      start(libraryId, files === null ? undefined : [...files]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'Conflict') waiting.set(libraryId, files);
      else if (error.code !== 'NotFound') throw error;
    }
  };
  const stop = bus.subscribe(({ name, data }) => {
    if (name !== 'scan_progress' || !('files_total' in data)) return;
    const { status, library_id } = data;
    if (status === 'pending' || status === 'running') return;
    const files = waiting.get(library_id);
    if (files === undefined) return;
    waiting.delete(library_id);
    scan(library_id, files);
  });
  return {
    /** Scans a library, or only one of its files, given by its path relative to the library. */
    soon(libraryId: string, file?: string): void {
      const before = waiting.get(libraryId);
      const isWhole = file === undefined || before === null;
      scan(libraryId, isWhole ? null : new Set([...(before ?? []), file]));
    },
    stop,
  };
};
