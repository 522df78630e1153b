import { join } from 'node:path';

import type { JobContext } from '../../jobs/job-context.ts';
import { MediaError } from '../../media/media-error.ts';
import type { CalibreScan } from '../calibre/calibre-scan.ts';
import { hashFile } from '../analysis/hash-file.ts';
import { seriesKeyOfUnopened } from '../series/series-strategy.ts';
import type { BookReader } from './book-reader.ts';
import { notChecked, type ScannedBook } from './types.ts';
import type { WalkedFile } from './walked-file.ts';
import { type FileList, selectFiles } from './file-list.ts';
import {
  booksWithoutFile,
  isOutOfReach,
  isUnchanged,
  type KnownBook,
  type ListedBook,
} from './file-matching.ts';
import type { ScanLibrary } from './library-store.ts';
import { matchMovedFiles } from './match-moved-files.ts';
import { findPathVariants } from './path-variants.ts';
import { isOwnFault, ownFaultMessage } from './own-faults.ts';
import type { ScanReporter } from './scan-reporter.ts';
import type { SidecarFile } from './sidecar-files.ts';
import type { ScanWriter } from './scan-writer.ts';
import type { ScanStore } from './store.ts';
import type { UnstableFiles } from './unstable-files.ts';

/** Which known book a file is, by its path or because it moved. */
export const matchFiles = (
  store: ScanStore,
  library: ScanLibrary,
  known: ReadonlyMap<string, ListedBook>,
  files: FileList,
  /** Books that are known already to be at a path. */
  assigned: ReadonlyMap<string, ListedBook>,
) => {
  const homeless = booksWithoutFile(known, files);
  const respelled = findPathVariants(library.path, { known, homeless, files });
  const atPathOf = ({ path }: WalkedFile) =>
    assigned.get(path) ?? known.get(path) ?? respelled.get(path);
  const isUnmatched = (file: WalkedFile) => {
    const book = atPathOf(file);
    return !book || !isUnchanged(book, file);
  };
  const hasBooks = known.size > 0 || assigned.size > 0;
  const unmatchedFiles = hasBooks ? selectFiles(files, isUnmatched) : files;
  const stillThere = new Set(respelled.values());
  const changed = [...stillThere];
  for (const file of unmatchedFiles) {
    const book = known.get(file.path);
    if (book && !isUnchanged(book, file)) changed.push(book);
  }
  const gone = homeless.filter((book) => !stillThere.has(book));
  const matcher = matchMovedFiles(store, library, { changed, gone }, unmatchedFiles);
  // All moves are matched before anything is written, because a file can occupy the former path of
  // another.
  const movedTo = new Map<string, KnownBook>();
  for (const file of unmatchedFiles) {
    const book = matcher.movedHere(file);
    if (book) movedTo.set(file.path, book);
  }
  for (const path of movedTo.keys()) {
    const former = known.get(path);
    const isFree = former && !matcher.isClaimed(former);
    const book = isFree ? store.knownBook(former.pk) : undefined;
    if (book) matcher.displace(book);
  }

  /** The book at the path of a file, unless another file is that book. */
  const listedBook = (file: WalkedFile): ListedBook | undefined => {
    const atPath = atPathOf(file);
    return atPath && !matcher.isClaimed(atPath) ? atPath : undefined;
  };
  const ownBook = (file: WalkedFile): KnownBook | undefined => {
    const listed = listedBook(file);
    return listed && store.knownBook(listed.pk);
  };

  /** The book that a file is already known to be, unchanged. */
  const keptBook = (file: WalkedFile): ListedBook | null => {
    if (movedTo.has(file.path)) return null;
    const own = listedBook(file);
    // If the last attempt to open it failed, it can be readable now.
    return own?.is_read === 1 && isUnchanged(own, file) ? own : null;
  };

  return { ownBook, keptBook, matcher, movedTo };
};

const loadReader = async (
  library: ScanLibrary,
  { limits, readers }: JobContext,
  deep: boolean,
): Promise<BookReader> => {
  const { createBookReader } = await import('./book-reader.ts');
  const { pages, pdf } = await readers();
  return createBookReader(library, { deep, limits, pages, pdf });
};

/** Reports why a file was not read; one that the machine or the drive did not deliver can be read later. */
const createReadFailure =
  (reporter: ScanReporter, unavailable: Map<WalkedFile, string>) =>
  (file: WalkedFile) =>
  (failure: unknown): null => {
    if (isOwnFault(failure)) reporter.error(file.path, ownFaultMessage(failure));
    else if (failure instanceof MediaError && failure.reason === 'unavailable')
      unavailable.set(file, failure.message);
    else throw failure;
    return null;
  };

