import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Allocate } from '../buffer-pool.ts';
import { type FileAt, partsOf } from '../file-stamp.ts';
import { encodePixels } from '../images.ts';
import { createDerivedEpubs, epubsBeside } from '../derived-epub/derived-epubs.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { createPdf, type Pdf } from '../pdf/pdf.ts';
import type { PdfPage, StoredPage } from '../stored-page.ts';
import { createArchivePages } from './archive-pages.ts';
import { createFolderPages } from './folder-pages.ts';
import type { PageBox, PageReader } from './page-reader.ts';
import { createZipPages, type RawPage } from './zip-pages.ts';

export interface PageSource extends PageReader<StoredPage> {
  /** The path of the EPUB that is made from a file of another text format. Throws MediaError. */
  epubOf(file: FileAt): Promise<string>;
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
  ownerOf = () => '',
  volumeOf = () => '',
}: PageSourceOptions = {}): PageSource => {
  const zip = createZipPages({ maxOpen, openMs, limits, closing });
  const archive = createArchivePages({
    ...{ dir: archivesDir, keep: keepArchives, limits, ownerOf, volumeOf },
  });
  const folder = createFolderPages({ limits });
  const derived = createDerivedEpubs({
    ...{ dir: epubsBeside(archivesDir), limits, ownerOf, volumeOf },
  });
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

  const probe = (path: string) => gated(path, () => stat(path).catch(() => null));

  /** Where the bytes of a page are. */
  const locate = async <Page extends StoredPage>(file: FileAt, page: Page) =>
    page.derived ? derived.locate(file, page) : { path: file, page };

  /**
   * 7-Zip and the threads for PDFs and derived EPUBs have time limits of their own, which apply once the
   * drive answers.
   */
  const within = async <Result>(
    file: FileAt,
    page: StoredPage,
    read: () => Promise<Result>,
  ): Promise<Result> => {
    const { path } = partsOf(file);
    const isSlow = page.source === 'archive' || page.source === 'pdf' || page.derived;
    if (!isSlow) return gated(path, async () => read());
    await probe(path);
    return read();
  };

  return {
    read: async (file, page, box, allocate) =>
      within(file, page, async () => {
        const { path, page: located } = await locate(file, page);
        return readerOf(located, (reader, known) => reader.read(path, known, box, allocate));
      }),
    head: async (file, page, length) =>
      within(file, page, async () => {
        const { path, page: located } = await locate(file, page);
        return readerOf(located, (reader, known) => reader.head(path, known, length));
      }),
    readRaw: async (file, page, allocate) => {
      if (page.source !== undefined) return null;
      const read = async () => {
        const { path, page: located } = await locate(file, page);
        return zip.readRaw(path, located, allocate);
      };
      return within(file, page, read);
    },
    epubOf: async (file) => {
      await probe(partsOf(file).path);
      return derived.pathOf(file);
    },
    close: async () => {
      await Promise.all([zip.close(), archive.close(), pdf.close(), derived.close()]);
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
