import { join } from 'node:path';

import type { BookSearch, PositionList, PublicationManifest } from '../../../shared/api/epub.ts';
import type { Caller } from '../../http/caller.ts';
import type { Pdf } from '../../media/pdf/pdf.ts';
import type { BooksService } from '../books/service.ts';
import type { PagesService } from '../pages/service.ts';
import { manifestOf, pageLinks } from './manifest.ts';
import { positionsOfBook } from './positions.ts';
import { searchTexts } from './search.ts';
import type { Resources } from './resources.ts';
import type { EpubStore } from './store.ts';

export interface EpubService {
  /**
   * Of any book; waits a while for its analysis, for texts are counted there. The reading order of a PDF
   * is its file, or `asImages` its pages.
   */
  manifest(
    caller: Caller,
    bookId: string,
    options?: { asImages?: boolean },
  ): Promise<PublicationManifest>;
  /** Of any book: where each of its pages begins. */
  positions(caller: Caller, bookId: string): Promise<PositionList>;
  /** Words in the text of an EPUB; given up when the signal says so. */
  search(
    caller: Caller,
    bookId: string,
    wanted: { q: string; limit: number },
    signal: AbortSignal,
  ): Promise<BookSearch>;
  /** A file of an EPUB, by its path in the container. */
  resource: Resources['get'];
}

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
  const partsOf = async (caller: Caller, bookId: string) => {
    const stored = await pages.stored(bookId);
    return {
      // Read after the pages, which may just have been counted.
      book: books.get(caller, bookId),
      pages: stored.pages,
      publication: store.publication(stored.book.pk),
      direction: store.direction(stored.book.pk),
      isTextual: null,
      path: join(stored.book.library_path, ...stored.book.path.split('/')),
    };
  };
  /** A file that cannot be read now has a manifest all the same. */
  const isTextualPdf = async (path: string): Promise<boolean | null> => {
    try {
      return await pdf.hasText(path);
    } catch {
      return null;
    }
  };
  return {
    manifest: async (caller, bookId, { asImages = false } = {}) => {
      const parts = await partsOf(caller, bookId);
      const isTextual = parts.book.format === 'pdf' ? await isTextualPdf(parts.path) : null;
      return manifestOf({ ...parts, isTextual, asImages });
    },
    positions: async (caller, bookId) => {
      const parts = await partsOf(caller, bookId);
      return positionsOfBook(parts.pages, pageLinks(parts));
    },
    search: async (caller, bookId, { q, limit }, signal) => {
      const parts = await partsOf(caller, bookId);
      const links = pageLinks(parts);
      const { positions } = positionsOfBook(parts.pages, links);
      const texts = parts.pages.flatMap((page, index) => {
        const link = links[index];
        return page.source === 'text' && link ? [{ path: page.filename, link }] : [];
      });
      return searchTexts({
        texts,
        positions,
        read: async (path) => (await resources.get(bookId, path)).body,
        ...{ words: q, limit, signal },
      });
    },
    resource: resources.get,
  };
};
