import type { EntityEvent, JobMessage, ScanProgress } from '../../jobs/jobs.ts';

const intervalMs = 100;
const keptErrors = 100;

export const emptyProgress = (): ScanProgress => ({
  files_total: 0,
  files_processed: 0,
  series_found: 0,
  books_added: 0,
  books_updated: 0,
  books_removed: 0,
  current_file: null,
  errors: [],
  error_count: 0,
});

/** Counts the progress of a scan and sends it about ten times a second. */
export const createScanReporter = (send: (message: JobMessage) => void) => {
  const progress = emptyProgress();
  let events: EntityEvent[] = [];
  let reportedAt = -Infinity;
  const report = () => {
    reportedAt = performance.now();
    send({ type: 'scan_progress', progress: { ...progress, errors: [...progress.errors] } });
  };
  return {
    progress,
    report,
    /** Returns whether a message was just sent: a good moment to yield. */
    tick: (): boolean => {
      if (performance.now() - reportedAt < intervalMs) return false;
      report();
      return true;
    },
    error: (path: string, message: string) => {
      progress.error_count += 1;
      if (progress.errors.length < keptErrors) progress.errors.push({ path, message });
    },
    event: (event: EntityEvent) => events.push(event),
    /** Sends the events of committed changes. */
    flushEvents: () => {
      if (events.length > 0) send({ type: 'events', events });
      events = [];
    },
    /** Discards the events of a rolled-back transaction. */
    dropEvents: () => {
      events = [];
    },
  };
};

export type ScanReporter = ReturnType<typeof createScanReporter>;
