import { createReleaseSourcesHandlers } from '../features/release-sources/handlers.ts';
import { createPollScheduler } from '../features/release-sources/scheduler.ts';
import { createReleaseSourcesService } from '../features/release-sources/service.ts';
import { createReleaseSourcesStore } from '../features/release-sources/store.ts';
import { createReleasesService } from '../features/releases/service.ts';
import { createReleasesStore } from '../features/releases/store.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Releases, the feeds that announce them, and when they are polled. */
export const createReleases = (
  { database, settings, bus, clock, log }: AppContext,
  { queue }: Pick<BackgroundJobs, 'queue'>,
  { parser }: LibraryServices['media'],
) => {
  const releases = createReleasesService({ store: createReleasesStore(database), bus, clock });
  const store = createReleaseSourcesStore(database);
  const sources = createReleaseSourcesService({
    store,
    queue,
    onChange: (id) => pollScheduler.refresh(id),
  });
  const pollScheduler = createPollScheduler({ store, poll: sources.poll, log });
  const handlers = createReleaseSourcesHandlers({
    store,
    releases,
    parser,
    minConfidence: () => settings.get('releases.min_confidence'),
    allowPrivateAddresses: () => settings.get('releases.allow_private_addresses'),
  });
  return { releases, sources, pollScheduler, handlers };
};
