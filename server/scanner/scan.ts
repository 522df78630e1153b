import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises';

import { now } from '../database/ids.ts';
import type { BookReader } from './book-reader.ts';
import { createCatalogue } from './catalogue.ts';
import { hashFile } from './hash-file.ts';
import { checkDiskSpace } from './disk-space.ts';
import { createIdentity, isUnchanged, type KnownBook } from './identity.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import { JobError, type JobResults, type ScanJob } from './jobs.ts';
import { createLateFiles } from './late-files.ts';
import { checkRoot, doubtMissing } from './root.ts';
import { findRespelled } from './same-path.ts';
import { createReport, type Report } from './report.ts';
import { createScanReporter, type ScanReporter } from './scan-reporter.ts';
import { placeUnopened } from './series-strategy.ts';
import type { ScanLibrary } from './library-store.ts';
import { createScanStore, type ScanStore } from './store.ts';
import { type Walk, walk, type WalkedFile } from './walk.ts';

/** Loading what reads them takes as long as a small scan. */
const noSidecars = { readSidecar: () => null };

/** How often a paused scan asks whether it may go on; ms. */
const pausePollMs = 200;

/** What was written to within this time may not be whole yet. */
const defaultSettleMs = 5000;
const stillWritten = 'It is still being written. It is read at the next scan.';

const otherDrive =
  'Another drive took the place of the library while the scan was paused. Nothing was changed.';

const isGone = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    // Not reachable is not gone.
    return false;
  }
};

/** Books of the library that are not where they were, or not as they were. */
interface Displaced {
  changed: KnownBook[];
  gone: KnownBook[];
}

/** Recognises among `strangers`, the files without a book, those that books of any library were. */
const identify = (
  store: ScanStore,
  library: ScanLibrary,
  { changed, gone }: Displaced,
  strangers: readonly WalkedFile[],
) => {
  if (strangers.length === 0) return createIdentity({ displaced: [], gone: [] });
  const inodes = strangers.map(({ inode }) => inode);
  const moved = store
    .sameInode(library.pk, inodes)
    .filter(({ root, path }) => isGone(join(root, path)));
  const away = [...gone, ...store.missingElsewhere(library.pk), ...moved];
  return createIdentity({ displaced: [...changed, ...away], gone: away });
};

interface ScanParts {
  store: ScanStore;
  library: ScanLibrary;
  reporter: ScanReporter;
  report: Report;
}

/** Whether a walk's errors leave it open if the file at this path exists. */
const isUnknown = (path: string, { errors }: Walk): boolean =>
  errors.some((error) => path === error.path || path.startsWith(`${error.path}/`));

/**
 * Brings the rows of a library up to date with its folder. Normal mode opens only files that are new or
 * changed; deep opens and verifies all. Ids stay with files that move, are renamed or replaced. Files that
 * are gone are marked missing, unless something suggests that they are only out of reach and nobody has
 * confirmed it: then the rest is done and the job fails with the question.
 */
export const scan = async (job: ScanJob, context: JobContext): Promise<JobResults['scan']> => {
  const store = createScanStore(context.database);
  const library = store.library(job.libraryId);
  if (!library) throw new JobError('The library was deleted.');
  checkDiskSpace(context.database);
  const reporter = createScanReporter(context.send);
  const report = createReport(context.database, library.pk, job);
  try {
    const progress = await look(job, context, { store, library, reporter, report });
    report.close(progress, 'completed');
    return progress;
  } catch (error) {
    const cancelled = error instanceof CancelledError;
    const reason = error instanceof JobError ? error.message : null;
    report.close(reporter.progress, cancelled ? 'cancelled' : 'failed', reason);
    throw error;
  }
};

