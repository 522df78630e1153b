import { createCatalogue } from './catalogue.ts';
import type { JobContext } from './job-context.ts';
import type { JobResults, RefreshJob } from './jobs.ts';
import { createScanReporter } from './scan-reporter.ts';
import { readSidecar } from './sidecar.ts';
import { createScanStore } from './store.ts';

/** Brings what series say of themselves up to date with the books that they have now. */
export const refresh = async (
  { libraryId, series }: RefreshJob,
  { database, send }: JobContext,
): Promise<JobResults['refresh']> => {
  const store = createScanStore(database);
  const library = store.library(libraryId);
  if (!library) return { refreshed: 0 };
  const reporter = createScanReporter((message) => {
    if (message.type === 'events') send(message);
  });
  const catalogue = createCatalogue(store, library, reporter, { readSidecar });
  for (const pk of series) catalogue.touch(pk);
  catalogue.finish();
  return { refreshed: series.length };
};
