import { isoNow } from '../../database/ids.ts';
import { createScanWriter, type ScanWriter } from './scan-writer.ts';
import { checkDiskSpace } from '../../jobs/disk-space.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type ScanJob } from '../../jobs/jobs.ts';
import { removeConvertedTwins } from './converted-books.ts';
import { createUnstableFiles } from './unstable-files.ts';
import { checkRoot, explainMassDeletion } from './missing-guard.ts';
import { removeAbandonedDrafts } from '../../lib/file-drafts.ts';
import { isShortage } from '../../media/media-error.ts';
import { createFileProcessor, matchFiles } from './process-file.ts';
import { createCheckpoint, processFiles } from './process-files.ts';
import { createReport, type Report } from './report.ts';
import { createScanReporter, type ScanReporter } from './scan-reporter.ts';
import type { CalibreScan } from '../calibre/calibre-scan.ts';
import type { BookFormats } from '../calibre/book-formats.ts';
import { selectFiles } from './file-list.ts';
import type { ListedBook } from './file-matching.ts';
import type { ScanLibrary } from './library-store.ts';
import { createScanStore, type ScanStore } from './store.ts';
import { normalize } from '../../text/search-key.ts';
import { type Walk, walk } from './walk.ts';
import { walkOnly } from './walk-only.ts';

/** Avoids loading the parser, which takes as long as a small scan. */
const noSidecars = { readSidecar: () => null };

/** A file modified within this time may be incomplete, ms. */
const defaultQuietMs = 5000;

const otherDrive =
  'A different drive was connected in place of the one of this library while the scan was paused. Nothing was changed.';

interface ScanParts {
  store: ScanStore;
  library: ScanLibrary;
  reporter: ScanReporter;
  report: Report;
}

/** Whether errors of the walk leave the existence of this file unknown. */
const isUnknown = (path: string, { errors }: Walk): boolean =>
  errors.some((error) => path === error.path || path.startsWith(`${error.path}/`));

/**
 * Synchronises the rows of a library with its folder. Normal mode opens only new or changed files;
 * deep mode opens and verifies all. Moved, renamed and replaced files keep their ids. Missing files
 * are marked as such, unless they may only be inaccessible and this was not confirmed: then the
 * rest is done and the job fails with the question. With `only`, all other books stay as they are.
 */
export const scan = async (job: ScanJob, context: JobContext): Promise<JobResults['scan']> => {
  const store = createScanStore(context.database);
  const library = store.library(job.libraryId);
  if (!library) throw new JobError('The library was deleted.');
  checkDiskSpace(context.database);
  const reporter = createScanReporter(context.send);
  const report = createReport(context.database, library.pk, job);
  try {
    const progress = await runScan(job, context, { store, library, reporter, report });
    report.close(progress, 'completed');
    return progress;
  } catch (error) {
    const cancelled = error instanceof CancelledError;
    const reason = error instanceof JobError ? error.message : null;
    report.close(reporter.progress, cancelled ? 'cancelled' : 'failed', reason);
    throw error;
  }
};

/** Accesses the folder of a library, which is unavailable if that fails. */
const accessFolder = <Result>(
  { store, library }: Pick<ScanParts, 'store' | 'library'>,
  access: () => Result,
): Result => {
  try {
    return access();
  } catch (error) {
    if (!isShortage(error)) store.setUnavailable(library.pk);
    throw error;
  }
};

/** Checks that the folder of a library is there, and lists it. */
const walkFolder = (
  job: ScanJob,
  context: JobContext,
  { store, library }: Pick<ScanParts, 'store' | 'library'>,
  presentCount: number,
): { volume: string; walked: Walk } => {
  const volume = checkRoot(library.path, job.confirmMissing ? 0 : presentCount);
  if (job.only !== undefined) {
    return { volume, walked: walkOnly(library.path, job.only, store.folderSidecars(library.pk)) };
  }
  const excluded = JSON.parse(library.excluded_patterns) as string[];
  const { file_types: formats, metadata_sources } = library.scan_rules;
  const walked = walk(library.path, {
    excluded,
    formats,
    withSidecars: metadata_sources.sidecar,
    cancelled: context.cancelled,
  });
  return { volume, walked };
};

/** Reads calibre's database, if the library is one of calibre. */
const openCalibre = async (
  { only }: ScanJob,
  context: JobContext,
  {
    library,
    walked,
    ...parts
  }: Pick<ScanParts, 'store' | 'library' | 'reporter'> & { walked: Walk },
) => {
  if (!library.scan_rules.calibre) {
    if (only === undefined) parts.store.clearFormats(library.pk);
    return null;
  }
  const { scanCalibre } = await import('../calibre/calibre-scan.ts');
  const known = parts.store.books(library.pk).filter((book) => book.missing_since === null);
  const found = { library, walked, known, only: only !== undefined };
  return scanCalibre(found, { context, ...parts });
};

