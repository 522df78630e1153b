import { join } from 'node:path';

import { type BookReaders, CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { MediaError } from '../../media/media-error.ts';
import { pageHash } from '../../media/page-hash.ts';
import { type PageSketch, pageSketch } from '../../media/page-sketch.ts';
import { type ImagePage, isImagePage } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import type { OfflineLibraries } from '../scan/offline-libraries.ts';
import type { BookToSample, SignatureStore } from './signature-store.ts';
import { type PageHashAt, sampleOf } from './similar-books.ts';

/** Drawing size for pages without a size of their own, pixels: sufficient for a hash and a sketch. */
const box = { width: 256, height: 384 };

/** Thrown when a page cannot be read because its library went offline. */
export class OfflineError extends Error {
  override name = 'OfflineError';
}

interface Sampling extends Pick<BookReaders, 'pages'>, Pick<JobContext, 'limits' | 'cancelled'> {
  away: OfflineLibraries;
}

/** Reads a page and computes something of its bytes; null if it is unreadable. */
const readPage = async <Result>(
  book: BookToSample,
  page: ImagePage | undefined,
  { pages, limits, away }: Sampling,
  compute: (bytes: Buffer, limits: Sampling['limits']) => Promise<Result>,
): Promise<Result | null> => {
  if (!page || page.error !== undefined) return null;
  try {
    return await compute(await pages.read(join(book.root, book.path), page, box), limits);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    if (away.checkOffline(book.library_pk)) throw new OfflineError();
    return null;
  }
};

/** Hashes pages of books on demand, each once, and stores the hashes. */
export const createPageSampler = (store: SignatureStore, sampling: Sampling) => {
  const open = (book: BookToSample) => {
    const images = decodePages(book.pages).filter(isImagePage);
    const stored = JSON.parse(book.page_hashes ?? '[]') as (string | null)[];
    const pageIndexes = sampleOf(images.length);
    const hashes = pageIndexes.map((_, index) => {
      const hash = stored[index];
      return hash === undefined ? '' : hash;
    });
    const running = new Map<number, Promise<string | null>>();
    let isChanged = false;
    const hashAt: PageHashAt = (index) => {
      const known = hashes[index];
      if (known === undefined) return Promise.resolve(null);
      if (known !== '') return Promise.resolve(known);
      if (sampling.cancelled()) throw new CancelledError();
      const hashing =
        running.get(index) ??
        readPage(book, images[pageIndexes[index] ?? 0], sampling, pageHash).then((hash) => {
          hashes[index] = hash;
          isChanged = true;
          return hash;
        });
      running.set(index, hashing);
      return hashing;
    };
    /** A page to compare closely; not stored, because few pairs come that far. */
    const sketchAt = (index: number): Promise<PageSketch | null> =>
      readPage(book, images[pageIndexes[index] ?? 0], sampling, pageSketch);
    const save = () => {
      if (isChanged) store.saveHashes(book, hashes);
      isChanged = false;
    };
    return { book, hashAt, sketchAt, save };
  };

  const opened = new Map<number, { users: number; sample: ReturnType<typeof open> }>();
  return {
    /** Hands over the sampled pages of a book, or nothing if it has gone; saves them afterwards. */
    async use<Result>(
      pk: number,
      work: (sample: ReturnType<typeof open>) => Promise<Result>,
    ): Promise<Result | undefined> {
      let entry = opened.get(pk);
      if (!entry) {
        const book = store.book(pk);
        if (!book) return undefined;
        entry = { users: 0, sample: open(book) };
        opened.set(pk, entry);
      }
      entry.users += 1;
      try {
        return await work(entry.sample);
      } finally {
        entry.users -= 1;
        entry.sample.save();
        if (entry.users === 0) opened.delete(pk);
      }
    },
  };
};
