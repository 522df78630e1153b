import { join } from 'node:path';

import type { Limits } from '../../media/limits.ts';
import { readBook } from './book-row.ts';
import type { BookReaders } from '../../jobs/job-context.ts';
import type { ScanLibrary } from './library-store.ts';
import { verifyPages } from '../analysis/verify.ts';
import type { WalkedFile } from './walk.ts';
import type { ScannedBook } from './types.ts';

export type BookReader = (file: WalkedFile) => Promise<ScannedBook>;

/** Reads the books of a library; `deep` reads every page and compares its checksum. */
export const createBookReader =
  (
    library: Pick<ScanLibrary, 'path' | 'series_strategy' | 'scan_rules'>,
    { deep, limits, pages, pdf }: { deep: boolean; limits: Limits } & BookReaders,
  ): BookReader =>
  async (file) => {
    const book = await readBook(library, file, { limits, pdf });
    if (deep && book.row.error === null) {
      book.row.error = await verifyPages(join(library.path, file.path), book.pages, pages, limits);
    }
    return book;
  };
