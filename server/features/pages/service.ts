import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import { AppError, notFound } from '../../../shared/errors.ts';
import { acceptsExactly } from '../../http/api/accept.ts';
import { unconditional, type ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { positionsOf, type StoredPage } from '../../media/stored-page.ts';
import { createImageQueue, type Aside, type ImageQueue } from '../../media/image-queue.ts';
import { type ImageFormat, renderImage } from '../../media/images.ts';
import { type Allocate, createBufferPool, withPooledBuffers } from '../../media/buffer-pool.ts';
import { changedFile, type FileAt } from '../../media/file-stamp.ts';
import { fileVersion } from '../../media/file-version.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import { imageTypeOf } from '../../media/media-type.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { createDrawingLanes } from '../../media/pdf/drawing-lanes.ts';
import type { Pdf } from '../../media/pdf/pdf.ts';
import { wrapDeflateAsGzip, inflateHead } from '../../media/zip/gzip-passthrough.ts';
import { mediaErrorToAppError } from '../media-error.ts';
import { comparePages, toPage } from './page-list.ts';
import type { PageTable, PageTables } from './page-tables.ts';
import type { PagedBook, PagesStore } from './store.ts';
import type { PageShape, PagesService, StoredPages } from './types.ts';

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
  /** Size of the memory cache of resized and drawn pages, bytes. */
  cacheBytes?: number;
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
  cacheBytes = 64 * 1024 * 1024,
}: PagesServiceOptions): PagesService => {
  const analyses = new Map<string, Promise<unknown>>();
  const resized = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  });

  const borrow = createBufferPool();
  const lanes = createDrawingLanes();
  // High concurrency, because most jobs only wait for one of few PDF threads, each with a different
  // book.
  const drawings = createImageQueue({ concurrency: 16 });

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
      // A scan can have written between the two reads.
      if (!now || fileVersion(now) !== fileVersion(book)) throw changedFile();
      return page;
    },
  });

  /** A generated image: queued, shared by all concurrent callers, and cached. */
  const made = async (
    book: PagedBook,
    key: string,
    { signal, owner }: ClientConditions,
    make: (aside: Aside) => Promise<Buffer>,
    priority = readingPriority,
  ): Promise<Buffer> => {
    const work = async (aside: Aside) => {
      const image = await make(aside);
      resized.set(key, image);
      return image;
    };
    const wish = { priority, signal, owner };
    // Only page reads wait here; covers are requested one by one anyway.
    const whenTurn = async (turns: ImageQueue) =>
      resized.get(key) ?? turns.run(`page ${book.id} ${key}`, work, wish);
    // A page of a PDF can use its whole time limit: it must not occupy a slot that other books
    // need.
    return book.format === 'pdf'
      ? lanes.run(book.id, owner ?? '', () => whenTurn(drawings))
      : whenTurn(queue);
  };

  /** The page as stored in its archive, still packed. */
  const unopened = async (file: FileAt, page: StoredPage) => {
    const { allocate, release } = borrow();
    try {
      const raw = await source.readRaw(file, page, allocate);
      if (raw?.method !== 8) {
        const body = raw?.bytes ?? (await source.read(file, page));
        return { media_type: imageType(body), body, release };
      }
      // If the width is known, the type was detected from the content.
      const media_type = page.width === null ? imageType(inflateHead(raw)) : page.media_type;
      return {
        media_type,
        body: wrapDeflateAsGzip(raw, allocate),
        encoding: 'gzip' as const,
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  };

  const original = async (
    book: PagedBook,
    file: FileAt,
    { page, version }: PageVersion,
    reader: ClientConditions,
  ): Promise<Content> => {
    const deflated = isDeflated(page);
    const packed = deflated && reader.takesGzip;
    const etag = packed ? `${version}-gzip` : version;
    const common = { etag, ...(deflated && { vary: 'accept-encoding' }) };
    if (reader.has(etag)) return { ...common, media_type: page.media_type, body: null };
    if (packed || isStored(page)) return { ...common, ...(await unopened(file, page)) };
    const bytes = () => source.read(file, page);
    const body = await (page.source === 'pdf'
      ? made(book, etag, reader, (aside) => aside(bytes), readingPriority + 1)
      : bytes());
    return { ...common, media_type: imageType(body), body };
  };

  const reshaped = async (
    book: PagedBook,
    file: FileAt,
    { page, version }: PageVersion,
    { width, height, format, fallback }: PageShape & { fallback: ImageFormat },
    reader: ClientConditions,
  ): Promise<Content> => {
    const wanted = format ?? `auto-${fallback}`;
    const etag = `${version}-${width ?? ''}x${height ?? ''}-${wanted}`;
    const common = { etag, ...(format === undefined && { vary: 'accept' }) };
    if (reader.has(etag)) return { ...common, media_type: page.media_type, body: null };
    const draw = async (allocate: Allocate, aside: Aside) => {
      const bytes = await aside(() => source.read(file, page, { width, height }, allocate));
      // The drawing of a PDF page has no format of its own to preserve.
      const own = page.source === 'pdf' ? undefined : imageFormats[imageType(bytes)];
      return renderImage(bytes, { width, height, format: format ?? own ?? fallback }, limits());
    };
    const body = await made(book, etag, reader, (aside) =>
      withPooledBuffers(borrow, (allocate) => draw(allocate, aside)),
    );
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
   * Renders a page of one version of its file. Throws UnprocessableContent for a text, NotFound for
   * a page that the book does not have.
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
      throw mediaErrorToAppError(error, bookId);
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
    raw: (bookId, pageNumber, reader = unconditional) =>
      showPage(bookId, pageNumber, async (book, file, of) => {
        if (of.page.source !== 'pdf') return original(book, file, of, reader);
        const { index } = of.page;
        const etag = `${of.version}-pdf`;
        const extract = async () => Buffer.from(await pdf.extract(pathOf(book), index));
        const body = reader.has(etag) ? null : await made(book, etag, reader, extract);
        return { etag, media_type: 'application/pdf', body };
      }),
    image: (bookId, pageNumber, shape, accept, reader = unconditional) =>
      showPage(bookId, pageNumber, async (book, file, of) => {
        const isOriginal = Object.values(shape).every((value) => value === undefined);
        if (isOriginal) return original(book, file, of, reader);
        const fallback = acceptsExactly(accept, 'image/webp') ? 'webp' : 'jpeg';
        return reshaped(book, file, of, { ...shape, fallback }, reader);
      }),
  };
};

/** A page with the version for its ETag. */
interface PageVersion {
  page: StoredPage;
  version: string;
}

/** Above covers; originals go before resized pages. */
const readingPriority = 1;

const imageFormats: Partial<Record<string, ImageFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const isStored = (page: StoredPage): boolean => page.source === undefined && page.method === 0;
const isDeflated = (page: StoredPage): boolean => page.source === undefined && page.method === 8;

/** Detects the type by content; the file name is ignored. */
const imageType = (bytes: Buffer): string => {
  const type = imageTypeOf(bytes);
  if (type === null) {
    throw new MediaError('undecodable', 'The page is not an image, despite its name.');
  }
  return type;
};

const unreadable = (sentence: string): AppError => new AppError('UnprocessableContent', sentence);
