import { join } from 'node:path';

import { connect } from '../database/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { runJob } from '../jobs/run-job.ts';
import { defaultLimits } from '../media/limits.ts';

/** Runs a job in this thread, where file operations can be made to fail. */
export const runJobHere = async (dataDir: string, job: Job): Promise<void> => {
  const database = connect(join(dataDir, 'octavo.db'));
  try {
    await runJob(job, {
      database,
      thumbnailsDir: join(dataDir, 'thumbnails'),
      coversDir: join(dataDir, 'covers'),
      archivesDir: join(dataDir, 'archives'),
      limits: defaultLimits,
      cancelled: () => false,
      paused: () => false,
      send: () => undefined,
    });
  } finally {
    database.close();
  }
};
