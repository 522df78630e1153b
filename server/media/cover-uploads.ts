import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { renderImage } from './images.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { imageTypeOf } from './media-type.ts';
import { MediaError } from './media-error.ts';

/** Images that people choose as covers, kept in the data directory: the folders of the user stay untouched. */
export interface CoverUploads {
  /**
   * Keeps an image in place of the one before; gives a name that changes with the image. Throws MediaError
   * for what is no PNG, JPEG, WebP or AVIF, has too many pixels or cannot be decoded.
   */
  save(id: string, bytes: Buffer): Promise<string>;
  read(id: string, upload: string): Promise<Buffer>;
  remove(id: string): Promise<void>;
  /** Removes what belongs to nothing any more. */
  sweep(belongs: (id: string) => boolean): Promise<void>;
}

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];
/** Pixels; as much as a large screen shows of a cover. */
const box = { width: 1200, height: 7200 };

/** Each is decoded and written anew, as WebP: what else a file may hold stays out. */
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
