import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import type { Page, PageFormat } from '../../../shared/api/pages.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Listing } from '../../database/json.ts';
import { acceptNames } from '../../http/accept.ts';
import { anyReader, type ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import { positionsOf, type StoredPage } from '../../media/stored-page.ts';
import type { ImageQueue } from '../../media/image-queue.ts';
import { type ImageFormat, renderImage } from '../../media/images.ts';
import { type Allocate, createBufferLoans, whileBorrowed } from '../../media/buffer-loans.ts';
import { changedFile, type FileAt } from '../../media/file-stamp.ts';
import { fileVersion } from '../../media/file-version.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import { imageTypeOf } from '../../media/media-type.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import type { Pdf } from '../../media/pdf/pdf.ts';
import { gzipOf, headOf } from '../../media/zip/gzip-entry.ts';
import { naturalCompare } from '../../text/natural.ts';
import { mediaFailure } from '../media-failure.ts';
import { createPageTables, type PageTable } from './page-tables.ts';
import type { PagedBook, PagesStore } from './store.ts';

export type PageSort = 'page_number' | 'filename' | 'file_size';

/** How a page image is wanted; with none of the three the stored bytes, of a PDF its default drawing. */
export interface PageShape {
  width?: number | undefined;
  height?: number | undefined;
  format?: PageFormat | undefined;
}

export interface PagesService {
  /** Analyses the book first where that has not happened yet. A text has one for every 1,024 characters. */
  list(bookId: string, query: PageRequest<PageSort>): Promise<Listing<Page>>;
  /** What is kept of the pages, analysed first as for `list`. */
  stored(bookId: string): Promise<StoredPages>;
  /**
   * The image of the 1-indexed page. `accept` is the request's header and decides between JPEG and
   * WebP where neither the shape nor the source does. What the `reader` has already is not read, and what
   * lies deflated goes to those who take gzip as it lies.
   */
  image(
    bookId: string,
    pageNumber: number,
    shape: PageShape,
    accept: string | undefined,
    reader?: ContentReader,
  ): Promise<Content>;
  /** The 1-indexed page as its file has it: of a PDF a PDF of that page, else the stored bytes. */
  raw(bookId: string, pageNumber: number, reader?: ContentReader): Promise<Content>;
}

/** The book and its pages as they are kept. */
export interface StoredPages {
  book: PagedBook;
  pages: StoredPage[];
}

interface PagesServiceOptions {
  store: PagesStore;
  source: Pick<PageSource, 'read' | 'readRaw'>;
  /** Extracts pages, and lists PDFs that were replaced since the scan. */
  pdf: Pick<Pdf, 'extract' | 'list'>;
  queue: ImageQueue;
  /** Reads the pages of a book before it is its turn; rejects when that is not possible now. */
  analyze: (bookId: string) => Promise<unknown>;
  limits?: () => Limits;
  /** How long a reader waits for that, ms, before getting what is known already. */
  patience?: number;
  /** Resized and drawn pages kept in memory, bytes. */
  cacheBytes?: number;
}

export const createPagesService = ({
  store,
  source,
  pdf,
  queue,
  analyze,
  limits = () => defaultLimits,
  patience = 3000,
  cacheBytes = 64 * 1024 * 1024,
}: PagesServiceOptions): PagesService => {
  const analyses = new Map<string, Promise<unknown>>();
  const resized = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  });

  const borrow = createBufferLoans();
  const tables = createPageTables({ limits, pdf });

  const bookOf = (id: string): PagedBook => {
    const book = store.book(id);
    if (!book) throw notFound('Book', id);
    return book;
  };

  /** Analyses the book, once for all who wait for it, and not longer than a reader has patience. */
  const analyzed = async (id: string): Promise<PagedBook> => {
    // What fails here is told by the book's own error, or the pages stay as the scan found them.
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
      throw new AppError('ServiceUnavailable', 'The pages of this book are being read', {
        headers: { 'Retry-After': '2' },
      });
    }
    return book;
  };

  const pathOf = (book: PagedBook): string => join(book.library_path, ...book.path.split('/'));

  const fileOf = (book: PagedBook, { stamp }: PageTable): FileAt => ({ path: pathOf(book), stamp });

  const tableOf = (book: PagedBook): PageTable => ({
    stamp: { size: book.file_size, mtimeMs: book.file_modified_ms, inode: book.inode },
    version: fileVersion(book),
    page: (index) => {
      const page = store.page(book.pk, index);
      const now = store.book(book.id);
      // A scan may have written between the two.
      if (!now || fileVersion(now) !== fileVersion(book)) throw changedFile();
      return page;
    },
  });

  /** An image that takes work: made when there is room for it, once for all who wait, and kept a while. */
  const made = async (
    book: PagedBook,
    key: string,
    { signal, owner }: ContentReader,
    make: () => Promise<Buffer>,
    priority = readingPriority,
  ): Promise<Buffer> => {
    const work = async () => {
      const image = await make();
      resized.set(key, image);
      return image;
    };
    // Who reads a page waits for it; covers come one by one anyway.
    return (
      resized.get(key) ?? queue.run(`page ${book.id} ${key}`, work, { priority, signal, owner })
    );
  };

  /** The page as it lies in its archive. */
  const unopened = async (file: FileAt, page: StoredPage) => {
    const { allocate, giveBack: release } = borrow();
    try {
      const raw = await source.readRaw(file, page, allocate);
      if (raw?.method !== 8) {
        const body = raw?.bytes ?? (await source.read(file, page));
        return { media_type: imageType(body), body, release };
      }
      // Who has read its size has looked at what it is.
      const media_type = page.width === null ? imageType(headOf(raw)) : page.media_type;
      return { media_type, body: gzipOf(raw, allocate), encoding: 'gzip' as const, release };
    } catch (error) {
      release();
      throw error;
    }
  };

  const original = async (
    book: PagedBook,
    file: FileAt,
    { page, version }: PageVersion,
    reader: ContentReader,
  ): Promise<Content> => {
    const deflated = isDeflated(page);
    const packed = deflated && reader.takesGzip;
    const etag = packed ? `${version}-gzip` : version;
    const common = { etag, ...(deflated && { vary: 'accept-encoding' }) };
    if (reader.has(etag)) return { ...common, media_type: page.media_type, body: null };
    if (packed || isStored(page)) return { ...common, ...(await unopened(file, page)) };
    const bytes = () => source.read(file, page);
    const body = await (page.source === 'pdf'
      ? made(book, etag, reader, bytes, readingPriority + 1)
      : bytes());
    return { ...common, media_type: imageType(body), body };
  };

  const reshaped = async (
    book: PagedBook,
    file: FileAt,
    { page, version }: PageVersion,
    { width, height, format, fallback }: PageShape & { fallback: ImageFormat },
    reader: ContentReader,
  ): Promise<Content> => {
    const wanted = format ?? `auto-${fallback}`;
    const etag = `${version}-${width ?? ''}x${height ?? ''}-${wanted}`;
    const common = { etag, ...(format === undefined && { vary: 'accept' }) };
    if (reader.has(etag)) return { ...common, media_type: page.media_type, body: null };
    const draw = async (allocate: Allocate) => {
      const bytes = await source.read(file, page, { width, height }, allocate);
      // What a page of a PDF is drawn as is no format of its own.
      const own = page.source === 'pdf' ? undefined : imageFormats[imageType(bytes)];
      return renderImage(bytes, { width, height, format: format ?? own ?? fallback }, limits());
    };
    const body = await made(book, etag, reader, () => whileBorrowed(borrow, draw));
    return { ...common, media_type: imageType(body), body };
  };

  const stored = async (bookId: string): Promise<StoredPages> => {
    const found = bookOf(bookId);
    const unknown = !found.analyzed && found.error === null;
    const book = readable(unknown ? await analyzed(bookId) : found);
    return { book, pages: store.pages(book.pk) };
  };

  const isText = ({ pk, format }: PagedBook): boolean =>
    format === 'epub' && store.page(pk, 0)?.source === 'text';

  /**
   * Shows a page of one version of its file. Throws UnprocessableContent for a text, NotFound for a page that
   * the book does not have.
   */
  const showPage = async (
    bookId: string,
    pageNumber: number,
    show: (book: PagedBook, file: FileAt, of: PageVersion) => Promise<Content>,
  ): Promise<Content> => {
    const found = bookOf(bookId);
    const unknown = !found.listed && found.error === null;
    const book = readable(unknown ? await analyzed(bookId) : found);
    if (pageNumber >= 1 && pageNumber <= book.page_count && isText(book)) {
      throw unreadable(
        `Book ${bookId} is a text and has no page images; its manifest says how to read it`,
      );
    }
    const read = async (table: PageTable): Promise<Content> => {
      const page = pageNumber < 1 ? null : table.page(pageNumber - 1);
      if (!page) throw notFound('Page', `${pageNumber} of book ${bookId}`);
      return show(book, fileOf(book, table), { page, version: `${table.version}-${pageNumber}` });
    };
    try {
      if (book.format === 'folder') return await read(tableOf(book));
      return await tables.read(pathOf(book), tableOf(book), read);
    } catch (error) {
      throw mediaFailure(error, bookId);
    }
  };

  return {
    stored,
    list: async (bookId, query) => {
      const { pages: kept } = await stored(bookId);
      const counted = kept.flatMap((page) => Array.from({ length: positionsOf(page) }, () => page));
      const pages = counted.map(toPage).sort(comparePages(query.sort));
      const start = (query.page - 1) * query.pageSize;
      return { data: pages.slice(start, start + query.pageSize), total: pages.length };
    },
    raw: (bookId, pageNumber, reader = anyReader) =>
      showPage(bookId, pageNumber, async (book, file, of) => {
        if (of.page.source !== 'pdf') return original(book, file, of, reader);
        const { index } = of.page;
        const etag = `${of.version}-pdf`;
        const extract = async () => Buffer.from(await pdf.extract(pathOf(book), index));
        const body = reader.has(etag) ? null : await made(book, etag, reader, extract);
        return { etag, media_type: 'application/pdf', body };
      }),
    image: (bookId, pageNumber, shape, accept, reader = anyReader) =>
      showPage(bookId, pageNumber, async (book, file, of) => {
        const isOriginal = Object.values(shape).every((value) => value === undefined);
        if (isOriginal) return original(book, file, of, reader);
        const fallback = acceptNames(accept, 'image/webp') ? 'webp' : 'jpeg';
        return reshaped(book, file, of, { ...shape, fallback }, reader);
      }),
  };
};