/** Writes what a book's other formats and calibre's columns say, after its file was processed. */
const afterBook =
  (
    calibre: CalibreScan | null,
    { writer, seenBooks }: { writer: ScanWriter; seenBooks: Set<number> },
  ) =>
  (path: string): void => {
    const choices = calibre?.choicesOf(path);
    if (choices) writer.choices(path, choices);
    const found = calibre?.formats.get(path);
    if (!found) return;
    writer.formats(path, found.files, found.former);
    for (const { pk } of found.former) seenBooks.add(pk);
  };

const runScan = async (
  job: ScanJob,
  context: JobContext,
  { store, library, reporter, report }: ScanParts,
): Promise<JobResults['scan']> => {
  const { confirmMissing = false, quietMs = defaultQuietMs } = job;
  const deep = job.mode === 'deep';
  const regroup = library.scanned_strategy !== library.series_strategy || library.has_new_rules;
  const only = job.only && new Set(job.only);
  const books = store.listedBooks(library.pk);
  const present = books.filter((book) => book.missing_since === null);
  // The others are not looked at, so they have neither moved nor gone.
  const isLookedAt = ({ path, missing_since }: (typeof books)[number]) =>
    only === undefined || only.has(path) || missing_since !== null;
  const known = new Map(books.filter(isLookedAt).map((book) => [book.path, book]));

  const own = { store, library };
  const { volume, walked } = accessFolder(own, () => walkFolder(job, context, own, present.length));
  if (context.cancelled()) throw new CancelledError();
  const ignored = store.ignored(library.pk);
  if (ignored.size > 0)
    walked.files = selectFiles(walked.files, ({ path }) => !ignored.has(normalize(path)));
  removeAbandonedDrafts(library.path, walked.drafts);
  for (const { path, message } of walked.errors) reporter.error(path, message);
  reporter.report();

  const found = { store, library, reporter, walked };
  const twins = await removeConvertedTwins(job, context, { ...found, known });
  const calibre = await openCalibre(job, context, found);
  const formats = calibre?.formats ?? new Map<string, BookFormats>();
  const assigned = new Map<string, ListedBook>();
  for (const [path, { book, former }] of formats) {
    if (book) assigned.set(path, book);
    for (const other of [book ?? [], former].flat()) known.delete(other.path);
  }
  const { sidecars, bookSidecars, folderCovers } = walked;
  const { readSidecar } = sidecars.size > 0 ? await import('./sidecar.ts') : noSidecars;
  const writer = createScanWriter(store, library, reporter, {
    readSidecar,
    sidecars,
    folderCovers,
    report,
  });
  writer.resume();
  const matches = matchFiles(store, library, known, walked.files, assigned);
  const unstable = createUnstableFiles(library.path, quietMs);
  const processor = createFileProcessor(
    { context, store, library, deep, regroup },
    { writer, reporter, matches, unstable, bookSidecars, calibre },
  );
  // The drive may have disconnected during a pause, or respond late after a suspend; neither is an error of the books.
  const checkpoint = createCheckpoint(context, { writer, reporter }, () =>
    accessFolder(own, () => {
      if (checkRoot(library.path, present.length) !== volume) throw new JobError(otherDrive);
    }),
  );
  const finishBook = afterBook(calibre, { writer, seenBooks: processor.seenBooks });
  await processFiles(walked, context, {
    processor,
    writer,
    reporter,
    unstable,
    checkpoint,
    finishBook,
  });

  const missing = present.filter(
    ({ pk, path }) => !twins.has(pk) && !processor.seenBooks.has(pk) && !isUnknown(path, walked),
  );
  const doubt =
    confirmMissing || only !== undefined
      ? null
      : explainMassDeletion({
          missing: missing.length,
          present: present.length,
          found: walked.files.length,
          errors: walked.errors,
          sameVolume: library.volume === null || library.volume === volume,
        });
  if (only !== undefined) writer.finish();
  else {
    if (doubt === null) for (const book of missing) writer.remove(book);
    writer.finish({ isWhole: doubt === null });
    store.transaction(() => store.setUnsupported(library.pk, walked.unsupported));
    store.finish({
      pk: library.pk,
      volume: doubt === null ? volume : library.volume,
      scanned_strategy: library.series_strategy,
      scan_rules: library.scan_rules,
      calibre_stamp: calibre?.stamp() ?? null,
      now: isoNow(),
    });
  }
  reporter.event({ type: 'library_updated', library_id: library.id, timestamp: isoNow() });
  reporter.flushEvents();
  reporter.report();
  if (doubt !== null) throw new JobError(doubt);
  return reporter.progress;
};
