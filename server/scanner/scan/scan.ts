import { join } from 'node:path';
import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises';

import { isoNow } from '../../database/ids.ts';
import type { BookReader } from './book-reader.ts';
import { createScanWriter } from './scan-writer.ts';
import { hashFile } from '../analysis/hash-file.ts';
import { checkDiskSpace } from '../../jobs/disk-space.ts';
import { isOutOfReach, isUnchanged, type KnownBook } from './file-matching.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type ScanJob } from '../../jobs/jobs.ts';
import { createUnstableFiles } from './unstable-files.ts';
import { checkRoot, explainMassDeletion } from './missing-guard.ts';
import { isShortage, MediaError } from '../../media/media-error.ts';
import { findPathVariants } from './path-variants.ts';
import { type Displaced, matchMovedFiles } from './match-moved-files.ts';
import { createReport, type Report } from './report.ts';
import { createScanReporter, type ScanReporter } from './scan-reporter.ts';
import { seriesKeyOfUnopened } from '../series/series-strategy.ts';
import type { ScanLibrary } from './library-store.ts';
import { createScanStore, type ScanStore } from './store.ts';
import { normalize } from '../../text/search-key.ts';
import { type Walk, walk, type WalkedFile } from './walk.ts';

/** Avoids loading the parser, which takes as long as a small scan. */
const noSidecars = { readSidecar: () => null };

/** Poll interval of a paused scan; ms. */
const pausePollMs = 200;

/** A file modified within this time may be incomplete, ms. */
const defaultQuietMs = 5000;
/** Delays before the files that the machine or the drive did not deliver are read again, ms. */
const retryMs = [500, 2000];
/** For a file that a virus scanner or backup has locked, or without read permission. */
const notChecked =
  'The file cannot be read at the moment, so it was not checked. What Octavo knows about it is kept. Scan again later.';
const stillWritten = 'It is still being written. It will be read at the next scan.';

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
 * rest is done and the job fails with the question.
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

