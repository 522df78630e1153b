import { join } from 'node:path';

import { connect } from '../database/database.ts';
import { runJob } from '../jobs/run-job.ts';
import { defaultLimits } from '../media/limits.ts';

/** Applies or undoes a plan in this thread, where file operations can be made to fail. */
export const writeMetadataHere = async (
  dataDir: string,
  writeId: string,
  step: 'apply' | 'undo',
): Promise<void> => {
  const database = connect(join(dataDir, 'octavo.db'));
  try {
    await runJob(
      { kind: 'write_metadata', writeId, step },
      {
        database,
        thumbnailsDir: join(dataDir, 'thumbnails'),
        coversDir: join(dataDir, 'covers'),
        archivesDir: join(dataDir, 'archives'),
        limits: defaultLimits,
        cancelled: () => false,
        paused: () => false,
        send: () => undefined,
      },
    );
  } finally {
    database.close();
  }
};
