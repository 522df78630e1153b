import type { Database } from '../database/types.ts';
import type { Limits } from '../media/limits.ts';
import type { PageSource } from '../media/pages/page-source.ts';
import type { Pdf } from '../media/pdf/pdf.ts';
import type { JobMessage } from './jobs.ts';

/** Readers for book files; each job has its own, because it reads everything only once. */
export interface BookReaders {
  pages: PageSource;
  /** Lists PDFs. */
  pdf: Pick<Pdf, 'list'>;
}

/** The dependencies of a job, in whichever thread it runs. */
export interface JobContext {
  database: Database;
  thumbnailsDir: string;
  /** Uploaded covers. */
  coversDir: string;
  archivesDir: string;
  limits: Limits;
  /** Loaded on demand: most scans find everything unchanged and read nothing. */
  readers: () => Promise<BookReaders>;
  /** Checked between two files; if true, the job stops with CancelledError. */
  cancelled: () => boolean;
  /** Checked before each file; while true, the job waits. */
  paused: () => boolean;
  /** Whether requests are being answered, which then need a processor; see `RequestClock`. */
  isServing?: () => boolean;
  send: (message: JobMessage) => void;
}

/** Thrown when a job stops because it was cancelled. */
export class CancelledError extends Error {
  override name = 'CancelledError';
  override message = 'The job was cancelled.';
}
