import { basePath } from '../api/base-path.ts';
import type { Book } from '../../../shared/api/book-record.ts';
import type { PositionList, PublicationManifest } from '../../../shared/api/epub.ts';
import type { ReaderBook } from '../readers/comic/store/reader-store.ts';
import { booksCache } from '../../worker/cache-names.ts';
import { listOf, oneOf, pageNumber, record, text } from '../ui/checks.ts';

/** Data of a text or PDF besides its record. */
export type DownloadedDocument = {
  /** Paths of its files on the server, without the base path. */
  files: readonly string[];
  /** Number of positions, of which the last is the end of the book. */
  total: number;
} & ({ kind: 'pdf' } | { kind: 'text'; manifest: PublicationManifest; positions: PositionList });

/** A downloaded book: the data the reader needs, and the download's state. */
export interface DownloadedBook extends ReaderBook {
  userId: string;
  status: 'waiting' | 'paused' | 'kept' | 'failed';
  /** Why the download failed; null otherwise. */
  problem: 'full' | 'server' | null;
  pagesKept: number;
  /** Size of the downloaded pages. */
  bytes: number;
  /** Missing in a book of page images. */
  document?: DownloadedDocument;
  /** Downloaded because its series is kept automatically; removed when it has been read. */
  isAutomatic?: boolean;
  /** The server has a newer file; the downloaded one stays readable. */
  outdated?: boolean;
}

/** Far above those of any book. */
const maxTextLength = 10_000;
const maxPages = 1_000_000;

/** Required fields; records of older versions that do not match are dropped. */
const checkRecord = record({
  userId: text(maxTextLength),
  status: oneOf(['waiting', 'paused', 'kept', 'failed']),
  book: record({ id: text(maxTextLength), title: text(maxTextLength) }),
  pages: listOf(record({ number: pageNumber }), maxPages),
});

/** Cache storage and service workers need a secure context: HTTPS or localhost. */
export const canDownloadBooks = (): boolean =>
  window.isSecureContext && 'caches' in window && 'serviceWorker' in navigator;

const recordPrefix = `${basePath}/offline/books/`;
const pageKey = (bookId: string, page: number) =>
  `${basePath}/api/v1/books/${bookId}/pages/${page}`;
const coverKey = (bookId: string) => `${basePath}/api/v1/books/${bookId}/thumbnail`;

const open = () => caches.open(booksCache);

const parse = async (response: Response): Promise<DownloadedBook | null> => {
  const data: unknown = await response.json().catch(() => null);
  return checkRecord(data) === undefined ? null : (data as DownloadedBook);
};

export const readDownloadedBook = async (id: string): Promise<DownloadedBook | null> => {
  if (!canDownloadBooks()) return null;
  const response = await (await open()).match(recordPrefix + id);
  return response ? parse(response) : null;
};

export const readDownloadedBooks = async (): Promise<DownloadedBook[]> => {
  const cache = await open();
  const records: DownloadedBook[] = [];
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(recordPrefix)) continue;
    const response = await cache.match(request);
    const record = response ? await parse(response) : null;
    if (record) records.push(record);
  }
  return records;
};

export const writeDownloadedBook = async (record: DownloadedBook): Promise<void> =>
  (await open()).put(recordPrefix + record.book.id, Response.json(record));

/**
 * Stores a page where the service worker looks for it. @throws DOMException `QuotaExceededError`
 */
export const writePage = async (bookId: string, page: number, image: Blob): Promise<void> =>
  (await open()).put(pageKey(bookId, page), imageResponse(image));

export const writeCover = async (bookId: string, image: Blob): Promise<void> =>
  (await open()).put(coverKey(bookId), imageResponse(image));

const imageResponse = (image: Blob) =>
  new Response(image, {
    headers: { 'content-type': image.type, 'content-length': String(image.size) },
  });

/** Size of a stored page, or null. */
export const sizeOfPage = async (bookId: string, page: number): Promise<number | null> => {
  const response = await (await open()).match(pageKey(bookId, page));
  return response ? Number(response.headers.get('content-length')) : null;
};

/** Fingerprint of a file version. */
export const fileOf = ({ file_size, file_modified_at, page_count }: Book): string =>
  [file_size, file_modified_at, page_count].join(' ');

/** Number of pages or files of a download. */
export const partsOf = ({ document, pages }: DownloadedBook): number =>
  document?.files.length ?? pages.length;

/** Stores a file with its headers, among them the policy of books, without reading it into memory. */
export const writeFile = async (path: string, response: Response): Promise<void> =>
  (await open()).put(basePath + path, response);

/** A stored JSON file, or null. */
export const readStoredJson = async (path: string): Promise<unknown> => {
  if (!canDownloadBooks()) return null;
  const response = await (await open()).match(basePath + path);
  return (await response?.json()) ?? null;
};

/** Size of a stored file, or null. */
export const sizeOfFile = async (path: string): Promise<number | null> => {
  const response = await (await open()).match(basePath + path, { ignoreVary: true });
  return response ? (await response.blob()).size : null;
};

export const deleteDownloadedBook = async ({
  book,
  pages,
  document,
}: DownloadedBook): Promise<void> => {
  const cache = await open();
  await cache.delete(recordPrefix + book.id);
  await cache.delete(coverKey(book.id));
  for (const { number } of pages) await cache.delete(pageKey(book.id, number));
  for (const path of document?.files ?? []) {
    await cache.delete(basePath + path, { ignoreVary: true });
  }
};

export const deleteAllDownloadedBooks = (): Promise<boolean> => caches.delete(booksCache);
