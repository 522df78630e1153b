import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { renderImage } from './images.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { imageTypeOf } from './media-type.ts';
import { MediaError } from './media-error.ts';

/** Uploaded cover images, stored in the data directory: library folders are never modified. */
export interface CoverUploads {
  /**
   * Replaces the uploaded cover; returns a name that changes with the image. Throws MediaError for
   * anything but a PNG, JPEG, WebP or AVIF, for too many pixels and for undecodable data.
   */
  save(id: string, bytes: Buffer): Promise<string>;
  read(id: string, upload: string): Promise<Buffer>;
  remove(id: string): Promise<void>;
  /** Deletes uploads whose owner no longer exists. */
  sweep(belongs: (id: string) => boolean): Promise<void>;
}

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
  const folderOf = (id: string) => join(dir, id.slice(-2));
  const pathOf = (id: string, upload: string) => join(folderOf(id), `${id}-${upload}.webp`);
  const others = async (id: string, except?: string) => {
    const names = await namesIn(folderOf(id));
    const own = names.filter((name) => name.startsWith(`${id}-`));
    for (const name of own) {
      const path = join(folderOf(id), name);
      if (path !== except) await rm(path, { force: true });
    }
  };
  return {
    async save(id, bytes) {
      if (!types.includes(imageTypeOf(bytes) ?? '')) {
        throw new MediaError('undecodable', 'A cover is a PNG, JPEG, WebP or AVIF image.');
      }
      const image = await renderImage(bytes, { ...box, format: 'webp', quality: 90 }, limits());
      const upload = createHash('sha256').update(image).digest('hex').slice(0, 16);
      const path = pathOf(id, upload);
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.tmp`, image);
      await rename(`${path}.tmp`, path);
      await others(id, path);
      return upload;
    },
    read: (id, upload) => readFile(pathOf(id, upload)),
    remove: (id) => others(id),
    async sweep(belongs) {
      for (const folder of await namesIn(dir)) {
        for (const name of await namesIn(join(dir, folder))) {
          if (!belongs(name.slice(0, 36))) await rm(join(dir, folder, name), { force: true });
        }
      }
    },
  };
};

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
};
