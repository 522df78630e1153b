import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import type { StoredPage } from '../media/stored-page.ts';
import { createHashStore, type BookToHash, type HashStore } from './hash-store.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import type { JobResults } from './jobs.ts';
import { hashPages } from './page-hashing.ts';

/** Read at once: large enough for a disk, small enough to stop in between. */
const chunkBytes = 1024 * 1024;
const progressMs = 100;

type Cancelled = JobContext['cancelled'];

/**
 * What a book shows: SHA-256 over size and checksum of every page, in no order, so that other names and
 * another packing make no difference. Empty for a book whose pages have no checksums.
 */
export const contentHash = (pages: readonly StoredPage[]): string => {
  const marks = pages.map((page) =>
    'crc32' in page && page.crc32 !== 0 ? `${page.crc32}:${page.file_size}` : '',
  );
  if (marks.length === 0 || marks.includes('')) return '';
  return createHash('sha256').update(marks.sort().join()).digest('hex');
};

/** SHA-256 of a whole file; null when it is gone, cannot be read or is another one by now. */
const fileHash = (book: BookToHash, chunk: Buffer, cancelled: Cancelled): string | null => {
  let fd: number | undefined;
  try {
    fd = openSync(join(book.root, book.path), 'r');
    const hash = createHash('sha256');
    for (;;) {
      if (cancelled()) throw new CancelledError();
      const length = readSync(fd, chunk, 0, chunk.length, null);
      if (length === 0) break;
      hash.update(chunk.subarray(0, length));
    }
    // Whole milliseconds, as the walk takes them.
    const { size, mtimeMs } = fstatSync(fd, { bigint: true });
    const same = Number(size) === book.file_size && Number(mtimeMs) === book.file_modified_ms;
    return same ? hash.digest('hex') : null;
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

const hashContents = async (store: HashStore, cancelled: Cancelled): Promise<void> => {
  let books = store.contentsAfter(0);
  while (books.length > 0) {
    if (cancelled()) throw new CancelledError();
    store.saveContents(
      books.map(({ pages, ...book }) => ({
        ...book,
        hash: contentHash(JSON.parse(pages) as StoredPage[]),
      })),
    );
    await pause();
    books = store.contentsAfter(books.at(-1)?.pk ?? 0);
  }
};

const hashFiles = async (
  store: HashStore,
  { cancelled, send }: Pick<JobContext, 'cancelled' | 'send'>,
): Promise<JobResults['hash']> => {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const result = { hashed: 0, failed: 0 };
  const total = store.filesLeft();
  let toldAt = 0;
  const tell = (message: string) => {
    toldAt = Date.now();
    const current = result.hashed + result.failed;
    send({ type: 'hash_progress', progress: { current, total, message } });
  };

  let books = store.filesAfter(0);
  while (books.length > 0) {
    for (const book of books) {
      if (Date.now() - toldAt >= progressMs) tell(book.title);
      const hash = fileHash(book, chunk, cancelled);
      if (hash === null) result.failed += 1;
      else {
        store.saveFile(book, hash);
        result.hashed += 1;
      }
      await pause();
    }
    books = store.filesAfter(books.at(-1)?.pk ?? 0);
  }
  tell('');
  return result;
};

const samplePages = async (store: HashStore, context: JobContext): Promise<void> => {
  const total = store.samplesLeft();
  let current = 0;
  let toldAt = 0;
  await hashPages(store, context, (message) => {
    current += 1;
    if (Date.now() - toldAt < progressMs) return;
    toldAt = Date.now();
    context.send({ type: 'hash_progress', progress: { current, total, message } });
  });
};

/**
 * Hashes what was not hashed yet, then groups the books that have a hash in common. Every hash is kept
 * as it comes, so a job that is broken off goes on where it stopped.
 */
export const hash = async (context: JobContext): Promise<JobResults['hash']> => {
  const store = createHashStore(context.database);
  try {
    await hashContents(store, context.cancelled);
    await samplePages(store, context);
    return await hashFiles(store, context);
  } finally {
    store.regroup();
  }
};
