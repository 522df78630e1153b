import { createCollectionsService } from '../features/collections/service.ts';
import { createRatingsService } from '../features/ratings/service.ts';
import { createRatingsStore } from '../features/ratings/store.ts';
import { createReadListsService } from '../features/read-lists/service.ts';
import { createSmartListsService } from '../features/smart-lists/service.ts';
import { createSmartListsStore } from '../features/smart-lists/store.ts';
import { createWantToReadService } from '../features/want-to-read/service.ts';
import { createWantToReadStore } from '../features/want-to-read/store.ts';
import type { BooksService } from '../features/books/service.ts';
import type { CollectionsStore } from '../features/collections/store.ts';
import type { CoversService } from '../features/covers/service.ts';
import type { ReadListsStore } from '../features/read-lists/store.ts';
import type { SeriesService } from '../features/series/service.ts';
import type { CoverUploads } from '../media/cover-uploads.ts';
import type { ParseWorker } from '../parse-worker/parse-worker.ts';
import type { AppContext } from './app-context.ts';

/** Services for lists of series and books. */
export const createListServices = (
  { database, bus, clock, requester }: AppContext,
  {
    collectionsStore,
    readListsStore,
    series,
    books,
    covers,
    uploads,
    parser,
  }: {
    collectionsStore: CollectionsStore;
    readListsStore: ReadListsStore;
    series: SeriesService;
    books: BooksService;
    covers: CoversService;
    uploads: CoverUploads;
    parser: Pick<ParseWorker, 'run'>;
  },
) => {
  const collections = createCollectionsService({
    store: collectionsStore,
    series,
    covers,
    uploads,
    bus,
    clock,
    outside: requester.outside,
  });
  const readLists = createReadListsService({
    store: readListsStore,
    books,
    covers,
    uploads,
    parser,
    bus,
  });
  const smartLists = createSmartListsService({
    store: createSmartListsStore(database),
    series,
    books,
    clock,
  });
  const wantToRead = createWantToReadService({
    store: createWantToReadStore(database),
    series,
    books,
    bus,
    clock,
  });
  const ratings = createRatingsService({ store: createRatingsStore(database), clock });
  return { collections, readLists, smartLists, wantToRead, ratings };
};
