import { closeSync, fstatSync } from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';

import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { isPage } from '../../media/formats/archive-entries.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { isCutOff } from '../../media/image-size/is-cut-off.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { decodePages } from '../../media/page-json.ts';
import { readZipDirectory } from '../../media/zip/directory.ts';
import { canUnpack, readEntry } from '../../media/zip/read-entry.ts';
import type { BookToCheck } from './check-store.ts';
import { verifyPages } from './verify.ts';

/** Errors that mean that the content is faulty, not that something else went wrong. */
const isFault = (error: unknown): error is MediaError =>
  error instanceof MediaError && ['damaged', 'undecodable'].includes(error.reason);

const damagedParts = (count: number): string =>
  `Entries of the archive that cannot be read, are cut off, or have another checksum: ${count}. Restore the file from a backup.`;

/** Reads every entry of a ZIP archive, compares its checksum and looks for the end of images. */
const testZip = async (path: string, context: JobContext): Promise<string | null> => {
  const fd = openRegularSync(path);
  try {
    const { entries } = readZipDirectory(fd, fstatSync(fd).size);
    let damaged = 0;
    for (const entry of entries) {
      if (entry.directory || entry.encrypted || !canUnpack(entry.method)) continue;
      if (context.cancelled()) throw new CancelledError();
      try {
        const bytes = readEntry(fd, entry, { verify: true, limits: context.limits });
        if (isPage(entry) && isCutOff(bytes)) damaged += 1;
      } catch (error) {
        if (isFault(error)) damaged += 1;
        else if (!(error instanceof MediaError)) throw error;
      }
      await pause();
    }
    return damaged === 0 ? null : damagedParts(damaged);
  } finally {
    closeSync(fd);
  }
};

/** Reads every page, of which archives and folders have checksums. */
const testPages = async (path: string, { pages }: BookToCheck, context: JobContext) => {
  const known = decodePages(pages ?? '[]').filter(({ error }) => !error);
  const readers = await context.readers();
  await verifyPages(path, known, readers.pages, context.limits);
  const damaged = known.filter((page) => page.error ?? page.is_cut_off).length;
  return damaged === 0 ? null : damagedParts(damaged);
};

/** Tests the content as far as the format allows; returns a message for a faulty file. */
export const testContents = async (
  path: string,
  book: BookToCheck,
  context: JobContext,
): Promise<string | null> => {
  try {
    switch (book.format) {
      case 'cbz':
      case 'epub':
        return await testZip(path, context);
      case 'mobi':
      case 'fb2':
        // They have no checksums.
        return (await openBook(path, book.file_size, context.limits)).error;
      case 'pdf':
        await (await context.readers()).pdf.list(path);
        return null;
      default:
        return await testPages(path, book, context);
    }
  } catch (error) {
    if (isFault(error)) return error.message;
    // A file that cannot be tested is not faulty.
    if (error instanceof MediaError || isSystemError(error)) return null;
    throw error;
  }
};
