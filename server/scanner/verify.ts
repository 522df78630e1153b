import { closeSync, openSync } from 'node:fs';

import { locationOf, type StoredPage } from '../media/book-file.ts';
import { fromSystemError } from '../media/media-error.ts';
import { readEntry } from '../media/zip/entry-data.ts';

/**
 * Reads every page of a book and compares its checksum; notes on each page what is wrong with it.
 * Gives a sentence when no page is left that can be shown.
 */
export const verifyPages = (path: string, pages: StoredPage[]): string | null => {
  const fd = openSync(path, 'r');
  try {
    for (const page of pages) {
      if (page.error !== undefined) continue;
      try {
        readEntry(fd, locationOf(page), true);
      } catch (error) {
        page.error = fromSystemError(error).message;
      }
    }
  } finally {
    closeSync(fd);
  }
  return pages.length > 0 && pages.every(({ error }) => error !== undefined)
    ? 'Every page of the archive is damaged. Copy or download the file again.'
    : null;
};
