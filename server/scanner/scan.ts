import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import { now } from '../database/ids.ts';
import { placeByPath, type ReadBook, readBook } from './book-row.ts';
import { createCatalogue } from './catalogue.ts';
import { createIdentity, isUnchanged, type KnownBook } from './identity.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import { JobError, type JobResults, type ScanJob } from './jobs.ts';
import { checkRoot, checkVanished } from './root.ts';
import { createScanReporter } from './scan-reporter.ts';
import { keyOfPath } from './series-strategy.ts';
import { createScanStore, type ScanLibrary, type ScanStore } from './store.ts';
import { verifyPages } from './verify.ts';
import { type Walk, walk, type WalkedFile } from './walk.ts';

const isGone = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    // Not reachable is not gone.
    return false;
  }
};

/** Books whose file is not where they say, which the files without a book may be. */
const findDisplaced = (
  store: ScanStore,
  library: ScanLibrary,
  known: Map<string, KnownBook>,
  files: Map<string, WalkedFile>,
  strangers: WalkedFile[],
) => {
  if (strangers.length === 0) return createIdentity({ displaced: [], gone: [] });
  const own = [...known.values()].filter((book) => {
    const file = files.get(book.path);
    return !file || !isUnchanged(book, file);
  });
  const inodes = strangers.map(({ inode }) => inode);
  const moved = store
    .sameInode(library.pk, inodes)
    .filter(({ root, path }) => isGone(join(root, path)));
  const foreign = [...store.missingElsewhere(library.pk), ...moved];
  return createIdentity({
    displaced: [...own, ...foreign],
    gone: [...own.filter(({ path }) => !files.has(path)), ...foreign],
  });
};

/** Whether a walk's errors leave it open if the file at this path exists. */
const isUnknown = (path: string, { errors }: Walk): boolean =>
  errors.some((error) => path === error.path || path.startsWith(`${error.path}/`));

/**
 * Brings the rows of a library up to date with its folder. Normal mode opens only files that are new or
 * changed; deep opens and verifies all. Ids stay with files that move, are renamed or replaced. Files that
 * are gone are marked missing, unless something suggests that they are only out of reach.
 */
export const scan = async (job: ScanJob, context: JobContext): Promise<JobResults['scan']> => {
  const store = createScanStore(context.database);
  const library = store.library(job.libraryId);
  if (!library) throw new JobError('The library was deleted.');
  const deep = job.mode === 'deep';
  const reporter = createScanReporter(context.send);
  const { progress } = reporter;
  const known = new Map(store.books(library.pk).map((book) => [book.path, book]));
  const present = [...known.values()].filter((book) => book.missing_since === null);

  let walked: Walk;
  try {
    checkRoot(library.path, present.length);
    const excluded = JSON.parse(library.excluded_patterns) as string[];
    walked = walk(library.path, { excluded, cancelled: context.cancelled });
  } catch (error) {
    store.setAvailable(library.pk, false);
    throw error;
  }
  if (context.cancelled()) throw new CancelledError();
  const files = new Map(walked.files.map((file) => [file.path, file]));
  progress.files_total = files.size;
  for (const { path, message } of walked.errors) reporter.error(path, message);
  reporter.tell();

  const catalogue = createCatalogue(store, library, reporter, walked.sidecars);
  const strangers = walked.files.filter((file) => {
    const book = known.get(file.path);
    return !book || !isUnchanged(book, file);
  });
  const identity = findDisplaced(store, library, known, files, strangers);
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
    const wanted = keyOfPath(library.series_strategy, file.path) ?? key;
    if (book.missing_since !== null || key !== wanted) {
      catalogue.place(book, placeByPath(library.series_strategy, file.path));
    }
  };

  const read = async (file: WalkedFile): Promise<ReadBook> => {
    const found = await readBook(library.path, library.series_strategy, file, context);
    if (deep && found.row.error === null) {
      found.row.error = await verifyPages(
        join(library.path, file.path),
        found.pages,
        context.pages,
      );
    }
    if (found.row.error !== null) reporter.error(file.path, found.row.error);
    return found;
  };

  const process = async (file: WalkedFile): Promise<void> => {
    const inPlace = known.get(file.path);
    const own = inPlace && !identity.isTaken(inPlace) ? inPlace : undefined;
    const moved = movedTo.get(file.path);
    // Without a fingerprint the file could not be opened last time: it may be readable now.
    if (own && !moved && !deep && own.fingerprint !== null && isUnchanged(own, file)) {
      settle(file, own);
      return;
    }
    const found = await read(file);
    const { fingerprint } = found.row;
    const book =
      moved ?? own ?? (fingerprint === null ? null : identity.sameContent(fingerprint, file));
    if (book) {
      accounted.add(book.pk);
      catalogue.update(book, found, { verified: deep });
    } else catalogue.add(found);
  };

  for (const file of walked.files) {
    if (context.cancelled()) {
      catalogue.flush();
      throw new CancelledError();
    }
    progress.current_file = file.path;
    await process(file);
    progress.files_processed += 1;
    if (reporter.tick()) await pause();
  }
  progress.current_file = null;
  catalogue.flush();

  const missing = present.filter(
    (book) => !accounted.has(book.pk) && !isUnknown(book.path, walked),
  );
  const blind = walked.errors.some(({ directory }) => directory);
  try {
    if (!blind && !deep) checkVanished(missing.length, present.length);
    if (!blind) for (const book of missing) catalogue.remove(book);
  } finally {
    catalogue.finish();
    store.finish({ pk: library.pk, now: now() });
    reporter.event({ type: 'library_updated', library_id: library.id, timestamp: now() });
    reporter.flushEvents();
    reporter.tell();
  }
  return progress;
};
