import { basename, dirname } from 'node:path';

import type { Catalogue } from './catalogue.ts';
import { annotationsRoutes } from './features/annotations/routes.ts';
import { createAnnotationsService } from './features/annotations/service.ts';
import { createResources } from './features/epub/resources.ts';
import { epubRoutes } from './features/epub/routes.ts';
import { createEpubService } from './features/epub/service.ts';
import type { EpubStore } from './features/epub/store.ts';
import { createAnalysis } from './features/opened-files/analysis.ts';
import { createHandingOn } from './features/opened-files/handing-on.ts';
import { createOpenedMarksStore } from './features/opened-files/marks-store.ts';
import { openedBookRoutes } from './features/opened-files/routes.ts';
import { createScanSoon } from './features/opened-files/scan-soon.ts';
import { createOpenedFilesService } from './features/opened-files/service.ts';
import { createOpenedFilesStore, type OpenedRow } from './features/opened-files/store.ts';
import { pagesRoutes } from './features/pages/routes.ts';
import { createPagesService } from './features/pages/service.ts';
import type { PagesStore } from './features/pages/store.ts';
import type { Ground } from './ground.ts';
import type { Identity } from './identity.ts';
import type { Work } from './work.ts';

interface OpenedFilesParts {
  ground: Ground;
  work: Pick<Work, 'scans'>;
  catalogue: Pick<Catalogue, 'media' | 'progress' | 'annotations'>;
  identity: Pick<Identity, 'authenticator'>;
}

/**
 * Files that are read without being in a library: what serves the pages of books serves theirs, from their
 * own records, so that nothing of them ever gets among the books.
 */
export const createOpenedFiles = ({ ground, work, catalogue, identity }: OpenedFilesParts) => {
  const { database, bus, cleanup, clock, limits } = ground;
  const { source, images, pdf } = catalogue.media;
  const store = createOpenedFilesStore(database);
  const scan = createScanSoon({ start: work.scans.start, bus });
  const handOn = createHandingOn({
    store,
    progress: catalogue.progress,
    annotations: catalogue.annotations,
    callerNamed: identity.authenticator.named,
  });
  const openedFiles = createOpenedFilesService({
    ...{ store, limits, pdf, clock, handOn },
    scan: scan.soon,
  });
  cleanup.add('scans of added files', () => scan.stop());
  // After every scan and every analysis.
  const stop = bus.listen(({ data }) => {
    if ('task_type' in data && data.status === 'completed') handOn();
  });
  cleanup.add('places of opened files', stop);

  const place = ({ path }: OpenedRow) => ({ library_path: dirname(path), path: basename(path) });
  const pagesStore: PagesStore = {
    book: (id) => {
      const row = store.get(id);
      return row && { ...row, ...place(row), error: null, listed: 1, inode: null };
    },
    pages: store.pages,
    page: store.page,
  };
  const epubStore: EpubStore = {
    file: (id) => {
      const row = store.get(id);
      return row && { ...row, ...place(row) };
    },
    direction: (pk) => {
      const own = store.direction(pk);
      return { own, inherited: own ?? 'ltr' };
    },
    publication: store.publication,
  };
  const analyze = createAnalysis({ store, source, limits });
  const pages = createPagesService({
    ...{ store: pagesStore, source, queue: images, analyze, limits, pdf },
  });
  const resources = createResources({ store: epubStore, source, limits });
  const epub = createEpubService({
    store: epubStore,
    books: { get: openedFiles.book },
    pages,
    pdf,
    resources,
  });
  const annotations = createAnnotationsService({
    store: createOpenedMarksStore(database),
    ...{ bus, clock },
  });
  const openedRoutes = [
    ...openedBookRoutes({ openedFiles, pages }),
    ...pagesRoutes({ pages }),
    ...epubRoutes({ epub }),
    ...annotationsRoutes({ annotations }),
  ];
  return { openedFiles, openedRoutes };
};

export type OpenedFiles = ReturnType<typeof createOpenedFiles>;
