import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as pause, setTimeout as delay } from 'node:timers/promises';

import type { StoredPage } from '../media/stored-page.ts';
import { type AwayLibraries, createAwayLibraries } from './away.ts';
import { hashFile } from './hash-file.ts';
import { createHashStore, type BookToHash, type HashStore } from './hash-store.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import type { JobResults } from './jobs.ts';
import { hashPages } from './page-hashing.ts';
import { lookAgain } from './walk.ts';

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

/** That of a book; null when its file is another one by now. */
const hashBook = (book: BookToHash, cancelled: Cancelled): string | null => {
  const hash = hashFile(join(book.root, book.path), cancelled);
  const file = lookAgain(book.root, book.path, false);
  return file?.size === book.file_size && file.mtimeMs === book.file_modified_ms ? hash : null;
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
  away: AwayLibraries,
  { cancelled, send }: Pick<JobContext, 'cancelled' | 'send'>,
): Promise<Omit<JobResults['hash'], 'left_out'>> => {
  const result = { hashed: 0, failed: 0 };
  const total = store.filesLeft(away.pks);
  let toldAt = 0;
  const tell = (message: string) => {
    toldAt = Date.now();
    const current = result.hashed + result.failed;
    send({ type: 'hash_progress', progress: { current, total, message } });
  };

  let books = store.filesAfter(0, away.pks);
  while (books.length > 0) {
    for (const book of books) {
      if (away.pks.has(book.library_pk)) continue;
      if (Date.now() - toldAt >= progressMs) tell(book.title);
      const startedAt = Date.now();
      const hash = hashBook(book, cancelled);
      if (hash !== null) {
        store.saveFile(book, hash);
        result.hashed += 1;
      } else if (!away.hasGone(book.library_pk)) {
        result.failed += 1;
      }
      // A drive that is read without a rest leaves readers waiting.
      await delay((Date.now() - startedAt) / 2);
    }
    books = store.filesAfter(books.at(-1)?.pk ?? 0, away.pks);
  }
  tell('');
  return result;
};

const samplePages = async (
  store: HashStore,
  away: AwayLibraries,
  context: JobContext,
): Promise<void> => {
  const total = store.samplesLeft(away.pks);
  let current = 0;
  let toldAt = 0;
  const { pages } = await context.readers();
  await hashPages(store, { ...context, pages, away }, (message) => {
    current += 1;
    if (Date.now() - toldAt < progressMs) return;
    toldAt = Date.now();
    context.send({ type: 'hash_progress', progress: { current, total, message } });
  });
};

/**
 * Hashes what was not hashed yet, then groups the books that have a hash in common. Every hash is kept
 * as it comes, so a job that is broken off goes on where it stopped. Books of libraries that are away are left to the next search.
 */
export const hash = async (context: JobContext): Promise<JobResults['hash']> => {
  const store = createHashStore(context.database);
  try {
    await hashContents(store, context.cancelled);
    const away = createAwayLibraries(store.libraries());
    await samplePages(store, away, context);
    const result = await hashFiles(store, away, context);
    return { ...result, left_out: store.leftOut(away.pks) };
  } finally {
    store.regroup();
  }
};
