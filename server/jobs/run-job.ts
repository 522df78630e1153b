import { explainStorage } from './disk-space.ts';
import type { BookReaders, JobContext } from './job-context.ts';
import type { Job, JobResults } from './jobs.ts';

/**
 * Each kind of job is loaded on first use: a scan that finds nothing new starts in half the time.
 */
const run = async (job: Job, context: JobContext): Promise<JobResults[Job['kind']]> => {
  switch (job.kind) {
    case 'scan':
      return (await import('../scanner/scan/scan.ts')).scan(job, context);
    case 'analyze':
      return (await import('../scanner/analysis/analyze.ts')).analyze(job, context);
    case 'reprocess':
      return (await import('../scanner/analysis/reprocess.ts')).reprocess(job, context);
    case 'hash':
      return (await import('../scanner/analysis/hash.ts')).hash(job, context);
    case 'find_repeated':
      return (await import('../scanner/repeated-pages/find-repeated.ts')).findRepeatedPages(
        job,
        context,
      );
    case 'refresh':
      return (await import('../scanner/scan/refresh-summaries.ts')).refreshSummaries(job, context);
    case 'regroup':
      return (await import('../scanner/series/regroup.ts')).regroup(job, context);
    case 'write_metadata':
      return (await import('../scanner/metadata-writes/write-metadata.ts')).writeMetadata(
        job,
        context,
      );
    case 'intake':
      return (await import('../scanner/intake/intake-job.ts')).intakeJob(job, context);
    case 'convert':
      return (await import('../scanner/conversions/convert-files.ts')).convertFiles(job, context);
    case 'remove':
      return (await import('../scanner/scan/remove-books.ts')).removeBooks(job, context);
    case 'backup':
    case 'check_backup':
    case 'stage_restore':
      return (await import('./backup-jobs.ts')).backupJob(job, context);
  }
};

const openReaders = async ({
  archivesDir,
  limits: known,
}: Pick<JobContext, 'archivesDir' | 'limits'>): Promise<BookReaders> => {
  const [{ createPdf }, { createPageSource }] = await Promise.all([
    import('../media/pdf/pdf.ts'),
    import('../media/pages/page-source.ts'),
  ]);
  const limits = () => known;
  const pdf = createPdf({ limits });
  return { pages: createPageSource({ archivesDir, keepArchives: 4, limits, pdf }), pdf };
};

/** Runs a job in the current thread. */
export const runJob = async (
  job: Job,
  context: Omit<JobContext, 'readers'>,
): Promise<JobResults[Job['kind']]> => {
  let opened: Promise<BookReaders> | null = null;
  try {
    return await run(job, { ...context, readers: () => (opened ??= openReaders(context)) });
  } catch (error) {
    throw explainStorage(error);
  } finally {
    const readers = await (opened as Promise<BookReaders> | null);
    await readers?.pages.close();
  }
};
