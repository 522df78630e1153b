import type { ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { type Allocate, createBufferPool, withPooledBuffers } from '../../media/buffer-pool.ts';
import type { FileAt } from '../../media/file-stamp.ts';
import { createImageCache } from '../../media/image-cache.ts';
import { createImageQueue, type YieldSlot, type ImageQueue } from '../../media/image-queue.ts';
import { isCutOff } from '../../media/image-size/is-cut-off.ts';
import { type ImageFormat, renderImage } from '../../media/images.ts';
import type { Limits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import { imageTypeOf } from '../../media/media-type.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { createDrawingLanes } from '../../media/pdf/drawing-lanes.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { wrapDeflateAsGzip, inflateHead } from '../../media/zip/gzip-passthrough.ts';
import type { PagedBook } from './store.ts';
import type { PageShape } from './types.ts';

/** A page with the version for its ETag. */
export interface PageVersion {
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

/** The bytes of pages: as stored, or drawn and resized, with a memory cache. */
export const createPageContent = ({
  source,
  queue,
  limits,
}: {
  source: Pick<PageSource, 'read' | 'readRaw'>;
  queue: ImageQueue;
  limits: () => Limits;
}) => {
  const resized = createImageCache(64 * 1024 * 1024);
  const borrow = createBufferPool();
  const lanes = createDrawingLanes();
  // High concurrency, because most jobs only wait for one of few PDF threads, each with a different
  // book.
  const drawings = createImageQueue({ concurrency: 16 });
  /** A generated image: queued, shared by all concurrent callers, and cached. */
  const made = async (
    book: PagedBook,
    key: string,
    { signal, owner }: ClientConditions,
    make: (yieldSlot: YieldSlot) => Promise<Buffer>,
    priority = readingPriority,
  ): Promise<Buffer> => {
    const work = async (yieldSlot: YieldSlot) => {
      const image = await make(yieldSlot);
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
  const unopened = async (
    file: FileAt,
    page: StoredPage,
  ): Promise<Pick<Content, 'media_type' | 'body' | 'encoding' | 'onSent'>> => {
    const { allocate, release } = borrow();
    try {
      const raw = await source.readRaw(file, page, allocate);
      if (raw?.method !== 8) {
        const body = raw?.bytes ?? (await source.read(file, page));
        return { media_type: imageType(body), body, onSent: release };
      }
      // If the width is known, the type was detected from the content.
      const media_type = page.width === null ? imageType(inflateHead(raw)) : page.media_type;
      return {
        media_type,
        body: wrapDeflateAsGzip(raw, allocate),
        encoding: 'gzip',
        onSent: release,
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
      ? made(book, etag, reader, (yieldSlot) => yieldSlot(bytes), readingPriority + 1)
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
    const draw = async (allocate: Allocate, yieldSlot: YieldSlot) => {
      const bytes = await yieldSlot(() => source.read(file, page, { width, height }, allocate));
      // A browser shows what there is of an image that is cut off, and says so where it shows nothing;
      // drawn again, the rest would be black.
      const isImage = page.width !== null && format === undefined;
      if (isImage && isCutOff(bytes)) return Buffer.from(bytes);
      // The drawing of a PDF page has no format of its own to preserve.
      const own = page.source === 'pdf' ? undefined : imageFormats[imageType(bytes)];
      return renderImage(bytes, { width, height, format: format ?? own ?? fallback }, limits());
    };
    const body = await made(book, etag, reader, (yieldSlot) =>
      withPooledBuffers(borrow, (allocate) => draw(allocate, yieldSlot)),
    );
    return { ...common, media_type: imageType(body), body };
  };

  return { made, original, reshaped };
};
