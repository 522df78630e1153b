import { crc32 } from 'node:zlib';

import { fromSystemError, MediaError } from '../media/media-error.ts';
import type { PageSource } from '../media/pages/page-source.ts';
import type { StoredPage } from '../media/stored-page.ts';

const damaged = 'The page is damaged in the archive. Copy or download the file again.';

const verifyPage = async (path: string, page: StoredPage, source: PageSource): Promise<void> => {
  // A text is shown to nobody as it is, but it is an entry of its archive like an image.
  const entry = page.source === 'text' ? { ...page, source: undefined } : page;
  const bytes = await source.read(path, entry);
  const expected = 'crc32' in page ? page.crc32 : 0;
  if (expected !== 0 && crc32(bytes) !== expected) throw new MediaError('damaged', damaged);
};

/**
 * Reads every page of a book and compares its checksum; notes on each page what is wrong with it.
 * Gives a sentence when no page is left that can be shown.
 */
export const verifyPages = async (
  path: string,
  pages: StoredPage[],
  source: PageSource,
): Promise<string | null> => {
  for (const page of pages) {
    // A page of a PDF has nothing to compare it with.
    if (page.error !== undefined || page.source === 'pdf') continue;
    try {
      await verifyPage(path, page, source);
    } catch (error) {
      page.error = fromSystemError(error).message;
    }
  }
  return pages.length > 0 && pages.every(({ error }) => error !== undefined)
    ? 'Every page of the archive is damaged. Copy or download the file again.'
    : null;
};