/** A page, and the name of its version in ETags. */
interface PageVersion {
  page: StoredPage;
  version: string;
}

/** Above covers; what is not resized goes before what is. */
const readingPriority = 1;

const imageFormats: Partial<Record<string, ImageFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const isStored = (page: StoredPage): boolean => page.source === undefined && page.method === 0;
const isDeflated = (page: StoredPage): boolean => page.source === undefined && page.method === 8;

/** The type by content; what the name says counts for nothing. */
const imageType = (bytes: Buffer): string => {
  const type = imageTypeOf(bytes);
  if (type === null) {
    throw new MediaError('undecodable', 'The page is not an image, whatever its name says.');
  }
  return type;
};

const unreadable = (sentence: string): AppError => new AppError('UnprocessableContent', sentence);

const toPage = (
  { filename, media_type, width, height, file_size }: StoredPage,
  index: number,
): Page => ({ page_number: index + 1, filename, media_type, width, height, file_size });

const comparePages = ({ field, direction }: PageRequest<PageSort>['sort']) => {
  const compare = {
    page_number: (a: Page, b: Page) => a.page_number - b.page_number,
    filename: (a: Page, b: Page) => naturalCompare(a.filename, b.filename),
    file_size: (a: Page, b: Page) => a.file_size - b.file_size || a.page_number - b.page_number,
  }[field];
  return direction === 'asc' ? compare : (a: Page, b: Page) => compare(b, a);
};
