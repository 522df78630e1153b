import { closeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { isCutOff } from '../../media/image-size/is-cut-off.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import { faultOfFile, MediaError } from '../../media/media-error.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { isInZip, locationOf, type StoredPage } from '../../media/stored-page.ts';
import { readEntry } from '../../media/zip/read-entry.ts';

const damaged = 'The page is damaged in the archive. Copy or download the file again.';

const verifyPage = async (path: string, page: StoredPage, source: PageSource): Promise<void> => {
  const bytes = await source.read(path, page);
  const expected = page.source === 'archive' ? page.crc32 : 0;
  if (expected !== 0 && crc32(bytes) !== expected) throw new MediaError('damaged', damaged);
  if (isCutOff(bytes)) page.is_cut_off = true;
};

/**
 * Verifies the checksum of every page, and records on the pages their errors and which of them are cut
 * off. Returns a message if no page is left that can be shown. Throws MediaError `unavailable`.
 */
export const verifyPages = async (
  path: string,
  pages: StoredPage[],
  source: PageSource,
  limits: Limits = defaultLimits,
): Promise<string | null> => {
  let fd: number | null = null;
  try {
    for (const page of pages) {
      // PDF pages have no checksum.
      if (page.error !== undefined || page.source === 'pdf') continue;
      try {
        if (isInZip(page)) {
          // Synchronous, because awaiting each of the many entries of a ZIP takes longer than
          // reading it.
          fd ??= openRegularSync(path);
          const verify = page.crc32 !== 0;
          if (isCutOff(readEntry(fd, locationOf(page), { verify, limits }))) page.is_cut_off = true;
        } else await verifyPage(path, page, source);
      } catch (error) {
        page.error = faultOfFile(error).message;
      }
    }
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return pages.length > 0 && pages.every(({ error }) => error !== undefined)
    ? 'Every page of the archive is damaged. Copy or download the file again.'
    : null;
};
