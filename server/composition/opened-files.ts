import { basename, dirname } from 'node:path';

import { isDerived } from '../../shared/api/book-record.ts';
import type { LibraryServices } from './library-services.ts';
import { annotationsRoutes } from '../features/annotations/routes.ts';
import { createAnnotationsService } from '../features/annotations/service.ts';
import { createResources } from '../features/epub/resources.ts';
import { epubRoutes } from '../features/epub/routes.ts';
import { createEpubService } from '../features/epub/service.ts';
import type { EpubStore } from '../features/epub/store.ts';
import { createAnalysis } from '../features/opened-files/analysis.ts';
import { createReadingStateMigration } from '../features/opened-files/migrate-reading-state.ts';
import { createOpenedAnnotationsStore } from '../features/opened-files/annotations-store.ts';
import { openedBookRoutes } from '../features/opened-files/routes.ts';
import { createOpenedFilesService } from '../features/opened-files/service.ts';
import { createOpenedFilesStore, type OpenedRow } from '../features/opened-files/store.ts';
import { openFileOf, refuseNoBook } from '../media/file-reads.ts';
import { pagesRoutes } from '../features/pages/routes.ts';
import { createPageTables } from '../features/pages/page-tables.ts';
import { createPageTexts } from '../features/pages/page-texts.ts';
import { createPagesService } from '../features/pages/service.ts';
import type { PagesStore } from '../features/pages/store.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';
import type { BackgroundJobs } from './background-jobs.ts';

interface OpenedFilesParts {
  context: AppContext;
  backgroundJobs: Pick<BackgroundJobs, 'scanAfterAdd'>;
  libraryServices: Pick<LibraryServices, 'media' | 'progress' | 'annotations'>;
  authServices: Pick<AuthServices, 'authenticator'>;
}

/**
 * Files read without being in a library: served by the services for books, but from separate
 * records, so that they never appear among the books.
 */
export const createOpenedFiles = ({
  context,
  backgroundJobs,
  libraryServices,
  authServices,
}: OpenedFilesParts) => {
  const { database, bus, shutdown, clock, limits } = context;
  const { source, images, pdf, reader, parser, gated, gate, volumeOf } = libraryServices.media;
  const store = createOpenedFilesStore(database);
  const migrate = createReadingStateMigration({
    store,
    progress: libraryServices.progress,
    annotations: libraryServices.annotations,
    callerNamed: authServices.authenticator.named,
  });
  const openedFiles = createOpenedFilesService({
    ...{ store, reader, gated, clock, migrate },
    openFile: (path) => openFileOf(gate, volumeOf(path), path, refuseNoBook(true)),
    scan: (libraryId) => backgroundJobs.scanAfterAdd.soon(libraryId),
  });
  // Runs after every scan and analysis.
  const stop = bus.subscribe(({ data }) => {
    if ('task_type' in data && data.status === 'completed') migrate();
  });
  shutdown.defer('reading state of opened files', stop);

  const location = ({ path }: OpenedRow) => ({ library_path: dirname(path), path: basename(path) });
  const pagesStore: PagesStore = {
    book: (id) => {
      const row = store.get(id);
      const listed = row && (row.analyzed === 1 || !isDerived(row.format)) ? 1 : 0;
      return row && { ...row, ...location(row), error: null, listed, inode: null };
    },
    pages: store.pages,
    page: store.page,
  };
  const epubStore: EpubStore = {
    file: (id) => {
      const row = store.get(id);
      return row && { ...row, ...location(row), error: null };
    },
    direction: (pk) => {
      const own = store.direction(pk);
      return { own, inherited: own ?? 'ltr' };
    },
    publication: store.publication,
  };
  const analyze = createAnalysis({ store, source, reader });
  const pages = createPagesService({
    ...{ store: pagesStore, source, queue: images, analyze, limits, pdf },
    tables: createPageTables({ reader, gated }),
  });
  const resources = createResources({ store: epubStore, source, parser, limits });
  const epub = createEpubService({
    store: epubStore,
    books: { get: openedFiles.book },
    pages,
    pdf,
    resources,
  });
  const annotations = createAnnotationsService({
    store: createOpenedAnnotationsStore(database),
    ...{ bus, clock },
  });
  const openedRoutes = [
    ...openedBookRoutes({ openedFiles, pages }),
    ...pagesRoutes({ pages, pageTexts: createPageTexts({ store: pagesStore, parser, gated }) }),
    ...epubRoutes({ epub }),
    ...annotationsRoutes({ annotations }),
  ];
  return { openedFiles, openedRoutes };
};

export type OpenedFiles = ReturnType<typeof createOpenedFiles>;
