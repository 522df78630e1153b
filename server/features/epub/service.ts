import { LRUCache } from 'lru-cache';

import type {
  BookSearch,
  PositionList,
  PublicationLink,
  PublicationManifest,
} from '../../../shared/api/epub.ts';
import { AppError, retryAfter } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import { fileVersion } from '../../media/file-version.ts';
import type { Pdf } from '../../media/pdf/pdf.ts';
import { isUncounted, positionsOf, type StoredPage } from '../../media/stored-page.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import { createFairQueue } from '../../tasks/fair-queue.ts';
import type { BooksService } from '../books/service.ts';
import { pagesBeingRead, type PagesService } from '../pages/types.ts';
import { manifestOf, pageLinks } from './manifest.ts';
import type { Resources } from './resources.ts';
import type { EpubStore } from './store.ts';

export interface EpubService {
  /**
   * Manifest of any book. Waits briefly for its analysis, which counts the pages of texts. The reading order
   * of a PDF is the file itself, or with `asImages` its pages.
   */
  manifest(
    caller: Caller,
    bookId: string,
    options?: { asImages?: boolean },
  ): Promise<PublicationManifest>;
  /**
   * Positions of any book: where each of its pages begins. Throws `ServiceUnavailable` if the pages of a text are
   * still being counted, because a reader would save each place as that of page 1.
   */
  positions(caller: Caller, bookId: string): Promise<PositionList>;
  /** Searches the text of an EPUB; the signal cancels it. Throws `ServiceUnavailable` if too many searches wait. */
  search(
    caller: Caller,
    bookId: string,
    wanted: { q: string; limit: number },
    signal: AbortSignal,
  ): Promise<BookSearch>;
  /** A file of an EPUB, by path in the container. */
  resource: Resources['get'];
}

/** Maximum PDFs for which the result of the text check is cached. */
const maxRemembered = 2000;
/** A search holds a text of up to 16 million characters, several times. */
const searchLimits = { concurrency: 2, limit: 40, share: 10 };

const tooManySearches = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many searches are waiting; try again in a moment',
    retryAfter(5),
  );

interface EpubServiceOptions {
  store: EpubStore;
  books: Pick<BooksService, 'get'>;
  pages: Pick<PagesService, 'stored'>;
  pdf: Pick<Pdf, 'hasText'>;
  resources: Resources;
}

export const createEpubService = ({
  store,
  books,
  pages,
  pdf,
  resources,
}: EpubServiceOptions): EpubService => {
  const searches = createFairQueue({ ...searchLimits, refuse: tooManySearches });
  const partsOf = async (caller: Caller, bookId: string) => {
    const stored = await pages.stored(bookId);
    return {
      // Read after the pages, because counting them may have changed it.
      book: books.get(caller, bookId),
      pages: stored.pages,
      isAnalyzing: stored.isAnalyzing,
      publication: store.publication(stored.book.pk),
      direction: store.direction(stored.book.pk),
      isTextual: null,
      path: pathInLibrary(stored.book),
      version: `${bookId} ${fileVersion(stored.book)}`,
    };
  };
  /**
   * Cached by version of the file, because opening a PDF takes 100 ms or more, which would delay the first
   * page.
   */
  const textual = new LRUCache<string, boolean>(maxEntries(maxRemembered));
  /** An unreadable file still has a manifest. */
  const isTextualPdf = async (path: string, version: string): Promise<boolean | null> => {
    const known = textual.get(version);
    if (known !== undefined) return known;
    try {
      const isTextual = await pdf.hasText(path);
      textual.set(version, isTextual);
      return isTextual;
    } catch {
      return null;
    }
  };
  const search: EpubService['search'] = async (caller, bookId, { q, limit }, signal) => {
    const parts = await partsOf(caller, bookId);
    const links = pageLinks(parts);
    const { positions } = positionsOfBook(parts.pages, links);
    const texts = parts.pages.flatMap((page, index) => {
      const link = links[index];
      return page.source === 'text' && link ? [{ path: page.filename, link }] : [];
    });
    // Imported on demand, because it loads the markup parser, which would add 7 ms to startup.
    const { searchTexts } = await import('./search.ts');
    return searchTexts({
      texts,
      positions,
      read: async (path) => (await resources.get(bookId, path)).body,
      ...{ words: q, limit, signal },
    });
  };
  return {
    manifest: async (caller, bookId, { asImages = false } = {}) => {
      const parts = await partsOf(caller, bookId);
      const isTextual =
        parts.book.format === 'pdf' ? await isTextualPdf(parts.path, parts.version) : null;
      return manifestOf({ ...parts, isTextual, asImages });
    },
    positions: async (caller, bookId) => {
      const parts = await partsOf(caller, bookId);
      if (parts.isAnalyzing && parts.pages.some(isUncounted)) throw pagesBeingRead();
      return positionsOfBook(parts.pages, pageLinks(parts));
    },
    search: (caller, bookId, wanted, signal) =>
      searches.run(() => search(caller, bookId, wanted, signal), String(caller.user_pk)),
    resource: resources.get,
  };
};

/** The Readium position list of a book whose pages are its reading order, one link per page. */
const positionsOfBook = (
  pages: readonly StoredPage[],
  links: readonly PublicationLink[],
): PositionList => {
  const total = pages.reduce((sum, page) => sum + positionsOf(page), 0);
  let before = 0;
  const positions = pages.flatMap((page, index) => {
    const link = links[index];
    const count = positionsOf(page);
    const start = before;
    before += count;
    return Array.from({ length: link ? count : 0 }, (_, index) => ({
      href: link?.href ?? '',
      type: link?.type ?? page.media_type,
      ...(link?.title === undefined ? {} : { title: link.title }),
      locations: {
        position: start + index + 1,
        progression: index / count,
        totalProgression: (start + index) / total,
      },
    }));
  });
  return { total, positions };
};
