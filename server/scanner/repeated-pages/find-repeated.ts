import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { type FindRepeatedJob, JobError, type JobResults } from '../../jobs/jobs.ts';
import { renderImage } from '../../media/images.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import { isImagePage } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { hashOfPage, keysOfPages } from './repeated-keys.ts';
import { createRepeatedStore, type FoundPage, type PagesOfBook } from './repeated-store.ts';

/** Minimum books with a page: fewer are coincidence, or editions of one book. */
const minBooks = 5;
/** Maximum pages that are read and shown, the most frequent first. */
const maxPages = 500;
/** Number of pages that count as the beginning and as the end of a book. */
const edgePages = 3;
/** Maximum books in which a page is looked for when it is read. */
const samples = 3;
const batchSize = 200;
/** Number of counters of the first pass, one byte each. */
const maxCounters = 2 ** 26;
const pictureWidth = 400;

interface Candidate {
  books: number;
  front: number;
  back: number;
  cover: number;
  /** Books, and the index of the page in them. */
  samples: { book: number; index: number }[];
}

const parse = ({ pages }: PagesOfBook) => decodePages(pages);

/**
 * Finds pages that many books of a library share by the checksums in their page lists, and reads each of
 * them once. Equal books count once. A first pass counts roughly with little memory, so that the second pass
 * stores only pages that can be repeated.
 */
export const findRepeatedPages = async (
  { libraryId }: FindRepeatedJob,
  context: JobContext,
): Promise<JobResults['find_repeated']> => {
  const store = createRepeatedStore(context.database);
  const library = store.library(libraryId);
  if (!library) throw new JobError('The library was deleted.');
  const totals = store.totals(library.pk);
  let current = 0;
  const report = (title: string) => {
    const total = 2 * totals.books;
    context.send({ type: 'hash_progress', progress: { current, total, message: title } });
  };
  /** Calls `use` with the distinct pages of each book that does not equal an earlier one. */
  const forEachBook = async (
    use: (book: number, indexes: ReadonlyMap<string, number>, count: number) => void,
  ) => {
    const known = new Set<number>();
    let after = 0;
    for (;;) {
      const books = store.books(library.pk, after, batchSize);
      const last = books.at(-1);
      if (!last) return;
      for (const book of books) {
        const keys = keysOfPages(parse(book));
        const content = crc32(keys.join(' '));
        if (known.has(content)) continue;
        known.add(content);
        const indexes = new Map<string, number>();
        for (const [index, key] of keys.entries())
          if (key !== null && !indexes.has(key)) indexes.set(key, index);
        use(book.pk, indexes, keys.length);
      }
      after = last.pk;
      current += books.length;
      report(last.title);
      await breathe();
      if (context.cancelled()) throw new CancelledError();
    }
  };

  const size = Math.min(maxCounters, 2 ** Math.ceil(Math.log2(4 * totals.pages + 1024)));
  const counters = new Uint8Array(size);
  const slotOf = (key: string) => crc32(key) & (size - 1);
  await forEachBook((_, indexes) => {
    for (const key of indexes.keys()) {
      const slot = slotOf(key);
      counters[slot] = Math.min(255, (counters[slot] ?? 0) + 1);
    }
  });
  const candidates = new Map<string, Candidate>();
  await forEachBook((book, indexes, count) => {
    for (const [key, index] of indexes) {
      if ((counters[slotOf(key)] ?? 0) < minBooks) continue;
      let candidate = candidates.get(key);
      if (!candidate) {
        candidate = { books: 0, front: 0, back: 0, cover: 0, samples: [] };
        candidates.set(key, candidate);
      }
      candidate.books += 1;
      candidate.front += Number(index < edgePages);
      candidate.back += Number(index >= count - edgePages);
      candidate.cover += Number(index === 0);
      if (candidate.samples.length < samples) candidate.samples.push({ book, index });
    }
  });

  const { pages: source } = await context.readers();
  const read = async (key: string, candidate: Candidate): Promise<FoundPage | null> => {
    for (const { book: pk, index } of candidate.samples) {
      const book = store.book(pk);
      const page = book && parse(book)[index];
      if (!book || !page || !isImagePage(page) || keysOfPages([page])[0] !== key) continue;
      try {
        const bytes = await source.read(toLongPath(join(library.root, book.path)), page);
        const [checksum, fileSize] = key.split(':').map(Number);
        if (crc32(bytes) !== checksum || bytes.length !== fileSize) continue;
        return {
          ...{ crc32: checksum, file_size: fileSize },
          hash: hashOfPage(bytes),
          picture: await renderImage(
            bytes,
            { width: pictureWidth, format: 'webp', quality: 80 },
            context.limits,
          ),
          book_count: candidate.books,
          front_count: candidate.front,
          back_count: candidate.back,
          cover_count: candidate.cover,
        };
      } catch (error) {
        // Another book may have the page.
        if (!(error instanceof MediaError) && !isSystemError(error)) throw error;
      }
    }
    return null;
  };
  const repeated = [...candidates]
    .filter(([, { books }]) => books >= minBooks)
    .sort(([, a], [, b]) => b.books - a.books)
    .slice(0, maxPages);
  const found: FoundPage[] = [];
  for (const [key, candidate] of repeated) {
    if (context.cancelled()) throw new CancelledError();
    const page = await read(key, candidate);
    if (page) found.push(page);
  }
  store.save(library.pk, found);
  return { found: found.length };
};
