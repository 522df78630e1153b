import type { RequestHandler } from 'express';

import type { LateWrite } from '../../database/write-lock.ts';
import type { SecretStore } from '../../host-environment.ts';
import type { Guard } from '../../http/security/guard.ts';
import type { BooksService } from '../books/service.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { CreatorsService } from '../creators/service.ts';
import type { CoversService } from '../covers/service.ts';
import type { DevicesService } from '../devices/service.ts';
import type { ProgressionService } from '../epub/progression.ts';
import type { DownloadsService } from '../downloads/service.ts';
import type { EpubService } from '../epub/service.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { PagesService } from '../pages/types.ts';
import type { ProgressService } from '../progress/types.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { QueryWorker } from '../../query-worker/query-worker.ts';
import { createFeeds } from './feeds.ts';
import { createCoverLinks } from './cover-links.ts';
import { progressionDocuments } from './progression-documents.ts';
import { publications } from './publications.ts';
import { opdsApi } from './router.ts';
import { createProgressionReader } from './sent-progression.ts';
import { createStreamedProgress } from './streamed-progress.ts';
import { pageStreaming } from './streaming.ts';

/** Everything under `/opds`, also below the compatibility API's prefix. */
export const createOpdsApi = ({
  guard,
  books,
  series,
  libraries,
  collections,
  readLists,
  creators,
  downloads,
  covers,
  pages,
  epub,
  progress,
  progression,
  queryWorker,
  devices,
  lateWrite,
  secrets,
  maxBodyBytes,
  clock,
}: {
  guard: Guard;
  books: BooksService;
  series: SeriesService;
  libraries: LibrariesService;
  collections: CollectionsService;
  readLists: ReadListsService;
  creators: CreatorsService;
  downloads: DownloadsService;
  covers: CoversService;
  pages: PagesService;
  epub: EpubService;
  progress: ProgressService;
  progression: ProgressionService;
  queryWorker: QueryWorker;
  devices: Pick<DevicesService, 'readingOn'>;
  lateWrite: LateWrite;
  secrets: SecretStore;
  /** Current maximum size of a JSON body. */
  maxBodyBytes: () => number;
  clock: () => Date;
}): RequestHandler => {
  const readProgression = createProgressionReader({ devices, maxBodyBytes });
  const writeProgression = progressionDocuments({ books, epub, progression, readProgression });
  const streamPages = pageStreaming({
    pages,
    remember: createStreamedProgress({ progress, devices, lateWrite, clock }),
  });
  const describeBooks = publications({ books, epub, pages, progression, readProgression });
  return opdsApi({
    feeds: createFeeds({
      books,
      series,
      libraries,
      collections,
      readLists,
      creators,
      publishers: (query) => queryWorker.run('seriesFacets', 'publisher', query),
    }),
    guard,
    books,
    downloads,
    covers,
    pages,
    coverLinks: createCoverLinks({ secrets, clock }),
    clock,
    versions: {
      'v1.2': (context) => {
        streamPages(context);
        writeProgression(context);
      },
      v2: (context) => {
        describeBooks(context);
        writeProgression(context);
      },
    },
  });
};
