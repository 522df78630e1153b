import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as pause, setTimeout as delay } from 'node:timers/promises';

import { decodePages } from '../../media/page-json.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { type OfflineLibraries, createOfflineLibraries } from '../scan/offline-libraries.ts';
import { hashFile } from './hash-file.ts';
import { createHashStore, type BookToHash, type HashStore } from './hash-store.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import type { HashJob, JobResults } from '../../jobs/jobs.ts';
import { findSimilar } from './find-similar.ts';
import { signBooks } from './sign-books.ts';
import { createSignatureStore, type SignatureStore } from './signature-store.ts';
import { statAgain } from '../scan/walk.ts';

const progressMs = 100;

type Cancelled = JobContext['cancelled'];

/**
 * Content hash of a book: SHA-256 over the sorted sizes and checksums of its pages, so that
 * renaming and repacking make no difference. Empty if the pages have no checksums.
 */
export const contentHash = (pages: readonly StoredPage[]): string => {
  const marks = pages.map((page) =>
    'crc32' in page && page.crc32 !== 0 ? `${page.crc32}:${page.file_size}` : '',
  );
  if (marks.length === 0 || marks.includes('')) return '';
  return createHash('sha256').update(marks.sort().join()).digest('hex');
};

/** Hashes a book; returns null if its file was replaced. */
const hashBook = (book: BookToHash, cancelled: Cancelled): string | null => {
  const hash = hashFile(join(book.root, book.path), cancelled);
  const file = statAgain(book.root, book.path, false);
  return file?.size === book.file_size && file.mtimeMs === book.file_modified_ms ? hash : null;
};

const hashContents = async (store: HashStore, cancelled: Cancelled): Promise<void> => {
  let books = store.contentsAfter(0);
  while (books.length > 0) {
    if (cancelled()) throw new CancelledError();
    store.saveContents(
      books.map(({ pages, ...book }) => ({
        ...book,
        hash: contentHash(decodePages(pages)),
      })),
    );
    await pause();
    books = store.contentsAfter(books.at(-1)?.pk ?? 0);
  }
};

const hashFiles = async (
  store: HashStore,
  away: OfflineLibraries,
  until: number,
  { cancelled, send }: Pick<JobContext, 'cancelled' | 'send'>,
): Promise<Omit<JobResults['hash'], 'left_out'>> => {
  const result = { hashed: 0, failed: 0 };
  const files = Date.now() < until ? store.filesToHash(away.pks) : [];
  let reportedAt = -Infinity;
  const report = (message: string) => {
    reportedAt = performance.now();
    const current = result.hashed + result.failed;
    send({ type: 'hash_progress', progress: { current, total: files.length, message } });
  };

  for (const pk of files) {
    if (Date.now() >= until) break;
    const book = store.fileToHash(pk);
    if (!book || away.pks.has(book.library_pk)) continue;
    if (performance.now() - reportedAt >= progressMs) report(book.title);
    const startedAt = performance.now();
    const hash = hashBook(book, cancelled);
    if (hash !== null) {
      store.saveFile(book, hash);
      result.hashed += 1;
    } else if (!away.checkOffline(book.library_pk)) {
      result.failed += 1;
    }
    // Pauses, because reading without a break would starve readers.
    await delay((performance.now() - startedAt) / 2);
  }
  // Otherwise the progress of the comparison stays.
  if (files.length > 0) report('');
  return result;
};

const comparePages = async (
  signatures: SignatureStore,
  away: OfflineLibraries,
  context: JobContext,
): Promise<void> => {
  const reportOf = (total: number) => {
    let reportedAt = -Infinity;
    return (current: number, message = '') => {
      if (current < total && performance.now() - reportedAt < progressMs) return;
      reportedAt = performance.now();
      context.send({ type: 'hash_progress', progress: { current, total, message } });
    };
  };
  await signBooks(signatures, context, reportOf(signatures.countUnsigned()));
  const total = signatures.countNew(away.pks);
  if (total === 0) return;
  const { pages } = await context.readers();
  await findSimilar(signatures, { ...context, pages, away }, reportOf(total));
};

/**
 * Compares the pages of new books with those of books that may look alike, reads files in full where
 * another one may be equal, then groups the books. Every result is saved at once, so an interrupted
 * job resumes where it stopped. Books of offline libraries are left to the next search.
 */
export const hash = async (
  { hanging, readFilesUntil = Infinity }: HashJob,
  context: JobContext,
): Promise<JobResults['hash']> => {
  const store = createHashStore(context.database);
  try {
    await hashContents(store, context.cancelled);
    const away = createOfflineLibraries(store.libraries(), hanging);
    await comparePages(createSignatureStore(context.database), away, context);
    const result = await hashFiles(store, away, readFilesUntil, context);
    return { ...result, left_out: store.leftOut(away.pks) };
  } finally {
    store.regroup();
  }
};
