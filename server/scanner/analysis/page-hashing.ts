import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import { MediaError } from '../../media/media-error.ts';
import { pageHash } from '../../media/page-hash.ts';
import { isImagePage, type StoredPage } from '../../media/stored-page.ts';
import type { OfflineLibraries } from '../scan/offline-libraries.ts';
import type { HashStore } from './hash-store.ts';
import { type BookReaders, CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { sampleOf } from './similar-books.ts';

/** Drawing size for pages without a size of their own, pixels: sufficient for a hash. */
const box = { width: 200, height: 200 };

type PageReading = Pick<BookReaders, 'pages'> & Pick<JobContext, 'limits'>;

const hashPage = async (
  path: string,
  page: StoredPage | undefined,
  { pages, limits }: PageReading,
): Promise<string | null> => {
  if (!page || page.error !== undefined) return null;
  try {
    return await pageHash(await pages.read(path, page, box), limits);
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
};

/**
 * Computes the perceptual hashes of sampled pages. Reads one page at a time and saves per book, so
 * that readers are not slowed down and an interrupted job resumes where it stopped.
 */
export const hashPages = async (
  store: HashStore,
  context: PageReading & Pick<JobContext, 'cancelled'> & { away: OfflineLibraries },
  onBook: (title: string) => void,
): Promise<void> => {
  const { away } = context;
  let books = store.unsampledAfter(0, away.pks);
  while (books.length > 0) {
    for (const book of books) {
      if (away.pks.has(book.library_pk)) continue;
      const images = (JSON.parse(book.pages) as StoredPage[]).filter(isImagePage);
      const hashes: (string | null)[] = [];
      for (const index of sampleOf(images.length)) {
        if (context.cancelled()) throw new CancelledError();
        hashes.push(await hashPage(join(book.root, book.path), images[index], context));
        await pause();
      }
      const hasHash = hashes.some((hash) => hash !== null);
      if (!hasHash && away.checkOffline(book.library_pk)) continue;
      store.saveSample(book, hasHash ? hashes : []);
      onBook(book.title);
    }
    books = store.unsampledAfter(books.at(-1)?.pk ?? 0, away.pks);
  }
};
