import { basename, join } from 'node:path';

import { partsOf } from '../file-stamp.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError, MediaError } from '../media-error.ts';
import { openRegular } from '../regular-file.ts';
import type { FolderPage } from '../stored-page.ts';
import type { PageReader } from './page-reader.ts';

/** Reads pages that are image files directly in a folder. */
export const createFolderPages = ({ limits }: { limits: () => Limits }): PageReader<FolderPage> => {
  const readStart = async (
    folder: string,
    { filename }: FolderPage,
    length: number,
  ): Promise<Buffer> => {
    if (filename !== basename(filename) || filename === '..') {
      throw new MediaError('unreadable', 'The page is not in its folder. Scan it again.');
    }
    try {
      const file = await openRegular(join(folder, filename));
      try {
        const stats = await file.stat();
        if (length < stats.size) {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
          return buffer.subarray(0, bytesRead);
        }
        if (stats.size > limits().entry_bytes) {
          throw new MediaError(
            'too_large',
            `The page has ${stats.size} bytes, more than the ${limits().entry_bytes} that a page can have.`,
          );
        }
        return await file.readFile();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw fromSystemError(error);
    }
  };

  return {
    // Each page is a file of its own, so the folder's stamp is ignored.
    read: (folder, page) => readStart(partsOf(folder).path, page, Infinity),
    head: (folder, page, length) => readStart(partsOf(folder).path, page, length),
    close: async () => undefined,
  };
};
