import { type BookReaders, CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { forEachInIdleLanes } from '../../lib/idle-lanes.ts';
import { isOtherVersion, type PageSketch } from '../../media/page-sketch.ts';
import type { OfflineLibraries } from '../scan/offline-libraries.ts';
import { createPageSampler, OfflineError } from './page-sampler.ts';
import { type CandidatePair, createSignatureIndex } from './signature-index.ts';
import type { ComparedSignature, SignatureStore } from './signature-store.ts';
import { findSamePages, type SamePage } from './similar-books.ts';

/** New books that are looked up at once: bounds memory to some 50 MiB. */
const blockSize = 50_000;
/** Books between two checks for cancellation. */
const checkEvery = 1000;

/** Pairs of new books with others whose pages are worth comparing, by new book. */
const candidatesOf = (
  store: SignatureStore,
  books: readonly ComparedSignature[],
  cancelled: JobContext['cancelled'],
): Map<number, CandidatePair[]> => {
  const byPk = new Map(books.map((book) => [book.pk, book]));
  const index = createSignatureIndex(books, store.count());
  const candidates = new Map<number, CandidatePair[]>();
  let count = 0;
  for (const other of store.all()) {
    if (count++ % checkEvery === 0 && cancelled()) throw new CancelledError();
    for (const pair of index.pairsWith(other, byPk.has(other.pk))) {
      const { content_hash } = byPk.get(pair.pk) ?? {};
      if (content_hash !== '' && content_hash === other.content_hash) continue;
      const known = candidates.get(pair.pk);
      if (known) known.push(pair);
      else candidates.set(pair.pk, [pair]);
    }
  }
  return candidates;
};

type Sample = { sketchAt: (index: number) => Promise<PageSketch | null> };

/**
 * Minimum number of pages with different words or colours in another edition; a single one can be a
 * credits page.
 */
const minOtherPages = 2;

/** Whether several of the pages that two books share have different words or colours. */
const isOtherEdition = async (
  same: readonly SamePage[],
  first: Sample,
  second: Sample,
): Promise<boolean> => {
  let other = 0;
  for (const [index, [place, placeOfSecond]] of same.entries()) {
    if (other + same.length - index < minOtherPages) return false;
    const a = await first.sketchAt(place);
    const b = a && (await second.sketchAt(placeOfSecond));
    if (a && b && isOtherVersion(a, b)) other += 1;
    if (other === minOtherPages) return true;
  }
  return false;
};

/**
 * Compares new and changed books with all others, and stores the pairs that show the same pages.
 * Only pages of books with similar covers or sizes of pages are decoded, one after the other. A
 * book whose candidates are offline is compared again by the next search.
 */
export const findSimilar = async (
  store: SignatureStore,
  context: Pick<BookReaders, 'pages'> &
    Pick<JobContext, 'limits' | 'cancelled'> & { away: OfflineLibraries },
  onBook: (compared: number, title: string) => void,
): Promise<void> => {
  const { away, cancelled } = context;
  const sampler = createPageSampler(store, context);
  let compared = 0;

  /** Returns false if one of the books is out of reach. */
  const compare = async ({ pk, other, shifts }: CandidatePair): Promise<boolean> => {
    try {
      await sampler.use(pk, (book) =>
        sampler.use(other, async (second) => {
          for (const { library_pk } of [book.book, second.book]) {
            if (away.pks.has(library_pk)) throw new OfflineError();
          }
          onBook(compared, book.book.title);
          const same = await findSamePages(book.hashAt, second.hashAt, shifts);
          if (same.length === 0 || (await isOtherEdition(same, book, second))) return;
          store.savePair(pk, other);
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof OfflineError) return false;
      throw error;
    }
  };

  let books = store.newAfter(0, away.pks, blockSize);
  while (books.length > 0) {
    const candidates = candidatesOf(store, books, cancelled);
    const alone = books.map(({ pk }) => pk).filter((pk) => !candidates.has(pk));
    store.markCompared(alone);
    compared += alone.length;
    onBook(compared, '');
    await forEachInIdleLanes(candidates, async ([pk, pairs]) => {
      let isComplete = true;
      for (const pair of pairs) {
        if (cancelled()) throw new CancelledError();
        isComplete = (await compare(pair)) && isComplete;
      }
      if (isComplete) store.markCompared([pk]);
      compared += 1;
      onBook(compared, '');
    });
    books = store.newAfter(books.at(-1)?.pk ?? 0, away.pks, blockSize);
  }
};
