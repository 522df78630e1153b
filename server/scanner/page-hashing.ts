import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import { MediaError } from '../media/media-error.ts';
import { pageHash } from '../media/page-hash.ts';
import { isImagePage, type StoredPage } from '../media/stored-page.ts';
import type { AwayLibraries } from './away.ts';
import type { HashStore } from './hash-store.ts';
import { type BookReaders, CancelledError, type JobContext } from './job-context.ts';
import { sampleOf } from './look-alike.ts';

/** Into which pages without a size of their own are drawn, pixels: enough for a hash. */
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
 * Notes what sampled pages of each book look like that was not looked at yet. One page at a time, and kept
 * book by book, so that readers notice nothing and a job that is broken off goes on where it stopped.
 */
export const hashPages = async (
  store: HashStore,
  context: PageReading & Pick<JobContext, 'cancelled'> & { away: AwayLibraries },
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
      const told = hashes.some((hash) => hash !== null);
      if (!told && away.hasGone(book.library_pk)) continue;
      store.saveSample(book, told ? hashes : []);
      onBook(book.title);
    }
    books = store.unsampledAfter(books.at(-1)?.pk ?? 0, away.pks);
  }
};
