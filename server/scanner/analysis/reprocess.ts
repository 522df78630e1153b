import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import { isoNow } from '../../database/ids.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import type { JobResults, ReprocessJob } from '../../jobs/jobs.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import type { ImagePage } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import { createAnalysisStore, type BookToAnalyze } from './analysis-store.ts';
import { analyze, makeCover, openTools, type AnalysisTools } from './analyze.ts';
import { checkFiles, type ReportProgress } from './check-files.ts';
import { rereadBooks } from './reread.ts';

/** Processes known books again, whatever their state. */
export const reprocess = async (
  job: ReprocessJob,
  context: JobContext,
): Promise<JobResults['reprocess']> => {
  const { action } = job;
  const scope = { book_ids: job.bookIds };
  const report: ReportProgress = (current, total, message) =>
    context.send({ type: 'analyze_progress', progress: { current, total, message } });
  if (action === 'analyze') await analyze({ kind: 'analyze', scope, force: true }, context);
  if (action === 'metadata') await readMetadata(scope, context, report);
  if (action === 'check') await checkFiles(job, context, report);
  if (action === 'covers') await remakeCovers(scope, context, report);
  return {};
};

/** Keeps the pages of files that did not change, so that nothing is analysed again. */
const readMetadata = async (
  scope: { book_ids: readonly string[] },
  context: JobContext,
  report: ReportProgress,
): Promise<void> => {
  const books = createAnalysisStore(context.database, scope).named();
  let done = 0;
  for (const [libraryId, some] of Map.groupBy(books, ({ library_id }) => library_id)) {
    await rereadBooks(libraryId, new Set(some.map(({ pk }) => pk)), context, {
      keepsPages: true,
      onBook: (title) => report((done += 1), books.length, title),
    });
  }
  if (context.cancelled()) throw new CancelledError();
};

/** Deletes the covers of books and their series in every size, and renders those of the books. */
const remakeCovers = async (
  scope: { book_ids: readonly string[] },
  context: JobContext,
  report: ReportProgress,
): Promise<void> => {
  const store = createAnalysisStore(context.database, scope);
  const books = store.readable();
  const tools = await openTools(context);
  for (const id of new Set(books.map(({ series_id }) => series_id))) tools.covers.remove(id);
  for (const [index, book] of books.entries()) {
    if (context.cancelled()) throw new CancelledError();
    tools.covers.remove(book.id);
    const cover = await remakeCover(book, tools);
    if (cover !== undefined) store.putRatio(book.pk, cover === null ? 0 : cover.ratio);
    const { id: book_id, series_id, library_id } = book;
    context.send({
      type: 'events',
      events: [
        {
          type: 'cover_updated',
          action: cover ? 'added' : 'removed',
          entity: 'book',
          ...{ book_id, series_id, library_id, timestamp: isoNow() },
        },
      ],
    });
    report(index + 1, books.length, book.title);
    await pause();
  }
};

/** Null without a cover, and undefined for a file that is not there at the moment. */
const remakeCover = async (book: BookToAnalyze, tools: AnalysisTools) => {
  const pages = decodePages(book.pages);
  const named = JSON.parse(book.cover ?? 'null') as ImagePage | null;
  try {
    const listing = { pages, cover: named };
    return await makeCover(book, join(book.root, book.path), listing, tools);
  } catch (error) {
    if (error instanceof MediaError || isSystemError(error)) return undefined;
    throw error;
  }
};