const look = async (
  job: ScanJob,
  context: JobContext,
  { store, library, reporter, report }: ScanParts,
): Promise<JobResults['scan']> => {
  const { confirmMissing = false, settleMs = defaultSettleMs } = job;
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
    store.setAvailable(library.pk, false);
    throw error;
  }
  if (context.cancelled()) throw new CancelledError();
  const ignored = store.ignored(library.pk);
  if (ignored.size > 0) walked.files = walked.files.filter(({ path }) => !ignored.has(path));
  const files = new Map(walked.files.map((file) => [file.path, file]));
  progress.files_total = files.size;
  for (const { path, message } of walked.errors) reporter.error(path, message);
  reporter.tell();

  const { sidecars } = walked;
  const { readSidecar } = sidecars.size > 0 ? await import('./sidecar.ts') : noSidecars;
  const catalogue = createCatalogue(store, library, reporter, { readSidecar, sidecars, report });
  const respelled = findRespelled(library.path, known, files);
  const atPathOf = (file: WalkedFile) => known.get(file.path) ?? respelled.get(file.path);
  const strangers = walked.files.filter((file) => {
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
  const identity = identify(store, library, displaced, strangers);
  // All moves are found before anything is written: a file may have taken the place of another.
  const movedTo = new Map<string, KnownBook>();
  for (const file of strangers) {
    const book = identity.movedHere(file);
    if (book) movedTo.set(file.path, book);
  }

  const accounted = new Set<number>();
  const settle = (file: WalkedFile, book: KnownBook) => {
    accounted.add(book.pk);
    const key = catalogue.seen(book);
    if (book.error !== null) reporter.error(file.path, book.error);
    if (book.missing_since === null && !regroup) return;
    const place = placeUnopened(library.series_strategy, book);
    if (book.missing_since !== null || place.key !== key) catalogue.place(book, place);
  };

  let reader: BookReader | null = null;
  const loadReader = async (): Promise<BookReader> => {
    const { createBookReader } = await import('./book-reader.ts');
    const { pages, pdf } = await context.readers();
    return createBookReader(library, { deep, limits: context.limits, pages, pdf });
  };

  const late = createLateFiles(library.path, settleMs);
  const waiting = new Set<string>();

  const process = async (file: WalkedFile): Promise<void> => {
    const atPath = atPathOf(file);
    const own = atPath && !identity.isTaken(atPath) ? atPath : undefined;
    const moved = movedTo.get(file.path);
    // Without a fingerprint the file could not be opened last time: it may be readable now.
    if (own && !moved && !deep && own.fingerprint !== null && isUnchanged(own, file)) {
      settle(file, own);
      return;
    }
    const postpone = () => {
      waiting.add(file.path);
      const book = moved ?? own;
      if (book) accounted.add(book.pk);
    };
    // Pages may be missing from a folder without a sign of it.
    if (file.entries && late.isYoung(file)) {
      postpone();
      return;
    }
    reader ??= await loadReader();
    const found = await reader(file);
    const { fingerprint, note, error } = found.row;
    // Half of a copy cannot be read, or not all of it.
    if ((error ?? note) !== null && late.isYoung(file)) {
      postpone();
      return;
    }
    const hashOf = () =>
      file.entries ? null : hashFile(join(library.path, file.path), context.cancelled);
    const book =
      moved ??
      own ??
      (fingerprint === null ? null : identity.sameContent(fingerprint, file, hashOf));
    if (error !== null) reporter.error(file.path, error);
    if (book) {
      accounted.add(book.pk);
      catalogue.update(book, found, { verified: deep });
    } else catalogue.add(found);
  };

  const stopIfCancelled = () => {
    if (!context.cancelled()) return;
    catalogue.flush();
    reporter.tell();
    throw new CancelledError();
  };

  const waitWhilePaused = async () => {
    if (!context.paused()) return;
    catalogue.flush();
    reporter.tell();
    while (context.paused() && !context.cancelled()) await delay(pausePollMs);
    if (context.cancelled()) return;
    // The drive may have gone meanwhile, or be late after a sleep: that is no fault of the books.
    try {
      if (checkRoot(library.path, present.length) !== volume) throw new JobError(otherDrive);
    } catch (error) {
      store.setAvailable(library.pk, false);
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
  catalogue.flush();
  const unfinished = walked.files.filter(({ path }) => waiting.has(path));
  for await (const { path, file } of late.rested(unfinished, context.cancelled)) {
    await waitWhilePaused();
    stopIfCancelled();
    if (file) await process(file);
    else reporter.error(path, stillWritten);
  }
  progress.current_file = null;
  catalogue.flush();

  const missing = present.filter(
    (book) => !accounted.has(book.pk) && !isUnknown(book.path, walked),
  );
  const doubt = confirmMissing
    ? null
    : doubtMissing({
        missing: missing.length,
        present: present.length,
        found: files.size,
        errors: walked.errors,
        sameVolume: library.volume === null || library.volume === volume,
      });
  if (doubt === null) for (const book of missing) catalogue.remove(book);
  catalogue.finish();
  store.finish({
    pk: library.pk,
    volume: doubt === null ? volume : library.volume,
    scanned_strategy: library.series_strategy,
    now: now(),
  });
  reporter.event({ type: 'library_updated', library_id: library.id, timestamp: now() });
  reporter.flushEvents();
  reporter.tell();
  if (doubt !== null) throw new JobError(doubt);
  return progress;
};
