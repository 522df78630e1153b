import { dirname, join } from 'node:path';

import { AppError, notFound, hasCode } from '../../../shared/errors.ts';
import { type LateWrite, writeAtOnce } from '../../database/write-lock.ts';
import { acceptsExactly } from '../../http/api/accept.ts';
import { unconditional, type ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { fileVersion } from '../../media/file-version.ts';
import { coverRatio } from '../../media/cover-ratio.ts';
import { createImageCache } from '../../media/image-cache.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { fromSystemError, MediaError } from '../../media/media-error.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import type { ThumbnailKey } from '../../media/cover-files.ts';
import { composeTiles } from '../../media/tiles.ts';
import { coverBox, type CoverSource, type Thumbnails } from '../../media/thumbnails.ts';
import { createReadiness } from './readiness.ts';
import { createRatioSaver } from './save-ratios.ts';
import { openRegular } from '../../media/regular-file.ts';
import type { SidecarFile } from '../../scanner/scan/sidecar-files.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import type { CoverBook, CoverEntity, CoversStore } from './store.ts';

/**
 * Covers, at most 400 px wide, WebP or JPEG by the request's `accept` header. They are generated on demand if
 * the background task has not generated them yet. A cover that the client has cached is not read. Throws
 * NotFound if there is no cover.
 */
export interface CoversService {
  book(id: string, accept: string | undefined, reader?: ClientConditions): Promise<Content>;
  /**
   * Returns the chosen cover. Otherwise the setting of the library selects an image in the folder of the
   * series, the first book that `reader` has not read, or the first readable book in order, which is also the
   * fallback.
   */
  series(id: string, accept: string | undefined, reader?: ClientConditions): Promise<Content>;
  /** The cover that a book or series has without a choice. */
  automatic(
    entity: CoverEntity,
    id: string,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content>;
  /** The cover of the first series by name. */
  library(id: string, accept: string | undefined, reader?: ClientConditions): Promise<Content>;
  /**
   * Whether the cover exists and can be sent at once; false for an unknown id. Starts generating a
   * missing one for a later call.
   */
  hasBook(id: string): Promise<boolean>;
  hasSeries(id: string): Promise<boolean>;
  /** Clears the memory cache after cached files have changed. */
  clearCache(): void;
  /**
   * Combines four covers into one image of two rows, for the list with this id. `versions` are their ETags;
   * `read` reads them, and is called only if the image is not cached.
   */
  tiles(
    id: string,
    versions: readonly string[],
    read: () => Promise<readonly Buffer[]>,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content>;
  /** The image uploaded for the list with this id. */
  upload(
    id: string,
    upload: string,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content>;
}

interface CoversServiceOptions {
  store: CoversStore;
  thumbnails: Pick<Thumbnails, 'get' | 'etag' | 'has'>;
  pages: Pick<PageSource, 'read'>;
  uploads: Pick<CoverUploads, 'read'>;
  lateWrite?: LateWrite;
}

/** The cache key of a cover and its possible sources, of which the first that decodes is used. */
interface Cover extends ThumbnailKey {
  /** `Book` or `Series`, in messages. */
  noun: string;
  sources: () => CoverSource[];
  /**
   * The record of the cover and its stored aspect ratio; null for covers whose ratio is not stored, such as
   * automatic covers.
   */
  shape: { entity: CoverEntity; id: string; ratio: number | null } | null;
}

export const createCoversService = ({
  store,
  thumbnails,
  pages,
  uploads,
  lateWrite = writeAtOnce,
}: CoversServiceOptions): CoversService => {
  const sent = createImageCache(16 * 1024 * 1024);
  const keepRatio = createRatioSaver(store.keepRatios, lateWrite);

  const show = async (
    { noun, sources, shape, ...key }: Cover,
    accept: string | undefined,
    reader: ClientConditions,
  ): Promise<Content> => {
    const format = acceptsExactly(accept, 'image/webp') ? 'webp' : 'jpeg';
    const etag = thumbnails.etag(key, format).replaceAll('"', '');
    const content = { media_type: `image/${format}`, etag, vary: 'accept' };
    if (reader.has(etag)) return { ...content, body: null };
    const known = sent.get(etag);
    if (known) return { ...content, body: known };
    try {
      const { signal, owner } = reader;
      const body = await thumbnails.get(key, sources, format, signal, owner);
      sent.set(etag, body);
      const ratio = coverRatio(body);
      if (shape !== null && ratio !== null && ratio !== shape.ratio) keepRatio({ ...shape, ratio });
      return { ...content, body };
    } catch (error) {
      if (error instanceof MediaError && error.reason !== 'unavailable')
        throw noCover(noun, key.id, error.message);
      throw error;
    }
  };

  const readiness = createReadiness(thumbnails);

  const uploaded = (noun: string, id: string, upload: string, shape: Cover['shape']): Cover => ({
    noun,
    shape,
    id,
    version: `upload ${upload}`,
    sources: () => [() => uploads.read(id, upload).catch(rethrow)],
  });

  /** The cover from the book's file, or from the chosen page of it. */
  const ofFile = (row: CoverBook, page: number | null, shape: Cover['shape']): Cover => {
    const path = pathInLibrary(row);
    const stamp = { size: row.file_size, mtimeMs: row.file_modified_ms, inode: null };
    const chosen = page === null ? null : store.page(row.id, page);
    const candidates = () => [...(chosen ? [chosen] : []), ...store.candidates(row.id)];
    return {
      noun: 'Book',
      shape,
      id: row.id,
      version: chosen ? `${fileVersion(row)} page ${page}` : fileVersion(row),
      sources: () =>
        candidates().map(
          (candidate) => (allocate) => pages.read({ path, stamp }, candidate, coverBox, allocate),
        ),
    };
  };

  /**
   * The cover from an image file beside the book; falls back to the book's own cover if it cannot be read.
   */
  const ofPicture = (row: CoverBook, picture: SidecarFile, shape: Cover['shape']): Cover => {
    const folder = dirname(pathInLibrary(row));
    return {
      noun: 'Book',
      shape,
      id: row.id,
      version: versionOfPicture(picture),
      sources: () => [
        pictureSource(join(folder, picture.name)),
        ...(row.error === null ? ofFile(row, null, null).sources() : []),
      ],
    };
  };

  /** Throws NotFound for an unknown book and for one without a cover. */
  const ofBook = (id: string, { isAutomatic = false } = {}): Cover => {
    const row = store.book(id);
    if (!row) throw notFound('Book', id);
    const choice = isAutomatic ? null : row.choice;
    const shape = isAutomatic ? null : { entity: 'book' as const, id, ratio: row.cover_ratio };
    if (choice !== null && 'upload' in choice) return uploaded('Book', id, choice.upload, shape);
    if (choice === null && row.picture) return ofPicture(row, row.picture, shape);
    if (row.error !== null) throw noCover('Book', id, row.error);
    return ofFile(row, choice?.page ?? null, shape);
  };

  /** Throws like `ofBook`. */
  const ofSeries = (
    id: string,
    { isAutomatic = false, reader = null }: { isAutomatic?: boolean; reader?: string | null } = {},
  ): Cover => {
    const first = store.ofSeries(id, reader);
    if (!first) throw notFound('Series', id);
    const { book_id: firstBook, cover_ratio: ratio } = first;
    const shape = { entity: 'series' as const, id, ratio };
    const choice = isAutomatic ? null : first.choice;
    if (choice !== null && 'upload' in choice) return uploaded('Series', id, choice.upload, shape);
    const chosen = choice !== null && 'book_id' in choice ? choice : null;
    // Falls back to the first book if the chosen one was removed or is unreadable.
    const row = chosen && store.book(chosen.book_id);
    if (chosen && row?.error === null) {
      if (chosen.page === null) return ofBook(row.id);
      return { ...ofFile(row, chosen.page, shape), noun: 'Series', id };
    }
    const own = firstBook === null ? null : store.book(firstBook);
    if (choice === null && first.picture) {
      const { picture, folder } = first;
      const otherSources = () => (own?.error === null ? ofFile(own, null, null).sources() : []);
      const sources = () => [pictureSource(join(folder, picture.name)), ...otherSources()];
      return { noun: 'Series', shape, id, version: versionOfPicture(picture), sources };
    }
    if (firstBook === null) throw noCover('Series', id, 'No book of it can be read.');
    return ofBook(firstBook);
  };

  return {
    book: async (id, accept, reader = unconditional) => show(ofBook(id), accept, reader),
    tiles: (id, versions, read, accept, reader = unconditional) =>
      show(tilesOf(id, versions, read), accept, reader),
    upload: (id, upload, accept, reader = unconditional) =>
      show(uploaded('List', id, upload, null), accept, reader),
    series: async (id, accept, reader = unconditional) =>
      show(ofSeries(id, { reader: reader.owner ?? null }), accept, reader),
    automatic: async (entity, id, accept, reader = unconditional) => {
      const cover = entity === 'book' ? ofBook : ofSeries;
      const options = { isAutomatic: true, reader: reader.owner ?? null };
      return show(cover(id, options), accept, reader);
    },
    library: async (id, accept, reader = unconditional) => {
      const first = store.ofLibrary(id);
      if (!first) throw notFound('Library', id);
      if (first.book_id === null) throw noCover('Library', id, 'No book of it can be read.');
      return show(ofBook(first.book_id), accept, reader);
    },
    clearCache: () => {
      sent.clear();
      readiness.clear();
    },
    hasBook: (id) => readiness.isReady(() => coverOrNull(() => ofBook(id))),
    hasSeries: (id) => readiness.isReady(() => coverOrNull(() => ofSeries(id))),
  };
};

const versionOfPicture = ({ name, size, mtimeMs }: SidecarFile): string =>
  `file ${name} ${size} ${mtimeMs}`;

/** Reads an image file beside the books, which may be replaced at any time. */
const pictureSource =
  (path: string): CoverSource =>
  async () => {
    try {
      const handle = await openRegular(path);
      try {
        if ((await handle.stat()).size > maxPictureBytes)
          throw new MediaError('too_large', 'The picture is too large for a cover.');
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof MediaError) throw error;
      throw new MediaError('unreadable', 'The picture cannot be read.', error);
    }
  };

/** Maximum size of an image file beside the books, bytes. */
const maxPictureBytes = 32 * 1024 * 1024;

const rethrow = (error: unknown): never => {
  throw fromSystemError(error);
};

const tilesOf = (
  id: string,
  versions: readonly string[],
  read: () => Promise<readonly Buffer[]>,
): Cover => ({
  noun: 'List',
  id,
  shape: null,
  version: `tiles ${versions.join(' ')}`,
  sources: () => [async () => composeTiles(await read())],
});

const coverOrNull = (find: () => Cover): Cover | null => {
  try {
    const cover = find();
    return cover.sources().length > 0 ? cover : null;
  } catch (error) {
    if (hasCode(error, 'NotFound')) return null;
    throw error;
  }
};

/** Error for a cover that cannot be generated, which counts as missing. */
export const noCover = (kind: string, id: string, reason: string): AppError =>
  new AppError('NotFound', `${kind} ${id} has no cover. ${reason}`);
