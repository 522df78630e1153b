import { join } from 'node:path';

import type { Limits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import { readBook } from './book-row.ts';
import type { BookReaders } from '../../jobs/job-context.ts';
import type { ScanLibrary } from './library-store.ts';
import { verifyPages } from '../analysis/verify.ts';
import type { WalkedFile } from './walked-file.ts';
import { statAgain } from './walk.ts';
import { notChecked, type ScannedBook } from './types.ts';

export type BookReader = (file: WalkedFile) => Promise<ScannedBook>;

const isStillThere = (root: string, file: WalkedFile): boolean => {
  const now = statAgain(root, file.path, file.entries !== undefined);
  return now?.size === file.size && now.mtimeMs === file.mtimeMs;
};

/**
 * Reads the books of a library; `deep` reads every page and compares its checksum. Throws MediaError
 * `unavailable` also if the file has vanished or changed meanwhile, because its pages then look damaged.
 */
export const createBookReader =
  (
    library: Pick<ScanLibrary, 'path' | 'series_strategy' | 'scan_rules'>,
    { deep, limits, pages, pdf }: { deep: boolean; limits: Limits } & BookReaders,
  ): BookReader =>
  async (file) => {
    const book = await readBook(library, file, { limits, pdf });
    if (deep && book.row.error === null) {
      book.row.error = await verifyPages(join(library.path, file.path), book.pages, pages, limits);
      const isFlawed = book.pages.some(({ error }) => error !== undefined);
      if (isFlawed && !isStillThere(library.path, file))
        throw new MediaError('unavailable', notChecked);
    }
    return book;
  };
