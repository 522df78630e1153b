import { createScanWriter } from './scan-writer.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import type { JobResults, RefreshJob } from '../../jobs/jobs.ts';
import { createScanReporter } from './scan-reporter.ts';
import { readSidecar } from './sidecar.ts';
import { createScanStore } from './store.ts';

/** Updates the summaries of series from their current books. */
export const refreshSummaries = async (
  { libraryId, series }: RefreshJob,
  { database, send }: JobContext,
): Promise<JobResults['refresh']> => {
  const store = createScanStore(database);
  const library = store.library(libraryId);
  if (!library) return { refreshed: 0 };
  const reporter = createScanReporter((message) => {
    if (message.type === 'events') send(message);
  });
  const writer = createScanWriter(store, library, reporter, { readSidecar });
  for (const pk of series) writer.touch(pk);
  writer.finish();
  return { refreshed: series.length };
};
