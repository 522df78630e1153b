import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dayMs } from '../../shared/durations.ts';
import { uploadEnding, uploadFolder, uploadOf, uploadPath } from '../lib/cover-upload-files.ts';
import { renamePatiently } from '../lib/rename-file.ts';
import { imageSize } from './image-size/image-size.ts';
import { renderImage } from './images.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { imageTypeOf } from './media-type.ts';
import { MediaError } from './media-error.ts';

/** An image kept for a series, book or list. */
export interface KeptImage {
  /** Changes with the image. */
  name: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Bytes. */
  size: number;
}

/** Uploaded cover images, stored in the data directory: library folders are never modified. */
export interface CoverUploads {
  /**
   * Keeps an image beside those of the same owner. Returns its name; null if that would exceed the
   * bounds. Throws MediaError for anything but a PNG, JPEG, WebP or AVIF, for too many pixels and
   * for undecodable data.
   */
  save(id: string, bytes: Buffer, bounds: UploadBounds): Promise<string | null>;
  /** Keeps an image of one owner for another too; returns as `save`. */
  copy(
    from: { id: string; upload: string },
    id: string,
    bounds: UploadBounds,
  ): Promise<string | null>;
  /** The oldest first. */
  list(id: string): Promise<KeptImage[]>;
  read(id: string, upload: string): Promise<Buffer>;
  /** Without a name: all of the owner. */
  remove(id: string, upload?: string): Promise<void>;
  /**
   * Sets uploads aside whose owner no longer exists, and deletes them 90 days later; an owner that is back, as
   * after a restore, has them again.
   */
  sweep(exists: (id: string) => boolean, now: Date): Promise<void>;
}

/** The most that is kept for one owner. */
export interface UploadBounds {
  count: number;
  bytes: number;
}

/** Ending of the files that are set aside. */
const aside = '.gone';
const asideMs = 90 * dayMs;
/** Ending of a file that is being written. */
const unfinished = '.tmp';

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];
/** Pixels; the largest size at which a big screen shows a cover. */
const box = { width: 1200, height: 7200 };

/** Re-encodes every upload as WebP, which strips everything but the pixels. */
export const createCoverUploads = ({
  dir,
  limits = () => defaultLimits,
}: {
  dir: string;
  limits?: () => Limits;
}): CoverUploads => {
  const folderOf = (id: string) => uploadFolder(dir, id);
  const pathOf = (id: string, upload: string) => uploadPath(dir, id, upload);
  const filesOf = async (id: string) => {
    const own = (await namesIn(folderOf(id))).filter(
      (name) => name.startsWith(`${id}-`) && name.endsWith(uploadEnding),
    );
    const files = own.map(async (file) => {
      const found = await unlessDeleted(stat(join(folderOf(id), file)));
      const name = file.slice(id.length + 1, -uploadEnding.length);
      return found && { name, size: found.size, mtimeMs: found.mtimeMs };
    });
    const found = (await Promise.all(files)).filter((file) => file !== null);
    return found.sort((a, b) => a.mtimeMs - b.mtimeMs);
  };
  /** Stores a rendered image; null if there is no room. */
  const store = async (id: string, image: Buffer, { count, bytes }: UploadBounds) => {
    const upload = uploadOf(image);
    const files = await filesOf(id);
    if (files.some(({ name }) => name === upload)) return upload;
    const total = files.reduce((sum, { size }) => sum + size, image.length);
    if (files.length >= count || total > bytes) return null;
    const path = pathOf(id, upload);
    await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
    await writeFile(path + unfinished, image);
    await renamePatiently(path + unfinished, path);
    return upload;
  };
  /** The last write: the bounds hold for uploads that arrive at the same time. */
  let last: Promise<unknown> = Promise.resolve();
  const storeNext = (...image: Parameters<typeof store>) => {
    const saved = last.then(() => store(...image));
    last = saved.catch(() => undefined);
    return saved;
  };
  return {
    async save(id, bytes, bounds) {
      if (!types.includes(imageTypeOf(bytes) ?? '')) {
        throw new MediaError('undecodable', 'A cover is a PNG, JPEG, WebP or AVIF image.');
      }
      const image = await renderImage(bytes, { ...box, format: 'webp', quality: 90 }, limits());
      return storeNext(id, image, bounds);
    },
    copy: async (from, id, bounds) =>
      storeNext(id, await readFile(pathOf(from.id, from.upload)), bounds),
    async list(id) {
      const images = (await filesOf(id)).map(async ({ name, size }) => {
        const image = await unlessDeleted(readFile(pathOf(id, name)));
        if (image === null) return null;
        const { width = 0, height = 0 } = imageSize(image) ?? {};
        return { name, width, height, size };
      });
      return (await Promise.all(images)).filter((image) => image !== null);
    },
    read: (id, upload) => readFile(pathOf(id, upload)),
    async remove(id, upload) {
      const names = upload === undefined ? await filesOf(id) : [{ name: upload }];
      for (const { name } of names) await rm(pathOf(id, name), { force: true });
    },
    async sweep(exists, now) {
      for (const folder of await namesIn(dir)) {
        for (const name of await namesIn(join(dir, folder))) {
          const path = join(dir, folder, name);
          const isAside = name.endsWith(aside);
          if (name.endsWith(unfinished)) {
            // Left by a crash, unless it is being written.
            if ((await stat(path)).mtimeMs < now.getTime() - dayMs) await rm(path);
          } else if (exists(name.slice(0, 36))) {
            if (isAside) await renamePatiently(path, path.slice(0, -aside.length));
          } else if (!isAside) await renamePatiently(path, path + aside);
          else if ((await stat(path)).ctimeMs < now.getTime() - asideMs) await rm(path);
        }
      }
    },
  };
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Null for a file that another request deleted after its folder was read. */
const unlessDeleted = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};
