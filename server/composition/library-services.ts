import { readVersion } from '../config/version.ts';

import { createAnnotationsService } from '../features/annotations/service.ts';
import { createAnnotationsStore } from '../features/annotations/store.ts';
import { createBookFormatsService, createBookFormatsStore } from '../features/books/formats.ts';
import { createBooksService } from '../features/books/service.ts';
import { inlineIfShort } from '../features/books/compact-books.ts';
import { createBooksStore } from '../features/books/store.ts';
import { createCollectionsStore } from '../features/collections/store.ts';
import { createCoverChoices } from '../features/covers/choices.ts';
import { createCoversService } from '../features/covers/service.ts';
import { createCoversStore } from '../features/covers/store.ts';
import {
  createCreatorsService,
  type CreatorsServiceOptions,
} from '../features/creators/service.ts';
import { createCreatorsStore } from '../features/creators/store.ts';
import { createDownloadsService } from '../features/downloads/service.ts';
import { createRecordsStores } from '../features/edits/records-store.ts';
import { createEditsHandlers } from '../features/edits/handlers.ts';
import { createEditsService } from '../features/edits/service.ts';
import { createEditsStore } from '../features/edits/store.ts';
import { createProgressionService } from '../features/epub/progression.ts';
import { createResources } from '../features/epub/resources.ts';
import { createEpubService } from '../features/epub/service.ts';
import { createEpubStore } from '../features/epub/store.ts';
import { createLibrariesStore } from '../features/libraries/store.ts';
import { createVolumes } from '../features/libraries/volumes.ts';
import { createChangePublisher } from '../features/organise/publish-changes.ts';
import { createOrganiseService } from '../features/organise/service.ts';
import { createOrganiseStore } from '../features/organise/store.ts';
import { createOrganiseMutations } from '../features/organise/mutations.ts';
import { createPageTables } from '../features/pages/page-tables.ts';
import { createPageTexts } from '../features/pages/page-texts.ts';
import { createPagesService } from '../features/pages/service.ts';
import { createPagesStore } from '../features/pages/store.ts';
import { createProgressService } from '../features/progress/service.ts';
import { createProgressStore } from '../features/progress/store.ts';
import { createReadListsStore } from '../features/read-lists/store.ts';
import { createFontsService } from '../features/fonts/service.ts';
import { createFontsStore } from '../features/fonts/store.ts';
import { createGoalsService } from '../features/reading-stats/goals-service.ts';
import { createGoalsStore } from '../features/reading-stats/goals-store.ts';
import { createReadingsService } from '../features/readings/service.ts';
import { createReadingsStore } from '../features/readings/store.ts';
import { createReadingStatsService } from '../features/reading-stats/service.ts';
import { createReadingStatsStore } from '../features/reading-stats/store.ts';
import { createScanReportsService } from '../features/scan-reports/service.ts';
import { createScanReportsStore } from '../features/scan-reports/store.ts';
import { createSeriesUndo } from '../features/scan-reports/series-undo.ts';
import { createUndoStore } from '../features/scan-reports/undo-store.ts';
import { createSeriesService } from '../features/series/service.ts';
import { createSeriesStore } from '../features/series/store.ts';
import { createVolumesService } from '../features/volumes/service.ts';
import { createVolumesStore } from '../features/volumes/store.ts';
import { createDataExportService } from '../features/data-export/service.ts';
import { createDataExportStore } from '../features/data-export/store.ts';
import { createUploadsService } from '../features/uploads/service.ts';
import type { AppContext } from './app-context.ts';
import { createLibraries } from './libraries.ts';
import { createListServices } from './list-services.ts';
import { createMedia } from './media.ts';
import type { Caller } from '../http/api/caller.ts';
import type { ReadGate } from '../media/read-gate.ts';
import { createCoverUploads } from '../media/cover-uploads.ts';
import { inlineIfCheap } from '../query-worker/run-inline-if-cheap.ts';
import { createQueryWorker, type QueryWorker } from '../query-worker/query-worker.ts';
import type { BackgroundJobs } from './background-jobs.ts';

interface LibraryServicesOptions {
  context: AppContext;
  backgroundJobs: BackgroundJobs;
  /** Called with each book that someone reads. */
  onRead: (caller: Caller, bookPk: number) => void;
}

