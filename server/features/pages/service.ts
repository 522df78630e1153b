import { setTimeout as delay } from 'node:timers/promises';

import { isEbook } from '../../../shared/api/book-record.ts';
import type { Page } from '../../../shared/api/pages.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { pageOf } from '../../database/json.ts';
import { acceptsExactly } from '../../http/api/accept.ts';
import { type ClientConditions, unconditional } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { changedFile, type FileAt } from '../../media/file-stamp.ts';
import { fileVersion } from '../../media/file-version.ts';
import type { ImageQueue } from '../../media/image-queue.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import type { Pdf } from '../../media/pdf/pdf.ts';
import { positionsOf, type StoredPage } from '../../media/stored-page.ts';
import { naturalCompare } from '../../text/natural.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import { mediaErrorToAppError } from '../media-error.ts';
import { createPreparation } from './prepare-ahead.ts';
import { createPageContent, type PageVersion } from './page-content.ts';
import type { PageTable, PageTables } from './page-tables.ts';
import type { PagedBook, PagesStore } from './store.ts';
import {
  pagesBeingRead,
  type PageShape,
  type PageSort,
  type PagesService,
  type StoredPages,
} from './types.ts';

interface PagesServiceOptions {
  store: PagesStore;
  source: Pick<PageSource, 'read' | 'readRaw'>;
  pdf: Pick<Pdf, 'extract'>;
  tables: PageTables;
  queue: ImageQueue;
  /** Analyses a book ahead of the queue; rejects if that is not possible now. */
  analyze: (bookId: string) => Promise<unknown>;
  limits?: () => Limits;
  /**
   * How long a request waits for the analysis, ms, before it is answered with what is already
   * known.
   */
  patience?: number;
}

