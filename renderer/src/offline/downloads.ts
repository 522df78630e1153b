import { create } from 'zustand';

import type { Book } from '../../../shared/api/book-record.ts';
import { getBook } from '../../../shared/api/books.ts';
import { exportFoundBooks } from '../../../shared/api/exports.ts';
import { AppError } from '../../../shared/errors.ts';
import { api, bookThumbnailUrl, pageUrl } from '../api/client.ts';
import { writeOfflineUser } from '../api/offline-user.ts';
import { useSession } from '../api/session-store.ts';
import { readToken } from '../api/token.ts';
import { viewedPerson } from '../api/view-as.ts';
import type { ReaderBook } from '../readers/comic/store/reader-store.ts';
import { loadBook } from '../readers/comic/store/load-book.ts';
import { requestedWidth } from '../readers/comic/store/page-source.ts';
import type { PageShape } from '../readers/comic/stage/page-shape.ts';
import { requestPersistence } from './browser-storage.ts';
import {
  deleteAllDownloadedBooks,
  deleteDownloadedBook,
  fileOf,
  readDownloadedBook,
  readDownloadedBooks,
  sizeOfPage,
  writeCover,
  writeDownloadedBook,
  writePage,
  type DownloadedBook,
  type DownloadedDocument,
} from './book-store.ts';
import { writeAutomaticSeries } from './automatic-downloads.ts';
import {
  downloadFile,
  downloadFonts,
  downloadPdfFiles,
  loadDocument,
  refuseSignInPage,
} from './document-files.ts';

/** The downloaded books by id; null until loaded. */
export const useDownloads = create<{ books: Readonly<Record<string, DownloadedBook>> | null }>(
  () => ({
    books: null,
  }),
);

/** Concurrent page downloads; a browser allows six connections per server in total. */
const lanes = 3;

let running: { id: string; stop: AbortController } | null = null;

const known = () => useDownloads.getState().books ?? {};

const show = (record: DownloadedBook) =>
  useDownloads.setState({ books: { ...known(), [record.book.id]: record } });

/** Updates a book in the store and on disk; no-op if it was deleted. */
const change = async (id: string, changes: Partial<DownloadedBook>) => {
  const record = known()[id];
  if (!record) return;
  await store({ ...record, ...changes });
};

/** If the disk is full, the record is only shown; its pages are recounted later. */
const store = async (record: DownloadedBook) => {
  show(record);
  await writeDownloadedBook(record).catch((error: unknown) => {
    if (problemOf(error) !== 'full') throw error;
  });
};

/** Loads the downloads and resumes incomplete ones. Deletes those of another user. */
export const openDownloads = async (): Promise<void> => {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return;
  const { user } = session;
  const isOwn = ({ userId }: DownloadedBook) => userId === user.id;
  const records = await readDownloadedBooks();
  for (const other of records.filter((record) => !isOwn(record))) await deleteDownloadedBook(other);
  // One may have been chosen while the others were read.
  useDownloads.setState(({ books }) => ({
    books: {
      ...Object.fromEntries(records.filter(isOwn).map((record) => [record.book.id, record])),
      ...books,
    },
  }));
  writeOfflineUser(Object.keys(known()).length === 0 ? null : user);
  await compareWithServer();
  void pump();
};

/** Stops, and forgets what is on this device: the next person in this tab may be another one. */
export const closeDownloads = (): void => {
  running?.stop.abort();
  useDownloads.setState({ books: null });
};

/**
 * Queues a book for download, or again if its file has changed. `isAutomatic`: its series is kept
 * automatically.
 */
export const downloadBook = async (id: string, { isAutomatic = false } = {}): Promise<void> => {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return;
  if (running?.id === id) running.stop.abort();
  const opened = await openBook(id);
  void requestPersistence();
  // Never mix pages of two file versions.
  const before = known()[id] ?? (await readDownloadedBook(id));
  if (before) await deleteDownloadedBook(before);
  const record: DownloadedBook = {
    ...opened,
    userId: session.user.id,
    status: 'waiting',
    problem: null,
    pagesKept: 0,
    bytes: 0,
    ...((isAutomatic || before?.isAutomatic === true) && { isAutomatic: true }),
  };
  await store(record);
  // After the record, because openDownloads removes the owner while there are no downloads.
  writeOfflineUser(session.user);
  void pump();
};

/** A text or PDF with its list of files, any other book with its pages. */
const openBook = async (id: string): Promise<ReaderBook & Pick<DownloadedBook, 'document'>> => {
  const text = await loadDocument(id);
  if (text === null) return loadBook(id, new AbortController().signal);
  return { ...text, pages: [], directions: { metadata: null, library: null } };
};

/**
 * Flags downloads whose file has changed on the server, and removes those that this person cannot see
 * any more. Returns whether any was removed. No-op while offline, and while an admin sees less as somebody else.
 */
export const compareWithServer = async (isMeant = (_book: Book) => true): Promise<boolean> => {
  let hasRemoved = false;
  if (viewedPerson() !== null) return hasRemoved;
  const meant = Object.values(known()).filter(({ book }) => isMeant(book));
  const unchanged = await readUnchanged(meant.map(({ book }) => book));
  for (const { book, status } of meant) {
    if (unchanged.has(book.id)) continue;
    try {
      const current = await api.call(getBook, { params: { id: book.id } });
      if (fileOf(current) === fileOf(book)) continue;
      await change(book.id, { outdated: true });
      if (status === 'waiting') await downloadBook(book.id);
    } catch (error) {
      if (!(error instanceof AppError)) return hasRemoved;
      if (error.code !== 'NotFound' && error.code !== 'Forbidden') continue;
      await removeBook(book.id);
      hasRemoved = true;
    }
  }
  return hasRemoved;
};

