import type { ScanEvent } from '../../shared/api/scan-record.ts';

type Counted = Pick<ScanEvent, 'task_id' | 'status' | 'paused' | 'files_total' | 'files_processed'>;

/** Minimum data for an estimate; with less, it would fluctuate. */
const least = { ms: 5000, files: 20 };

export interface ScanEta {
  /** Records the progress of a scan. */
  record(scan: Counted): void;
  /** Estimated remaining minutes, rounded; null if unknown. */
  minutesLeft(scan: Counted): number | null;
}

/** Estimates the remaining time of scans from their speed since they began or were resumed. */
export const createScanEta = (now: () => number = () => performance.now()): ScanEta => {
  const begun = new Map<string, { at: number; files: number }>();
  return {
    record({ task_id, status, paused, files_total, files_processed }) {
      if (task_id === null) return;
      if (status !== 'running' || paused || files_total === 0) begun.delete(task_id);
      else if (!begun.has(task_id)) begun.set(task_id, { at: now(), files: files_processed });
    },
    minutesLeft({ task_id, files_total, files_processed }) {
      const from = task_id === null ? undefined : begun.get(task_id);
      if (!from) return null;
      const ms = now() - from.at;
      const files = files_processed - from.files;
      if (ms < least.ms || files < least.files) return null;
      return Math.round(((files_total - files_processed) * ms) / files / 60_000);
    },
  };
};
