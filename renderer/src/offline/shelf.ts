import { z } from 'zod';

import type { ReaderBook } from '../reader/reader-store.ts';
import { booksCache } from '../../worker/cache-names.ts';

/** A book of this device: all that the reader needs of it, and how far its pages have come. */
export interface KeptBook extends ReaderBook {
  userId: string;
  status: 'waiting' | 'paused' | 'kept' | 'failed';
  /** Why it failed; null otherwise. */
  problem: 'full' | 'server' | null;
  pagesKept: number;
  /** Bytes of the pages that are here. */
  bytes: number;
  /** Whether the server has another file of the book by now; what is here can be read all the same. */
  outdated?: boolean;
}

/** The least that a record must have to be shown; what an older version wrote differently is dropped. */
const recordSchema = z.looseObject({
  userId: z.string(),
  status: z.enum(['waiting', 'paused', 'kept', 'failed']),
  book: z.looseObject({ id: z.string(), title: z.string() }),
  pages: z.array(z.looseObject({ number: z.int() })),
});

/** Browsers give a page storage and a service worker over https and on the machine itself only. */
export const canKeepBooks = (): boolean =>
  window.isSecureContext && 'caches' in window && 'serviceWorker' in navigator;

const recordPrefix = '/offline/books/';
const pageKey = (bookId: string, page: number) => `/api/v1/books/${bookId}/pages/${page}`;
const coverKey = (bookId: string) => `/api/v1/books/${bookId}/thumbnail`;

const open = () => caches.open(booksCache);

const parse = async (response: Response): Promise<KeptBook | null> => {
  const result = recordSchema.safeParse(await response.json().catch(() => null));
  return result.success ? (result.data as unknown as KeptBook) : null;
};

export const readKeptBook = async (id: string): Promise<KeptBook | null> => {
  if (!canKeepBooks()) return null;
  const response = await (await open()).match(recordPrefix + id);
  return response ? parse(response) : null;
};

export const readKeptBooks = async (): Promise<KeptBook[]> => {
  const cache = await open();
  const records: KeptBook[] = [];
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(recordPrefix)) continue;
    const response = await cache.match(request);
    const record = response ? await parse(response) : null;
    if (record) records.push(record);
  }
  return records;
};

export const writeKeptBook = async (record: KeptBook): Promise<void> =>
  (await open()).put(recordPrefix + record.book.id, Response.json(record));

/** Where the service worker looks for it. @throws DOMException `QuotaExceededError` */
export const writePage = async (bookId: string, page: number, image: Blob): Promise<void> =>
  (await open()).put(pageKey(bookId, page), imageResponse(image));

export const writeCover = async (bookId: string, image: Blob): Promise<void> =>
  (await open()).put(coverKey(bookId), imageResponse(image));

const imageResponse = (image: Blob) =>
  new Response(image, {
    headers: { 'content-type': image.type, 'content-length': String(image.size) },
  });

/** Bytes of a page that is here, or null. */
export const sizeOfPage = async (bookId: string, page: number): Promise<number | null> => {
  const response = await (await open()).match(pageKey(bookId, page));
  return response ? Number(response.headers.get('content-length')) : null;
};

export const deleteKeptBook = async ({ book, pages }: KeptBook): Promise<void> => {
  const cache = await open();
  await cache.delete(recordPrefix + book.id);
  await cache.delete(coverKey(book.id));
  for (const { number } of pages) await cache.delete(pageKey(book.id, number));
};

export const deleteAllKeptBooks = (): Promise<boolean> => caches.delete(booksCache);
