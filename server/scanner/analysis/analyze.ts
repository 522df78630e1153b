import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import { isDerived } from '../../../shared/api/book-record.ts';
import { clamp } from '../../../shared/clamp.ts';
import { isoNow } from '../../database/ids.ts';
import { forEachInLanes } from '../../lib/idle-lanes.ts';
import {
  type Allocate,
  type BufferPool,
  createBufferPool,
  withPooledBuffers,
} from '../../media/buffer-pool.ts';
import { createCoverFiles, type CoverFiles } from '../../media/cover-files.ts';
import { coverRatio } from '../../media/cover-ratio.ts';
import type { BookListing } from '../../media/formats/parsed-book.ts';
import type { Limits } from '../../media/limits.ts';
import { isSameFile, stampOf } from '../../media/file-stamp.ts';
import { fileVersion } from '../../media/file-version.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { countPages, type ImagePage, type StoredPage } from '../../media/stored-page.ts';
import {
  coverBox,
  coverCandidates,
  type CoverSource,
  renderCover,
} from '../../media/thumbnails.ts';
import { decodePages } from '../../media/page-json.ts';
import { type BookToAnalyze, createAnalysisStore } from './analysis-store.ts';
import { documentHash } from './document-hash.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError, type AnalyzeJob, type EntityEvent, type JobResults } from '../../jobs/jobs.ts';
import { type DerivedContents, listDerived } from './list-derived.ts';
import { analyzePages, readZipPage } from './page-analysis.ts';
import { isOwnFault, ownFaultMessage } from '../scan/own-faults.ts';
import { rereadBooks } from './reread.ts';

/** Covers made concurrently: the number of cores of the smallest supported machine. */
const maxLanes = 2;
/** While requests come, so that they have a processor of their own. */
const lanesBesideRequests = clamp(availableParallelism() - 1, 1, maxLanes);
const progressMs = 100;

interface Analysis extends DerivedContents {
  book: BookToAnalyze;
  cover: MadeCover | null;
  document_hash: string | null;
}

interface MadeCover {
  /** Width divided by height; null if it was made earlier. */
  ratio: number | null;
}

/** Resources for reading and rendering; one set for each job. */
export interface AnalysisTools {
  source: PageSource;
  limits: Limits;
  covers: CoverFiles;
  borrow: BufferPool;
}

export const openTools = async (context: JobContext): Promise<AnalysisTools> => {
  const { pages: source } = await context.readers();
  const covers = createCoverFiles(context.thumbnailsDir);
  return { source, limits: context.limits, covers, borrow: createBufferPool() };
};

/** Opens a ZIP archive once and blocks the thread: a scan reads one page, not the next ones. */
const readCover = (
  path: string,
  page: StoredPage,
  { source, limits }: AnalysisTools,
  allocate: Allocate,
): Promise<Buffer> =>
  page.source === undefined && !page.derived
    ? readZipPage(path, page, limits, allocate)
    : source.read(path, page, coverBox, allocate);

/** Makes the cover of a book unless that of the same page is there; returns whether it has one. */
export const makeCover = async (
  book: BookToAnalyze,
  path: string,
  { pages, cover: named }: Pick<BookListing, 'pages' | 'cover'>,
  tools: AnalysisTools,
): Promise<MadeCover | null> => {
  const { limits, covers, borrow } = tools;
  const key = { id: book.id, version: fileVersion(book) };
  const isMade = covers.has(key, 'webp');
  if (isMade && book.cover_ratio) return { ratio: null };
  const sources = [...(named ? [named] : []), ...pages]
    .filter(({ error }) => error === undefined)
    .slice(0, coverCandidates)
    .map(
      (page): CoverSource =>
        (allocate) =>
          readCover(path, page, tools, allocate),
    );
  try {
    const cover = await withPooledBuffers(borrow, (allocate) =>
      renderCover(sources, 'webp', limits, allocate),
    );
    if (isMade) covers.remove(book.id);
    covers.put(key, 'webp', cover);
    return { ratio: coverRatio(cover) };
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason === 'unavailable') throw error;
    // Throws if the file is not there, because its cover is unknown then.
    statSync(path);
    return null;
  }
};

/** Pages of a folder are checked one by one. */
const isListed = ({ file_size, file_modified_ms }: BookToAnalyze, path: string): boolean => {
  const stats = statSync(path, { bigint: true });
  const expected = { size: file_size, mtimeMs: file_modified_ms, inode: null };
  return !stats.isFile() || isSameFile(stampOf(stats), expected);
};

const readContents = async (
  { format, pages, cover }: BookToAnalyze,
  path: string,
  { source, limits }: AnalysisTools,
): Promise<DerivedContents> => {
  if (isDerived(format)) return listDerived(path, { source, limits });
  const listed = decodePages(pages);
  const listing = {
    pages: await analyzePages(path, listed, source, limits),
    cover: JSON.parse(cover ?? 'null') as ImagePage | null,
  };
  return { listing, error: null };
};

