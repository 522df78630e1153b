import type { Database } from '../database/database.ts';
import type { Limits } from '../media/limits.ts';
import type { PageSource } from '../media/pages/page-source.ts';
import type { Pdf } from '../media/pdf/pdf.ts';
import type { JobMessage } from './jobs.ts';

/** What reads the files of books; a job has its own, not those of readers: what it reads is read once. */
export interface BookReaders {
  pages: PageSource;
  /** Lists PDFs. */
  pdf: Pick<Pdf, 'list'>;
}

/** What a job works with, in whichever thread it runs. */
export interface JobContext {
  database: Database;
  thumbnailsDir: string;
  archivesDir: string;
  limits: Limits;
  /** Loaded when they are asked for: most scans find everything as it was, and read nothing. */
  readers: () => Promise<BookReaders>;
  /** Asked between two files; once true the job stops with CancelledError. */
  cancelled: () => boolean;
  /** Asked before each file; while true the job waits. */
  paused: () => boolean;
  send: (message: JobMessage) => void;
}

/** The job noticed that it was cancelled and stopped. */
export class CancelledError extends Error {
  override name = 'CancelledError';
  override message = 'The job was cancelled.';
}