/** Processes the files of a scan: keeps unchanged books, and reads new and changed ones. */
export const createFileProcessor = (
  {
    context,
    store,
    library,
    deep,
    regroup,
  }: {
    context: JobContext;
    store: ScanStore;
    library: ScanLibrary;
    deep: boolean;
    regroup: boolean;
  },
  {
    writer,
    reporter,
    matches: { ownBook, keptBook, matcher, movedTo },
    unstable,
    bookSidecars,
    calibre,
  }: {
    writer: ScanWriter;
    reporter: ScanReporter;
    matches: ReturnType<typeof matchFiles>;
    unstable: UnstableFiles;
    /** Files beside the books, by path. */
    bookSidecars: ReadonlyMap<string, SidecarFile[]>;
    calibre: CalibreScan | null;
  },
) => {
  /** Keys of the books whose files exist. */
  const seenBooks = new Set<number>();
  const keepUnchanged = (file: WalkedFile, book: ListedBook) => {
    seenBooks.add(book.pk);
    const key = writer.seen(book);
    if (book.error !== null) reporter.error(file.path, book.error);
    if (book.missing_since === null && !regroup) return;
    const known = store.knownBook(book.pk);
    if (!known) return;
    const seriesKey = seriesKeyOfUnopened(library, known);
    if (book.missing_since !== null || seriesKey.key !== key) writer.assign(known, seriesKey);
  };

  let reader: BookReader | null = null;
  const knownSidecars = store.sidecars(library.pk);
  const sidecarsOf = ({ path }: WalkedFile): SidecarFile[] => bookSidecars.get(path) ?? [];
  const hasNewSidecars = (file: WalkedFile, book: ListedBook): boolean => {
    const known = knownSidecars.get(book.pk);
    const files = sidecarsOf(file);
    return files.length === 0 ? known !== undefined : known !== JSON.stringify(files);
  };

  const readWithSidecars = async (read: BookReader, file: WalkedFile): Promise<ScannedBook> => {
    const found = await read(file);
    const files = sidecarsOf(file);
    if (files.length === 0) return { ...found, sidecars: null };
    const { applySidecars } = await import('./book-sidecar.ts');
    const metadata = (await calibre?.metadataOf(file.path)) ?? null;
    return applySidecars(library, found, { files, calibre: metadata }, context.limits);
  };

  /** Takes changed sidecars without opening the book. */
  const applyAgain = async (file: WalkedFile, book: ListedBook): Promise<void> => {
    const { applySidecars, storedOwnRow } = await import('./book-sidecar.ts');
    seenBooks.add(book.pk);
    writer.flush();
    const known = store.knownBook(book.pk);
    const stored = store.storedBook(book.pk);
    if (!known || !stored) return;
    if (book.error !== null) reporter.error(file.path, book.error);
    const row = storedOwnRow(stored, store.sidecarsOf(book.pk)?.own ?? null);
    const seriesKey = seriesKeyOfUnopened(library, row);
    const nothing = { pages: [], cover: null, publication: null };
    const own: ScannedBook = { ...nothing, row, seriesKey };
    const metadata = (await calibre?.metadataOf(file.path)) ?? null;
    const sidecars = { files: sidecarsOf(file), calibre: metadata };
    const read = applySidecars(library, own, sidecars, context.limits);
    writer.update(known, read, { verified: false, opened: false });
  };

  /** Paths of files that may be incomplete. */
  const waiting = new Set<string>();
  /** Files that the machine or the drive did not deliver, with the message. */
  const unavailable = new Map<WalkedFile, string>();
  const notRead = createReadFailure(reporter, unavailable);

  /** The book of a file that need not be opened. */
  const unchangedBook = (file: WalkedFile): ListedBook | null =>
    deep || library.has_new_rules ? null : keptBook(file);

  /**
   * Keeps the book of an unchanged file and returns true, or returns false. Nearly all files of a
   * rescan are unchanged, and waiting for each takes as long as listing it.
   */
  const keep = (file: WalkedFile): boolean => {
    const book = unchangedBook(file);
    if (!book || hasNewSidecars(file, book)) return false;
    keepUnchanged(file, book);
    return true;
  };

  const process = async (file: WalkedFile): Promise<void> => {
    if (keep(file)) return;
    const unchanged = unchangedBook(file);
    if (unchanged) return applyAgain(file, unchanged);
    const own = ownBook(file);
    const moved = movedTo.get(file.path);
    const known = moved ?? own;
    const leave = () => void (known && seenBooks.add(known.pk));
    const postpone = () => {
      waiting.add(file.path);
      leave();
    };
    // A partially copied folder can lack pages without any error.
    if (file.entries && unstable.mayBeIncomplete(file)) {
      postpone();
      return;
    }
    reader ??= await loadReader(library, context, deep);
    const found = await readWithSidecars(reader, file).catch(notRead(file));
    if (found === null) {
      leave();
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
    const same = () =>
      fingerprint === null ? null : matcher.sameContent(fingerprint, file, hashOf);
    const book = known ?? same() ?? (error === null ? matcher.sameName(file) : null);
    if (error !== null) reporter.error(file.path, error);
    if (book) {
      seenBooks.add(book.pk);
      writer.update(book, found, { verified: deep });
    } else writer.add(found);
  };

  return { keep, process, seenBooks, waiting, unavailable };
};
