import type { BookFormat } from '../../../shared/api/book-record.ts';
import { edgeFingerprint } from '../fingerprint.ts';
import type { Limits } from '../limits.ts';
import { faultOfFile, MediaError, tooLargeEntry } from '../media-error.ts';
import type { ArchiveType } from '../seven-zip/archive-type.ts';
import { type ArchiveListing, listArchive } from '../seven-zip/list-archive.ts';
import type { ListedEntry } from '../seven-zip/parse-listing.ts';
import { readArchiveEntry } from '../seven-zip/unpack.ts';
import type { ArchivePage } from '../stored-page.ts';
import { imageTypeOfPage, selectPages } from './archive-entries.ts';
import { type ComicMetadata, readComicDocuments } from './comic-documents.ts';
import { arrangePages } from './page-order.ts';
import { emptyListing, type BookParser } from './parsed-book.ts';

const formats: Record<ArchiveType, BookFormat> = {
  rar: 'cbr',
  rar5: 'cbr',
  '7z': 'cb7',
  tar: 'cbt',
  zip: 'cbz',
};

const toPage = ({ name, size, crc32 }: ListedEntry, limits: Limits): ArchivePage => ({
  source: 'archive',
  filename: name,
  media_type: imageTypeOfPage(name),
  width: null,
  height: null,
  file_size: size,
  crc32,
  ...(size > limits.entry_bytes ? { error: tooLargeEntry().message } : {}),
});

/** Reads the metadata documents of an archive. */
export const readArchivedDocuments = (
  path: string,
  listing: ArchiveListing,
  limits: Limits,
  comment: Buffer | null = null,
): Promise<ComicMetadata> =>
  readComicDocuments(
    listing.entries,
    (entry) => readArchiveEntry(path, listing, entry, { limits }),
    limits,
    comment,
  );

/** The pages; if damage left none, reports the damage rather than the missing pages. */
const pagesOf = ({ entries, problem }: ArchiveListing, limits: Limits): ArchivePage[] => {
  try {
    return selectPages(entries).map((entry) => toPage(entry, limits));
  } catch (error) {
    const hidden = problem !== null && error instanceof MediaError && error.reason === 'no_pages';
    throw hidden ? new MediaError('damaged', problem) : error;
  }
};

/** Lists a comic in an archive that 7-Zip reads; a damaged one as far as possible. */
export const openArchiveBook = (type: ArchiveType) =>
  (async ({ path, fd, size, limits }) => {
    const format = formats[type];
    const fingerprint = edgeFingerprint(fd, size);
    const listing = await listArchive(path, size, type, limits);
    const { metadata, pages: listed } = await readArchivedDocuments(path, listing, limits);
    try {
      const arranged = arrangePages(pagesOf(listing, limits), listed);
      return {
        ...emptyListing,
        format,
        fingerprint,
        metadata,
        ...arranged,
        note: listing.problem,
        error: null,
      };
    } catch (error) {
      return {
        ...emptyListing,
        format,
        fingerprint,
        metadata,
        note: null,
        error: faultOfFile(error).message,
      };
    }
  }) satisfies BookParser;