export const createPagesService = ({
  store,
  source,
  pdf,
  tables,
  queue,
  analyze,
  limits = () => defaultLimits,
  patience = 3000,
}: PagesServiceOptions): PagesService => {
  const analyses = new Map<string, Promise<unknown>>();

  const sent = createPreparation();
  const { made, original, reshaped } = createPageContent({ source, queue, limits });

  const bookOf = (id: string): PagedBook => {
    const book = store.book(id);
    if (!book) throw notFound('Book', id);
    return book;
  };

  /** Analyses the book, shared by all concurrent callers, but waits only as long as `patience`. */
  const analyzed = async (id: string): Promise<PagedBook> => {
    // Failures are ignored here: the book's own error reports them, or the pages stay as the scan
    // found them.
    const analysis =
      analyses.get(id) ??
      analyze(id)
        .catch(() => null)
        .finally(() => analyses.delete(id));
    analyses.set(id, analysis);
    await Promise.race([analysis, delay(patience, null, { ref: false })]);
    return bookOf(id);
  };

  const readable = (book: PagedBook): PagedBook => {
    if (book.error !== null) throw unreadable(book.error);
    if (!book.listed) {
      throw pagesBeingRead();
    }
    return book;
  };

  const fileOf = (book: PagedBook, { stamp }: PageTable): FileAt => ({
    path: pathInLibrary(book),
    stamp,
  });

  const tableOf = (book: PagedBook): PageTable => ({
    stamp: { size: book.file_size, mtimeMs: book.file_modified_ms, inode: book.inode },
    version: fileVersion(book),
    page: (index) => {
      const page = store.page(book.pk, index);
      const now = store.book(book.id);
      // A scan can have written between the two reads.
      if (!now || fileVersion(now) !== fileVersion(book)) throw changedFile();
      return page;
    },
  });

  const stored = async (bookId: string): Promise<StoredPages> => {
    const found = bookOf(bookId);
    const unknown = !found.analyzed && found.error === null;
    const book = readable(unknown ? await analyzed(bookId) : found);
    return { book, pages: store.pages(book.pk), isAnalyzing: analyses.has(bookId) };
  };

  const isText = ({ pk, format }: PagedBook): boolean =>
    isEbook(format) && store.page(pk, 0)?.source === 'text';

  /**
   * Renders a page of one version of its file. Throws UnprocessableContent for a text, NotFound for
   * a page that the book does not have.
   */
  const showPage = async <Shown extends Content>(
    bookId: string,
    pageNumber: number,
    show: (book: PagedBook, file: FileAt, versioned: PageVersion) => Promise<Shown>,
  ): Promise<Shown> => {
    const found = bookOf(bookId);
    const unknown = !found.listed && found.error === null;
    const book = readable(unknown ? await analyzed(bookId) : found);
    if (pageNumber >= 1 && pageNumber <= book.page_count && isText(book)) {
      throw unreadable(
        `Book ${bookId} is a text and has no page images; its manifest says how to read it`,
      );
    }
    const read = async (table: PageTable): Promise<Shown> => {
      const page = pageNumber < 1 ? null : table.page(pageNumber - 1);
      if (!page) throw notFound('Page', `${pageNumber} of book ${bookId}`);
      return show(book, fileOf(book, table), { page, version: `${table.version}-${pageNumber}` });
    };
    try {
      if (book.format === 'folder') return await read(tableOf(book));
      return await tables.read(pathInLibrary(book), tableOf(book), read);
    } catch (error) {
      throw await mediaErrorToAppError(error, book.library_path);
    }
  };

  const image = (
    bookId: string,
    pageNumber: number,
    shape: PageShape,
    accept: string | undefined,
    reader: ClientConditions,
  ): Promise<Content & { isDrawn: boolean }> =>
    showPage(bookId, pageNumber, async (book, file, versioned) => {
      const isOriginal = Object.values(shape).every((value) => value === undefined);
      const fallback = acceptsExactly(accept, 'image/webp') ? 'webp' : 'jpeg';
      const content = await (isOriginal
        ? original(book, file, versioned, reader)
        : reshaped(book, file, versioned, { ...shape, fallback }, reader));
      return { ...content, isDrawn: versioned.page.source === 'pdf' };
    });

  return {
    stored,
    list: async (bookId, query) => {
      const { pages: kept } = await stored(bookId);
      const counted = kept.flatMap((page) => Array.from({ length: positionsOf(page) }, () => page));
      return pageOf(counted.map(toPage).sort(comparePages(query.sort)), query);
    },
    raw: (bookId, pageNumber, reader = unconditional) =>
      showPage(bookId, pageNumber, async (book, file, versioned) => {
        if (versioned.page.source !== 'pdf') return original(book, file, versioned, reader);
        const { index } = versioned.page;
        const etag = `${versioned.version}-pdf`;
        const extract = async () => Buffer.from(await pdf.extract(pathInLibrary(book), index));
        const body = reader.has(etag) ? null : await made(book, etag, reader, extract);
        return { etag, media_type: 'application/pdf', body };
      }),
    image: async (bookId, pageNumber, shape, accept, reader = unconditional) => {
      const { isDrawn, ...content } = await image(bookId, pageNumber, shape, accept, reader);
      if (isDrawn) {
        const { owner = '' } = reader;
        sent({ bookId, page: pageNumber, owner, shape: JSON.stringify([shape, accept]) }, (page) =>
          image(bookId, page, shape, accept, { ...unconditional, owner }),
        );
      }
      return content;
    },
  };
};

const unreadable = (sentence: string): AppError => new AppError('UnprocessableContent', sentence);

/** A stored page as the API lists it. */
const toPage = (
  { filename, media_type, width, height, file_size, is_cut_off = false }: StoredPage,
  index: number,
): Page => ({ page_number: index + 1, filename, media_type, width, height, file_size, is_cut_off });

const comparePages = ({ field, direction }: PageRequest<PageSort>['sort']) => {
  const compare = {
    page_number: (a: Page, b: Page) => a.page_number - b.page_number,
    filename: (a: Page, b: Page) => naturalCompare(a.filename, b.filename),
    file_size: (a: Page, b: Page) => a.file_size - b.file_size || a.page_number - b.page_number,
  }[field];
  return direction === 'asc' ? compare : (a: Page, b: Page) => compare(b, a);
};
