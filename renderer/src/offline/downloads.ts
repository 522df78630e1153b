import { create } from 'zustand';

import type { CurrentUser } from '../../../shared/api/auth.ts';
import type { Book } from '../../../shared/api/book-record.ts';
import { getBook } from '../../../shared/api/books.ts';
import { AppError } from '../../../shared/errors.ts';
import { api, bookThumbnailUrl, pageUrl } from '../api/client.ts';
import { readOfflineUser, writeOfflineUser } from '../api/offline-user.ts';
import { useSession } from '../api/session-store.ts';
import { readToken } from '../api/token.ts';
import { loadBook } from '../reader/load-book.ts';
import { requestedWidth } from '../reader/page-source.ts';
import type { PageShape } from '../reader/page-shape.ts';
import { requestPersistence } from './browser-storage.ts';
import {
  deleteAllKeptBooks,
  deleteKeptBook,
  readKeptBooks,
  sizeOfPage,
  writeCover,
  writeKeptBook,
  writePage,
  type KeptBook,
} from './shelf.ts';

/** The books of this device by id; null until they have been read. */
export const useDownloads = create<{ books: Readonly<Record<string, KeptBook>> | null }>(() => ({
  books: null,
}));

/** Pages that are fetched at the same time; a browser has six connections for everything. */
const lanes = 3;

let running: { id: string; stop: AbortController } | null = null;

const known = () => useDownloads.getState().books ?? {};

const show = (record: KeptBook) =>
  useDownloads.setState({ books: { ...known(), [record.book.id]: record } });

/** Changes a book where it is shown and where it is stored; nothing where it is gone by now. */
const change = async (id: string, changes: Partial<KeptBook>) => {
  const record = known()[id];
  if (!record) return;
  await store({ ...record, ...changes });
};

/** A full disk takes no record either: it is shown all the same, and its pages are counted anew later. */
const store = async (record: KeptBook) => {
  show(record);
  await writeKeptBook(record).catch((error: unknown) => {
    if (problemOf(error) !== 'full') throw error;
  });
};

/** Reads what is on this device and goes on with what is not complete. Another person's books go. */
export const openDownloads = async (user: CurrentUser): Promise<void> => {
  const owner = readOfflineUser();
  if (owner !== null && owner.id !== user.id) await clearDownloads();
  const records = await readKeptBooks();
  useDownloads.setState({ books: Object.fromEntries(records.map((each) => [each.book.id, each])) });
  await compareWithServer();
  void pump();
};

/** Asks for a book to be kept, or for its new file; it is fetched when those before it are here. */
export const keepBook = async (id: string): Promise<void> => {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return;
  if (running?.id === id) running.stop.abort();
  const opened = await loadBook(id, new AbortController().signal);
  requestPersistence();
  writeOfflineUser(session.user);
  // Pages of two files must not lie in one book.
  const before = known()[id];
  if (before) await deleteKeptBook(before);
  const record: KeptBook = {
    ...opened,
    userId: session.user.id,
    status: 'waiting',
    problem: null,
    pagesKept: 0,
    bytes: 0,
  };
  await store(record);
  void pump();
};

/** Notes which books have another file on the server by now. Does nothing where it is not reached. */
export const compareWithServer = async (): Promise<void> => {
  for (const { book, status } of Object.values(known())) {
    try {
      const current = await api.call(getBook, { params: { id: book.id } });
      if (fileOf(current) === fileOf(book)) continue;
      await change(book.id, { outdated: true });
      if (status === 'waiting') await keepBook(book.id);
    } catch (error) {
      // Gone from the library, it can still be read here.
      if (!(error instanceof AppError)) return;
    }
  }
};

/** Changes with every change of the file. */
const fileOf = ({ file_size, file_modified_at, page_count }: Book): string =>
  [file_size, file_modified_at, page_count].join(' ');

export const pauseBook = async (id: string): Promise<void> => {
  if (running?.id === id) running.stop.abort();
  await change(id, { status: 'paused' });
};

/** Goes on where it stopped, or from the start where the file is another one by now. */
export const resumeBook = async (id: string): Promise<void> => {
  if (known()[id]?.outdated === true) return keepBook(id);
  await change(id, { status: 'waiting', problem: null });
  void pump();
};

/** Goes on with what the lost server held up. */
export const resumeHeldUp = async (): Promise<void> => {
  await compareWithServer();
  for (const { book, problem } of Object.values(known())) {
    if (problem === 'server') await resumeBook(book.id).catch(() => undefined);
  }
  void pump();
};

/** Cancels the book, or frees the space it takes. */
export const removeBook = async (id: string): Promise<void> => {
  const record = known()[id];
  if (!record) return;
  if (running?.id === id) running.stop.abort();
  const others = Object.fromEntries(Object.entries(known()).filter(([other]) => other !== id));
  useDownloads.setState({ books: others });
  if (Object.keys(others).length === 0) writeOfflineUser(null);
  await deleteKeptBook(record);
};

/** Leaves nothing of anybody's books on this device. */
export const clearDownloads = async (): Promise<void> => {
  running?.stop.abort();
  useDownloads.setState({ books: {} });
  writeOfflineUser(null);
  await deleteAllKeptBooks();
};

/** Fetches the books that wait, one after the other. */
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

const problemOf = (error: unknown): KeptBook['problem'] =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'server';

/** Fetches the pages that are not here yet, in reading order. */
const fetchBook = async ({ book, pages }: KeptBook, signal: AbortSignal): Promise<void> => {
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
  await writeCover(book.id, await fetchImage(bookThumbnailUrl(book.id), signal));
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

/** The stored bytes where this screen can show them, otherwise what the reader would ask for. */
const addressOf = (bookId: string, { number, mediaType, size }: PageShape): string => {
  const longest = Math.max(window.screen.width, window.screen.height) * window.devicePixelRatio;
  const width = requestedWidth(mediaType, size?.width ?? null, longest, 'off');
  return pageUrl(bookId, number, width === null ? {} : { width });
};

const fetchImage = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const token = readToken();
  const headers: Record<string, string> =
    token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return response.blob();
};
