import { explainFullDisk } from './disk-space.ts';
import type { BookReaders, JobContext } from './job-context.ts';
import type { Job, JobResults } from './jobs.ts';

/** Each kind of job is loaded with its first one: a scan that finds nothing new starts in half the time. */
const run = async (job: Job, context: JobContext): Promise<JobResults[Job['kind']]> => {
  switch (job.kind) {
    case 'scan':
      return (await import('./scan.ts')).scan(job, context);
    case 'analyze':
      return (await import('./analyze.ts')).analyze(job, context);
    case 'hash':
      return (await import('./hash.ts')).hash(context);
    case 'refresh':
      return (await import('./refresh.ts')).refresh(job, context);
    case 'regroup':
      return (await import('./regroup.ts')).regroup(job, context);
    case 'remove':
      return (await import('./remove.ts')).remove(job, context);
    case 'backup':
    case 'check_backup':
    case 'stage_restore':
      return (await import('./upkeep.ts')).upkeep(job, context);
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

/** Does the work of a job in the thread at hand. */
export const runJob = async (
  job: Job,
  context: Omit<JobContext, 'readers'>,
): Promise<JobResults[Job['kind']]> => {
  let opened: Promise<BookReaders> | null = null;
  try {
    return await run(job, { ...context, readers: () => (opened ??= openReaders(context)) });
  } catch (error) {
    throw explainFullDisk(error);
  } finally {
    const readers = await (opened as Promise<BookReaders> | null);
    await readers?.pages.close();
  }
};