/** Uploaded covers, without those of records that no store has. */
const openUploads = async (
  { paths, limits, deletionClock }: AppContext,
  stores: readonly { exists: (id: string) => boolean }[],
) => {
  const uploads = createCoverUploads({ dir: paths.covers, limits });
  await uploads.sweep((id) => stores.some((store) => store.exists(id)), deletionClock());
  return uploads;
};

const createCreators = (
  { database }: AppContext,
  {
    queryWorker,
    ...services
  }: { queryWorker: QueryWorker } & Pick<CreatorsServiceOptions, 'series' | 'books' | 'edits'>,
) =>
  createCreatorsService({
    ...services,
    store: createCreatorsStore(database),
    list: (query) => queryWorker.run('creators', query),
    letters: (filter) => queryWorker.run('creatorLetters', filter),
    roles: () => queryWorker.run('creatorRoles'),
  });

/** Data that people keep about what they read. */
const createPersonalServices = ({ database, bus, clock }: AppContext) => ({
  annotations: createAnnotationsService({ store: createAnnotationsStore(database), bus, clock }),
  readingStats: createReadingStatsService({ store: createReadingStatsStore(database), clock }),
  fonts: createFontsService({ store: createFontsStore(database), bus, clock }),
  readingGoals: createGoalsService({ store: createGoalsStore(database), clock }),
  readings: createReadingsService({ store: createReadingsStore(database) }),
});

const createBookUploads = (
  { context: { settings, shutdown }, backgroundJobs }: LibraryServicesOptions,
  parts: Pick<Parameters<typeof createUploadsService>[0], 'libraries' | 'reader' | 'gated'>,
) => {
  const uploads = createUploadsService({
    ...parts,
    maxBytes: () => settings.get('library.upload_max_mb') * 1_000_000,
    scan: backgroundJobs.scanAfterAdd.soon,
  });
  shutdown.defer('uploads', () => uploads.close());
  return uploads;
};

const createFormats = (
  { context: { database, requester }, backgroundJobs: { scans } }: LibraryServicesOptions,
  gate: ReadGate,
) =>
  createBookFormatsService({
    store: createBookFormatsStore(database),
    gate,
    startScan: (libraryId, only) =>
      requester.outside(() => scans.start(libraryId, 'normal', { only }).task_id ?? ''),
  });

/** Exports of everything that people entered. */
const createDataExport = (
  { database, clock }: AppContext,
  parts: Pick<Parameters<typeof createDataExportService>[0], 'readLists' | 'uploads'>,
) =>
  createDataExportService({
    ...parts,
    store: createDataExportStore(database),
    version: readVersion(),
    clock,
  });

