import type { RequestHandler } from 'express';

import type { SecretStore } from '../../host.ts';
import type { Guard } from '../../http/guard.ts';
import type { BooksService } from '../books/service.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { CoversService } from '../covers/service.ts';
import type { DevicesService } from '../devices/service.ts';
import type { ProgressionService } from '../epub/progression.ts';
import type { EpubService } from '../epub/service.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { PagesService } from '../pages/service.ts';
import type { ProgressService } from '../progress/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { ReadThread } from '../../reads/read-thread.ts';
import { createCatalog } from './catalog.ts';
import { createCoverLinks } from './cover-links.ts';
import { publications } from './publications.ts';
import { opdsApi } from './router.ts';
import { createStreamedProgress } from './streamed-progress.ts';
import { pageStreaming } from './streaming.ts';

/** Everything under `/opds`, also below the prefix of the compatibility API. */
export const createOpds = ({
  guard,
  books,
  series,
  libraries,
  collections,
  readLists,
  covers,
  pages,
  epub,
  progress,
  progression,
  longReads,
  devices,
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
  covers: CoversService;
  pages: PagesService;
  epub: EpubService;
  progress: ProgressService;
  progression: ProgressionService;
  longReads: ReadThread;
  devices: Pick<DevicesService, 'readingOn'>;
  secrets: SecretStore;
  /** Largest JSON body at this moment. */
  maxBodyBytes: () => number;
  clock: () => Date;
}): RequestHandler =>
  opdsApi({
    feeds: createCatalog({
      books,
      series,
      libraries,
      collections,
      readLists,
      publishers: (query) => longReads.run('seriesFacets', 'publisher', query),
    }),
    guard,
    books,
    covers,
    pages,
    coverLinks: createCoverLinks({ secrets, clock }),
    clock,
    versions: {
      'v1.2': pageStreaming({
        pages,
        remember: createStreamedProgress({ progress, devices, clock }),
      }),
      v2: publications({
        books,
        epub,
        pages,
        progression,
        devices,
        maxBodyBytes,
      }),
    },
  });
