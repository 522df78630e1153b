import { AppError } from '../../../shared/errors.ts';
import type { Bus } from '../../bus.ts';

/** Scans libraries; one that is being scanned already has gone past the new file, and is scanned again. */
export const createScanSoon = ({
  start,
  bus,
}: {
  /** Throws Conflict while the library is being scanned. */
  start: (libraryId: string) => unknown;
  bus: Pick<Bus, 'listen'>;
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
  const stop = bus.listen(({ name, data }) => {
    if (name !== 'scan_progress' || !('files_total' in data)) return;
    const { status, library_id } = data;
    if (status === 'pending' || status === 'running' || !waiting.delete(library_id)) return;
    soon(library_id);
  });
  return { soon, stop };
};