const runScan = async (
  job: ScanJob,
  context: JobContext,
  { store, library, reporter, report }: ScanParts,
): Promise<JobResults['scan']> => {
  const { confirmMissing = false, quietMs = defaultQuietMs } = job;
  const deep = job.mode === 'deep';
  const regroup = library.scanned_strategy !== library.series_strategy;
  const { progress } = reporter;
  const known = new Map(store.books(library.pk).map((book) => [book.path, book]));
  const present = [...known.values()].filter((book) => book.missing_since === null);

  let volume: string;
  let walked: Walk;
  try {
    volume = checkRoot(library.path, confirmMissing ? 0 : present.length);
    const excluded = JSON.parse(library.excluded_patterns) as string[];
    walked = walk(library.path, { excluded, cancelled: context.cancelled });
  } catch (error) {
    if (!isShortage(error)) store.setAvailable(library.pk, false);
    throw error;
  }
  if (context.cancelled()) throw new CancelledError();
  const ignored = store.ignored(library.pk);
  if (ignored.size > 0)
    walked.files = walked.files.filter(({ path }) => !ignored.has(normalize(path)));
  const files = new Map(walked.files.map((file) => [file.path, file]));
  progress.files_total = files.size;
  for (const { path, message } of walked.errors) reporter.error(path, message);
  reporter.tell();

  const { sidecars } = walked;
  const { readSidecar } = sidecars.size > 0 ? await import('./sidecar.ts') : noSidecars;
  const writer = createScanWriter(store, library, reporter, { readSidecar, sidecars, report });
  const respelled = findPathVariants(library.path, known, files);
  const atPathOf = (file: WalkedFile) => known.get(file.path) ?? respelled.get(file.path);
  const unmatchedFiles = walked.files.filter((file) => {
    const book = atPathOf(file);
    return !book || !isUnchanged(book, file);
  });
  const stillThere = new Set(respelled.values());
  const displaced: Displaced = { changed: [...stillThere], gone: [] };
  for (const book of known.values()) {
    const file = files.get(book.path);
    if (file && !isUnchanged(book, file)) displaced.changed.push(book);
    if (!file && !stillThere.has(book)) displaced.gone.push(book);
  }
  const matcher = matchMovedFiles(store, library, displaced, unmatchedFiles);
  // All moves are matched before anything is written, because a file can occupy the former path of
  // another.
  const movedTo = new Map<string, KnownBook>();
  for (const file of unmatchedFiles) {
    const book = matcher.movedHere(file);
    if (book) movedTo.set(file.path, book);
  }

  const seenBooks = new Set<number>();
  const keepUnchanged = (file: WalkedFile, book: KnownBook) => {
    seenBooks.add(book.pk);
    const key = writer.seen(book);
    if (book.error !== null) reporter.error(file.path, book.error);
    if (book.missing_since === null && !regroup) return;
    const place = seriesKeyOfUnopened(library.series_strategy, book);
    if (book.missing_since !== null || place.key !== key) writer.place(book, place);
  };

  let reader: BookReader | null = null;
  const loadReader = async (): Promise<BookReader> => {
    const { createBookReader } = await import('./book-reader.ts');
    const { pages, pdf } = await context.readers();
    return createBookReader(library, { deep, limits: context.limits, pages, pdf });
  };

  const unstable = createUnstableFiles(library.path, quietMs);
  const waiting = new Set<string>();
  /** Files that the machine or the drive did not deliver. */
  const unavailable = new Map<WalkedFile, string>();

  const process = async (file: WalkedFile): Promise<void> => {
    const atPath = atPathOf(file);
    const own = atPath && !matcher.isClaimed(atPath) ? atPath : undefined;
    const moved = movedTo.get(file.path);
    // A missing fingerprint means that the last attempt to open it failed; it can be readable now.
    if (own && !moved && !deep && own.fingerprint !== null && isUnchanged(own, file)) {
      keepUnchanged(file, own);
      return;
    }
    const postpone = () => {
      waiting.add(file.path);
      const book = moved ?? own;
      if (book) seenBooks.add(book.pk);
    };
    // A partially copied folder can lack pages without any error.
    if (file.entries && unstable.mayBeIncomplete(file)) {
      postpone();
      return;
    }
    reader ??= await loadReader();
    const found = await reader(file).catch((failure: unknown) => {
      if (!(failure instanceof MediaError) || failure.reason !== 'unavailable') throw failure;
      unavailable.set(file, failure.message);
      return null;
    });
    if (found === null) {
      const book = moved ?? own;
      if (book) seenBooks.add(book.pk);
      return;
    }
    const { fingerprint, note, error } = found.row;
    if (own && !moved && isOutOfReach(own, file, found)) {
      keepUnchanged(file, own);
      reporter.error(file.path, notChecked);
      return;
    }
    // A partial copy cannot be (fully) read.
    if ((error ?? note) !== null && unstable.mayBeIncomplete(file)) {
      postpone();
      return;
    }
    const hashOf = () =>
      file.entries ? null : hashFile(join(library.path, file.path), context.cancelled);
    const book =
      moved ??
      own ??
      (fingerprint === null ? null : matcher.sameContent(fingerprint, file, hashOf));
    if (error !== null) reporter.error(file.path, error);
    if (book) {
      seenBooks.add(book.pk);
      writer.update(book, found, { verified: deep });
    } else writer.add(found);
  };

  const stopIfCancelled = () => {
    if (!context.cancelled()) return;
    writer.flush();
    reporter.tell();
    throw new CancelledError();
  };

  const waitWhilePaused = async () => {
    if (!context.paused()) return;
    writer.flush();
    reporter.tell();
    while (context.paused() && !context.cancelled()) await delay(pausePollMs);
    if (context.cancelled()) return;
    // The drive may have disconnected meanwhile, or respond late after a suspend; neither is an
    // error of the books.
    try {
      if (checkRoot(library.path, present.length) !== volume) throw new JobError(otherDrive);
    } catch (error) {
      if (!isShortage(error)) store.setAvailable(library.pk, false);
      throw error;
    }
  };

  for (const file of walked.files) {
    await waitWhilePaused();
    stopIfCancelled();
    progress.current_file = file.path;
    await process(file);
    progress.files_processed += 1;
    if (reporter.tick()) {
      checkDiskSpace(context.database);
      await breathe();
    }
  }
  writer.flush();
  const unfinished = walked.files.filter(({ path }) => waiting.has(path));
  for await (const { path, file } of unstable.whenStable(unfinished, context.cancelled)) {
    await waitWhilePaused();
    stopIfCancelled();
    if (file) await process(file);
    else reporter.error(path, stillWritten);
  }
  for (const rest of retryMs) {
    const again = [...unavailable.keys()];
    if (again.length > 0) await delay(rest);
    unavailable.clear();
    for (const file of again) {
      await waitWhilePaused();
      stopIfCancelled();
      await process(file);
    }
  }
  // What is known about these books is kept; the next scan reads them.
  for (const [{ path }, message] of unavailable) reporter.error(path, message);
  progress.current_file = null;
  writer.flush();

  const missing = present.filter(
    (book) => !seenBooks.has(book.pk) && !isUnknown(book.path, walked),
  );
  const doubt = confirmMissing
    ? null
    : explainMassDeletion({
        missing: missing.length,
        present: present.length,
        found: files.size,
        errors: walked.errors,
        sameVolume: library.volume === null || library.volume === volume,
      });
  if (doubt === null) for (const book of missing) writer.remove(book);
  writer.finish({ isWhole: doubt === null });
  store.finish({
    pk: library.pk,
    volume: doubt === null ? volume : library.volume,
    scanned_strategy: library.series_strategy,
    now: isoNow(),
  });
  reporter.event({ type: 'library_updated', library_id: library.id, timestamp: isoNow() });
  reporter.flushEvents();
  reporter.tell();
  if (doubt !== null) throw new JobError(doubt);
  return progress;
};
