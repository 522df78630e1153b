import type { Database } from '../database/database.ts';
import type { Limits } from '../media/limits.ts';
import type { PageSource } from '../media/pages/page-source.ts';
import type { Pdf } from '../media/pdf/pdf.ts';
import type { JobMessage } from './jobs.ts';

/** What a job works with, in whichever thread it runs. */
export interface JobContext {
  database: Database;
  thumbnailsDir: string;
  archivesDir: string;
  limits: Limits;
  /** Of its own, not that of readers: what a job reads is read once. */
  pages: PageSource;
  /** Lists PDFs. */
  pdf: Pick<Pdf, 'list'>;
  /** Asked between two files; once true the job stops with CancelledError. */
  cancelled: () => boolean;
  send: (message: JobMessage) => void;
}

/** The job noticed that it was cancelled and stopped. */
export class CancelledError extends Error {
  override name = 'CancelledError';
  override message = 'The job was cancelled.';
}
