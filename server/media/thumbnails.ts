import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { renamePatiently } from '../lib/rename-file.ts';
import { type Allocate, createBufferPool, withPooledBuffers } from './buffer-pool.ts';
import {
  coverFolder,
  coverName,
  outdatedCovers,
  type ThumbnailFormat,
  type ThumbnailKey,
  thumbnailPath,
  unfinishedFolder,
} from './cover-files.ts';
import type { YieldSlot, ImageQueue } from './image-queue.ts';
import { renderDrawing, renderImage } from './images.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { MediaError } from './media-error.ts';
import { isDrawing } from './media-type.ts';

/** Reads an image, into memory from `allocate` if possible. Throws MediaError. */
export type CoverSource = (allocate: Allocate) => Promise<Buffer>;

export interface Thumbnails {
  /**
   * Returns the stored cover of a book, generating it if missing. `sources` returns candidates in
   * order (the first pages); the first one that decodes is used. Throws MediaError if none does.
   */
  get(
    key: ThumbnailKey,
    sources: () => readonly CoverSource[],
    format: ThumbnailFormat,
    /** Aborted when no caller is waiting any more. */
    signal?: AbortSignal,
    owner?: string,
  ): Promise<Buffer>;
  /** The cover's ETag, whether it is generated yet or not. */
  etag(key: ThumbnailKey, format: ThumbnailFormat): string;
  /** Whether the cover is generated. */
  has(key: ThumbnailKey, format: ThumbnailFormat): Promise<boolean>;
  /** Deletes the covers of a book. */
  remove(id: string): Promise<void>;
}

/** Maximum number of pages tried before a book counts as having no cover. */
export const coverCandidates = 5;
/**
 * Pixels. Limits the height, because the cover of a long strip would be extremely narrow; this is
 * three phone screens.
 */
export const coverBox = { width: 400, height: 2400 };

/** Renders the first of these images that can be decoded. Throws MediaError if none can. */
export const renderCover = async (
  sources: readonly CoverSource[],
  format: ThumbnailFormat,
  limits: Limits,
  allocate: Allocate,
  yieldSlot: YieldSlot = (read) => read(),
): Promise<Buffer> => {
  let failure: MediaError | null = null;
  for (const source of sources.slice(0, coverCandidates)) {
    try {
      const image = await yieldSlot(() => source(allocate));
      const render = isDrawing(image) ? renderDrawing : renderImage;
      return await render(image, { ...coverBox, format }, limits);
    } catch (error) {
      if (!(error instanceof MediaError) || error.reason === 'unavailable') throw error;
      failure = error;
    }
  }
  // An error takes as long to create as a file to open, and nearly every book has a cover.
  throw failure ?? new MediaError('no_pages', 'The book has no page that could be its cover.');
};

/** Writes a temporary file and renames it, so that no reader sees a partial one. */
const writeAtomically = async (dir: string, path: string, bytes: Buffer): Promise<void> => {
  const folder = unfinishedFolder(dir);
  const temporary = join(folder, crypto.randomUUID());
  try {
    for (const made of [folder, dirname(path)]) await mkdir(made, { recursive: true, mode: 0o700 });
    await writeFile(temporary, bytes);
    await renamePatiently(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

const exists = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => null);
  return stats !== null && stats.size > 0;
};

/** Null also for an empty file, which a crash can leave. */
const readOrNull = async (path: string): Promise<Buffer | null> => {
  const bytes = await readFile(path).catch(() => null);
  return bytes !== null && bytes.length > 0 ? bytes : null;
};

/** The thumbnail cache: covers as files, `<dir>/<3 letters>/<id>-<version>.webp`. */
export const createThumbnails = ({
  dir,
  queue,
  limits = () => defaultLimits,
}: {
  dir: string;
  queue: ImageQueue;
  limits?: () => Limits;
}): Thumbnails => {
  const borrow = createBufferPool();
  /** Deletes covers of the book's former file versions. */
  const removeOlder = async (key: ThumbnailKey, format: ThumbnailFormat) => {
    const folder = coverFolder(dir, key.id);
    for (const name of outdatedCovers(await readdir(folder), key, format)) {
      await rm(join(folder, name), { force: true });
    }
  };

  const etag: Thumbnails['etag'] = (key, format) => `"${coverName(key, format)}"`;

  return {
    etag,
    has: (key, format) => exists(thumbnailPath(dir, key, format)),
    get: async (key, sources, format, signal, owner) => {
      const path = thumbnailPath(dir, key, format);
      const stored = await readOrNull(path);
      if (stored) return stored;
      const make = async (yieldSlot: YieldSlot) => {
        const made = format === 'jpeg' ? await readOrNull(thumbnailPath(dir, key, 'webp')) : null;
        // The background task generates WebP: converting that to JPEG takes a fraction of decoding
        // a page.
        const from = made ? [() => Promise.resolve(made), ...sources()] : sources();
        const bytes = await withPooledBuffers(borrow, (allocate) =>
          renderCover(from, format, limits(), allocate, yieldSlot),
        );
        try {
          await writeAtomically(dir, path, bytes);
          await removeOlder(key, format);
        } catch {
          // The disk is full or read-only.
        }
        return bytes;
      };
      return queue.run(path, make, { signal, owner });
    },
    remove: async (id) => {
      let names: string[];
      try {
        names = await readdir(coverFolder(dir, id));
      } catch {
        return;
      }
      for (const name of names) {
        if (name.startsWith(`${id}-`)) await rm(join(coverFolder(dir, id), name), { force: true });
      }
    },
  };
};
