import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Allocate } from '../buffer-pool.ts';
import { type FileAt, partsOf } from '../file-stamp.ts';
import { encodePixels } from '../images.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { createPdf, type Pdf } from '../pdf/pdf.ts';
import type { PdfPage, StoredPage } from '../stored-page.ts';
import { createArchivePages } from './archive-pages.ts';
import { createFolderPages } from './folder-pages.ts';
import type { PageBox, PageReader } from './page-reader.ts';
import { createZipPages, type RawPage } from './zip-pages.ts';

export interface PageSource extends PageReader<StoredPage> {
  /**
   * The page still packed, in memory from `allocate`; null if its archive does not allow that.
   * Throws MediaError.
   */
  readRaw(file: FileAt, page: StoredPage, allocate?: Allocate): Promise<RawPage | null>;
}

export interface PageSourceOptions {
  /** Maximum files kept open. */
  maxOpen?: number;
  /** How long a file stays open after its last page, ms. */
  openMs?: number;
  /** Folder for unpacked archives while the source is open. */
  archivesDir?: string;
  /**
   * Maximum unpacked archives to keep. A job finishes each quickly, often before it is flushed to
   * disk.
   */
  keepArchives?: number;
  /** Draws PDFs; disposed with the source. */
  pdf?: Pdf;
  limits?: () => Limits;
  /** Limits concurrent reads per volume; omitted by jobs, which read sequentially. */
  gated?: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
  /** The user that a page is read for. */
  ownerOf?: () => string;
  /** The volume of a path: a drive that hangs only delays archives of its own volume. */
  volumeOf?: (path: string) => string;
  /** Closes a file of that volume in the background. */
  closing?: (path: string, close: () => Promise<void>) => void;
}

/** Reads pages of all kinds of books, delegating to the reader of each source. */
export const createPageSource = ({
  maxOpen = 64,
  openMs,
  archivesDir = join(tmpdir(), 'octavo-archives'),
  keepArchives = 64,
  limits = () => defaultLimits,
  pdf: drawing = createPdf({ limits }),
  gated = (_path, read) => read(),
  closing,
  ownerOf,
  volumeOf,
}: PageSourceOptions = {}): PageSource => {
  const zip = createZipPages({ maxOpen, openMs, limits, closing });
  const archive = createArchivePages({
    ...{ dir: archivesDir, keep: keepArchives, limits, ownerOf, volumeOf },
  });
  const folder = createFolderPages({ limits });
  const pdf = createPdfPages(drawing);

  const readerOf = <Result>(
    page: StoredPage,
    use: <Page extends StoredPage>(reader: PageReader<Page>, page: Page) => Result,
  ): Result => {
    if (page.error !== undefined) throw new MediaError('damaged', page.error);
    switch (page.source) {
      case undefined:
        return use(zip, page);
      case 'archive':
        return use(archive, page);
      case 'folder':
        return use(folder, page);
      case 'pdf':
        return use(pdf, page);
      case 'text':
        throw new MediaError('undecodable', 'This book is a text: its pages are not images.');
    }
  };

  /**
   * 7-Zip and the PDF threads have time limits of their own, which apply once the drive answers.
   */
  const within = async (
    file: FileAt,
    page: StoredPage,
    read: () => Promise<Buffer>,
  ): Promise<Buffer> => {
    const { path } = partsOf(file);
    if (page.source !== 'archive' && page.source !== 'pdf') return gated(path, async () => read());
    await gated(path, () => stat(path).catch(() => null));
    return read();
  };

  return {
    read: async (file, page, box, allocate) =>
      within(file, page, () =>
        readerOf(page, (reader, known) => reader.read(file, known, box, allocate)),
      ),
    head: async (file, page, length) =>
      within(file, page, () => readerOf(page, (reader, known) => reader.head(file, known, length))),
    readRaw: async (file, page, allocate) =>
      page.source === undefined
        ? gated(partsOf(file).path, () => zip.readRaw(file, page, allocate))
        : null,
    close: async () => {
      await Promise.all([zip.close(), archive.close(), pdf.close()]);
    },
  };
};

/**
 * Draws pages of PDFs. Without a box, a page is returned as the final JPEG; with a box it is
 * processed further, so it is returned lossless.
 */
const createPdfPages = (pdf: Pdf): PageReader<PdfPage> => {
  const read = async (file: FileAt, { index }: PdfPage, box?: PageBox): Promise<Buffer> =>
    encodePixels(await pdf.draw(file, index, box ?? {}), box ? 'png' : 'jpeg');
  return {
    read,
    // PDF page sizes come from the document, so the head of the image is never needed.
    head: (file, page) => read(file, page),
    close: () => pdf.close(),
  };
};