/** Services for libraries, their contents, and users' data about them. */
export const createLibraryServices = async (options: LibraryServicesOptions) => {
  const { context, backgroundJobs, onRead } = options;
  const { database, bus, clock, limits, log, paths, requester, lateWrite } = context;
  const { executor, queue, analysis } = backgroundJobs;
  const librariesStore = createLibrariesStore(database);
  const media = createMedia(context, {
    volumeOf: createVolumes({ libraries: () => librariesStore.all(), bus }),
    onSilent: (path) => {
      const library = librariesStore.all().find((row) => row.path === path);
      if (library) void libraries.get(library.id).catch(() => undefined);
    },
  });
  const { source, images, pdf, gate, gated, reader, parser, thumbnails } = media;
  const coversStore = createCoversStore(database);
  const collectionsStore = createCollectionsStore(database);
  const readListsStore = createReadListsStore(database);
  const volumesStore = createVolumesStore(database);
  const uploads = await openUploads(context, [coversStore, collectionsStore, readListsStore]);
  const covers = createCoversService({
    ...{ store: coversStore, thumbnails, pages: source, uploads, lateWrite },
  });
  const coverChoices = createCoverChoices({ store: coversStore, uploads, bus });
  const { libraries, removalHandlers } = createLibraries(context, backgroundJobs, {
    store: librariesStore,
    isSilent: gate.isSilent,
    filesOf: (id) => queryWorker.run('filesOfLibrary', id),
  });
  const booksStore = createBooksStore(database);
  const seriesStore = createSeriesStore(database);
  const queryWorker = createQueryWorker({
    databasePath: paths.database,
    ownerOf: requester.current,
    viewer: () => database.viewer(),
  });
  const formats = createFormats(options, gate);
  const books = createBooksService({
    store: booksStore,
    find: inlineIfCheap(booksStore, (...input) => queryWorker.run('books', ...input)),
    ids: inlineIfCheap({ ...booksStore, find: booksStore.ids }, (...input) =>
      queryWorker.run('bookIds', ...input),
    ),
    letters: inlineIfCheap({ ...booksStore, find: booksStore.letters }, (...input) =>
      queryWorker.run('bookLetters', ...input),
    ),
    matching: inlineIfCheap({ ...booksStore, find: booksStore.matching }, (...input) =>
      queryWorker.run('matchingBooks', ...input),
    ),
    compact: inlineIfShort(booksStore, (...input) => queryWorker.run('compactBooks', ...input)),
    gate,
    epubOf: source.epubOf,
    startAnalysis: analysis.start,
    formatsOf: (id) => formats.list(id),
  });
  const series = createSeriesService({
    store: seriesStore,
    find: inlineIfCheap(seriesStore, (...input) => queryWorker.run('series', ...input)),
    ids: inlineIfCheap({ ...seriesStore, find: seriesStore.ids }, (...input) =>
      queryWorker.run('seriesIds', ...input),
    ),
    letters: inlineIfCheap({ ...seriesStore, find: seriesStore.letters }, (...input) =>
      queryWorker.run('seriesLetters', ...input),
    ),
    matching: inlineIfCheap({ ...seriesStore, find: seriesStore.matching }, (...input) =>
      queryWorker.run('matchingSeries', ...input),
    ),
    startAnalysis: analysis.start,
  });
  const followUp = createChangePublisher({ executor, bus, log });
  const organiser = createOrganiseService({
    follow: followUp,
    store: createOrganiseStore(database),
    writes: createOrganiseMutations(database),
    executor,
    bus,
    log,
  });
  const reports = createScanReportsService({
    store: createScanReportsStore(database),
    undoStore: createUndoStore(database),
    seriesUndo: createSeriesUndo(database),
    follow: followUp,
    startAnalysis: analysis.start,
  });
  const edits = createEditsService({
    store: createEditsStore(database),
    records: createRecordsStores(database),
    series,
    books,
    queue,
    bus,
    clock,
  });
  const creators = createCreators(context, { queryWorker, series, books, edits });
  const pagesStore = createPagesStore(database);
  const pageTexts = createPageTexts({ store: pagesStore, parser, gated });
  const pages = createPagesService({
    store: pagesStore,
    source,
    pdf,
    tables: createPageTables({ reader, gated }),
    queue: images,
    analyze: analysis.finish,
    limits,
  });
  const epubStore = createEpubStore(database);
  const resources = createResources({ store: epubStore, source, parser, limits });
  const epub = createEpubService({ store: epubStore, books, pages, pdf, resources });
  const lists = createListServices(context, {
    collectionsStore,
    readListsStore,
    ...{ series, books, covers, uploads, parser },
  });
  const progress = createProgressService({
    store: createProgressStore(database),
    bus,
    onRead,
    clock,
  });
  return {
    media,
    queryWorker,
    covers,
    coverChoices,
    librariesStore,
    libraries,
    handlers: { ...removalHandlers, ...createEditsHandlers({ edits }) },
    books,
    formats,
    series,
    organiser,
    reports,
    followUp,
    uploads,
    edits,
    creators,
    pages,
    pageTexts,
    epub,
    ...lists,
    bookUploads: createBookUploads(options, { libraries, ...media }),
    dataExport: createDataExport(context, { readLists: lists.readLists, uploads }),
    downloads: createDownloadsService({ books, series, readLists: lists.readLists }),
    progress,
    progression: createProgressionService({ epub, progress }),
    ...createPersonalServices(context),
    volumes: createVolumesService({ store: volumesStore, organiser, books, progress }),
  };
};

export type LibraryServices = Awaited<ReturnType<typeof createLibraryServices>>;
