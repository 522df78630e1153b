import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { renamePatiently } from '../../lib/rename-file.ts';

const uploadName = 'uploaded';
/** An upload that has not arrived as a whole. */
const draftName = `${uploadName}.partial`;
/** How long folders without an import are kept; a restored database can have theirs. */
const unknownMs = 90 * dayMs;

const isAbandoned = async (folder: string, now: Date): Promise<boolean> =>
  (await readdir(folder)).every((name) => name === draftName) ||
  (await stat(folder)).mtimeMs < now.getTime() - unknownMs;

/** Folders of imports. Each contains the uploaded file, the copy that is read, and images. */
export const createImportFiles = (dir: string, maxBytes: number) => {
  const folderOf = (id: string) => join(dir, id);
  let removal = Promise.resolve();
  return {
    /** Throws PayloadTooLarge. */
    async save(id: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
      await removal;
      const folder = folderOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [draft, file] = [join(folder, draftName), join(folder, uploadName)];
      try {
        await pipeline(bounded(bytes, maxBytes), createWriteStream(draft, { mode: 0o600 }));
        await renamePatiently(draft, file);
        return file;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    /** Makes the folder, without what an interrupted reading left in it. */
    async prepare(id: string): Promise<string> {
      const folder = folderOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder))
        if (name !== uploadName) await rm(join(folder, name), { recursive: true, force: true });
      return folder;
    },
    /**
     * Deletes folders without an import: of uploads that a crash interrupted, and those that nothing has changed for 90
     * days. New uploads wait for it.
     */
    removeAbandoned(isKnown: (id: string) => boolean, now: Date): Promise<void> {
      const remove = async () => {
        for (const id of await readdir(dir)) {
          if (!isKnown(id) && (await isAbandoned(folderOf(id), now)))
            await rm(folderOf(id), { recursive: true, force: true });
        }
      };
      // The folder can be missing; the next start tries again.
      return (removal = remove().catch(() => undefined));
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