/** Ids of those whose file is the same on the server, by one question for all; the others are asked for one by one. */
const readUnchanged = async (books: readonly Book[]): Promise<ReadonlySet<string>> => {
  if (books.length === 0) return new Set();
  const ids = books.map(({ id }) => id);
  const input = { query: { format: 'json' }, body: { ids } } as const;
  const found = (await api.call(exportFoundBooks, input).catch(() => [])) as unknown as Book[];
  const files = new Map(found.map((book) => [book.id, fileOf(book)]));
  return new Set(books.filter((book) => files.get(book.id) === fileOf(book)).map(({ id }) => id));
};

export const pauseBook = async (id: string): Promise<void> => {
  if (running?.id === id) running.stop.abort();
  await change(id, { status: 'paused' });
};

/** Resumes the download, or restarts it if the file has changed. */
export const resumeBook = async (id: string): Promise<void> => {
  if (known()[id]?.outdated === true) return downloadBook(id);
  await change(id, { status: 'waiting', problem: null });
  void pump();
};

/** Resumes downloads that failed because the server was lost. */
export const resumeHeldUp = async (): Promise<void> => {
  await compareWithServer();
  for (const { book, problem } of Object.values(known())) {
    if (problem === 'server') await resumeBook(book.id).catch(() => undefined);
  }
  void pump();
};

/** Cancels the download, or deletes the book. */
export const removeBook = async (id: string): Promise<void> => {
  const record = known()[id];
  if (!record) return;
  if (running?.id === id) running.stop.abort();
  const others = Object.fromEntries(Object.entries(known()).filter(([other]) => other !== id));
  useDownloads.setState({ books: others });
  if (Object.keys(others).length === 0) writeOfflineUser(null);
  await deleteDownloadedBook(record);
};

/** Deletes all downloads on this device. */
export const clearDownloads = async (): Promise<void> => {
  running?.stop.abort();
  useDownloads.setState({ books: {} });
  writeOfflineUser(null);
  writeAutomaticSeries([]);
  await deleteAllDownloadedBooks();
};

/** Processes the download queue, one book at a time. */
const pump = async (): Promise<void> => {
  if (running !== null) return;
  const next = Object.values(known()).find(({ status }) => status === 'waiting');
  if (!next) return;
  const stop = new AbortController();
  running = { id: next.book.id, stop };
  try {
    await fetchBook(next, stop.signal);
    if (!stop.signal.aborted) await change(next.book.id, { status: 'kept' });
  } catch (error) {
    if (!stop.signal.aborted) {
      await change(next.book.id, { status: 'failed', problem: problemOf(error) });
    }
  } finally {
    running = null;
  }
  void pump();
};

const problemOf = (error: unknown): DownloadedBook['problem'] =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'server';

/** Downloads the cover; a book without one can be read all the same. */
const keepCover = async (bookId: string, signal: AbortSignal): Promise<void> => {
  const cover = await fetchImage(bookThumbnailUrl(bookId), signal).catch(() => null);
  if (cover !== null) await writeCover(bookId, cover);
};

/** Downloads the missing pages or files in reading order. */
const fetchBook = async (record: DownloadedBook, signal: AbortSignal): Promise<void> => {
  const { book, document, pages } = record;
  if (document !== undefined) return fetchDocument(record, document, signal);
  let pagesKept = 0;
  let bytes = 0;
  const todo: PageShape[] = [];
  for (const page of pages) {
    const size = await sizeOfPage(book.id, page.number);
    if (size === null) todo.push(page);
    else {
      pagesKept += 1;
      bytes += size;
    }
  }
  await keepCover(book.id, signal);
  const lane = async (): Promise<void> => {
    for (let page = todo.shift(); page; page = todo.shift()) {
      const image = await fetchImage(addressOf(book.id, page), signal);
      await writePage(book.id, page.number, image);
      signal.throwIfAborted();
      pagesKept += 1;
      bytes += image.size;
      await change(book.id, { pagesKept, bytes });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

const fetchDocument = async (
  { book }: DownloadedBook,
  { kind, files }: DownloadedDocument,
  signal: AbortSignal,
): Promise<void> => {
  await keepCover(book.id, signal);
  if (kind === 'pdf') await downloadPdfFiles(signal);
  else await downloadFonts(signal).catch(() => signal.throwIfAborted());
  let bytes = 0;
  for (const [index, path] of files.entries()) {
    bytes += await downloadFile(path, signal);
    signal.throwIfAborted();
    await change(book.id, { pagesKept: index + 1, bytes });
  }
};

/** The original if this screen can show it, otherwise the size that the reader would request. */
const addressOf = (bookId: string, { number, mediaType, size }: PageShape): string => {
  const longest = Math.max(window.screen.width, window.screen.height) * window.devicePixelRatio;
  const width = requestedWidth(mediaType, size?.width ?? null, longest, 'off');
  return pageUrl(bookId, number, width === null ? {} : { width });
};

const fetchImage = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const token = readToken();
  const headers: Record<string, string> =
    token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal, redirect: 'error' });
  await refuseSignInPage(response, signal);
  return response.blob();
};
