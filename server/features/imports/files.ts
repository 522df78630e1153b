import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError } from '../../../shared/errors.ts';

/** Folders of imports. Each contains the uploaded file, the copy that is read, and images. */
export const createImportFiles = (dir: string, maxBytes: number) => {
  const folderOf = (id: string) => join(dir, id);
  return {
    folderOf,
    /** Throws PayloadTooLarge. */
    async save(id: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
      const folder = folderOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, 'uploaded');
      try {
        await pipeline(bounded(bytes, maxBytes), createWriteStream(file, { mode: 0o600 }));
        return file;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    image: (id: string, name: string): Promise<Buffer> =>
      readFile(join(folderOf(id), 'images', name)),
    remove: (id: string): Promise<void> => rm(folderOf(id), { recursive: true, force: true }),
  };
};

export type ImportFiles = ReturnType<typeof createImportFiles>;

async function* bounded(bytes: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > maxBytes) {
      throw new AppError(
        'PayloadTooLarge',
        `A file to import has at most ${Math.floor(maxBytes / 1024 ** 3)} GiB`,
      );
    }
    yield part;
  }
}
