import { createPdf } from '../media/pdf/pdf.ts';
import { createPageSource } from '../media/pages/page-source.ts';
import { analyze } from './analyze.ts';
import { explainFullDisk } from './disk-space.ts';
import { hash } from './hash.ts';
import type { JobContext } from './job-context.ts';
import type { Job, JobResults } from './jobs.ts';
import { remove } from './remove.ts';
import { scan } from './scan.ts';

const run = (job: Job, context: JobContext): Promise<JobResults[Job['kind']]> => {
  switch (job.kind) {
    case 'scan':
      return scan(job, context);
    case 'analyze':
      return analyze(job, context);
    case 'hash':
      return hash(context);
    case 'remove':
      return remove(job, context);
  }
};

/** Does the work of a job in the thread at hand. */
export const runJob = async (
  job: Job,
  context: Omit<JobContext, 'pages' | 'pdf'>,
): Promise<JobResults[Job['kind']]> => {
  const limits = () => context.limits;
  const pdf = createPdf({ limits });
  const pages = createPageSource({
    archivesDir: context.archivesDir,
    keepArchives: 4,
    limits,
    pdf,
  });
  try {
    return await run(job, { ...context, pages, pdf });
  } catch (error) {
    throw explainFullDisk(error);
  } finally {
    await pages.close();
  }
};