/** The error of a book of which no page can be shown; null for others. */
const errorOfPages = (pages: readonly StoredPage[]): string | null =>
  pages.every(({ error }) => error !== undefined)
    ? `No page can be shown. ${pages[0]?.error ?? 'The archive contains no page images.'}`
    : null;

/** Returns null if the file is gone or was replaced: the next scan handles it. */
const analyzeBook = async (book: BookToAnalyze, tools: AnalysisTools): Promise<Analysis | null> => {
  const path = join(book.root, book.path);
  try {
    if (!isListed(book, path)) return null;
    const document_hash = documentHash(path);
    const contents = await readContents(book, path, tools);
    const { listing } = contents;
    if (!isListed(book, path)) return null;
    const error = contents.error ?? errorOfPages(listing.pages);
    if (error !== null) return { book, listing, error, cover: null, document_hash };
    const cover = await makeCover(book, path, listing, tools);
    return { ...contents, book, cover, document_hash };
  } catch (error) {
    if (error instanceof MediaError || isSystemError(error)) return null;
    if (!isOwnFault(error)) throw error;
    const listing = { pages: decodePages(book.pages), cover: null };
    return { book, listing, error: ownFaultMessage(error), cover: null, document_hash: null };
  }
};

/** Events for the number of pages (also of the series), for an error, and for a cover or the lack of one. */
const eventsOf = ({ book, listing, error, cover }: Analysis): EntityEvent[] => {
  const { series_id, library_id } = book;
  const ofSeries = { series_id, library_id, timestamp: isoNow() };
  const ofBook = { book_id: book.id, ...ofSeries };
  const isRecounted = countPages(listing.pages) !== book.page_count;
  const hasLostCover = cover === null && book.cover_ratio !== 0;
  const events: EntityEvent[] = [];
  if (error !== null || isRecounted || hasLostCover)
    events.push({ type: 'book_updated', ...ofBook });
  if (isRecounted) events.push({ type: 'series_updated', ...ofSeries });
  if (cover) events.push({ type: 'cover_updated', action: 'added', entity: 'book', ...ofBook });
  return events;
};

/** Returns the number of files that are there. */
const reread = async (
  store: ReturnType<typeof createAnalysisStore>,
  context: JobContext,
): Promise<number> => {
  let found = 0;
  const byLibrary = Map.groupBy(store.named(), ({ library_id }) => library_id);
  for (const [libraryId, books] of byLibrary) {
    found += await rereadBooks(libraryId, new Set(books.map(({ pk }) => pk)), context);
  }
  return found;
};

/** Whether somebody asked for one book or series, and not for as many as there are. */
const isOfOne = (scope: AnalyzeJob['scope']): boolean =>
  scope !== 'all' && ('book_id' in scope || 'series_id' in scope);

/**
 * Second phase of a scan: detects page types and sizes, then makes the cover, book by book.
 * Processes whatever is not analysed yet, so it resumes after a restart. `force` re-lists the books
 * first.
 */
export const analyze = async (
  job: AnalyzeJob,
  context: JobContext,
): Promise<JobResults['analyze']> => {
  const store = createAnalysisStore(context.database, job.scope);
  const tools = await openTools(context);
  if (job.force) {
    const found = await reread(store, context);
    if (found === 0 && isOfOne(job.scope) && !context.cancelled())
      throw new JobError('The file no longer exists. Scan the library again.');
  }

  const result = { analyzed: 0, failed: 0 };
  const total = store.count();
  let current = 0;
  let reportedAt = -Infinity;
  const report = (message: string) => {
    reportedAt = performance.now();
    context.send({ type: 'analyze_progress', progress: { current, total, message } });
  };

  let books = store.after(0);
  while (books.length > 0) {
    const finished: Analysis[] = [];
    await forEachInLanes(
      () => (context.isServing?.() ? lanesBesideRequests : maxLanes),
      books,
      async (book) => {
        if (context.cancelled()) return;
        const analysis = await analyzeBook(book, tools);
        if (analysis) finished.push(analysis);
        current += 1;
        if (performance.now() - reportedAt >= progressMs) report(book.title);
        await pause();
      },
    );
    store.save(finished);
    const events = finished.flatMap(eventsOf);
    if (events.length > 0) context.send({ type: 'events', events });
    result.analyzed += finished.filter(({ error }) => error === null).length;
    result.failed += finished.filter(({ error }) => error !== null).length;
    if (context.cancelled()) throw new CancelledError();
    books = store.after(books.at(-1)?.pk ?? 0);
  }
  report('');
  return result;
};
