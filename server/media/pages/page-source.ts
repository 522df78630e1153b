import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Allocate } from '../buffer-loans.ts';
import { partsOf, type FileAt } from '../file-stamp.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { createPdf, type Pdf } from '../pdf/pdf.ts';
import type { StoredPage } from '../stored-page.ts';
import { createArchivePages } from './archive-pages.ts';
import type { PageReader } from './page-reader.ts';
import { createFolderPages } from './folder-pages.ts';
import { createPdfPages } from './pdf-pages.ts';
import { createZipPages, type RawPage } from './zip-pages.ts';

export interface PageSource extends PageReader<StoredPage> {
  /**
   * The page without unpacking it, in memory from `allocate`, or null where its archive does not allow that.
   * Throws MediaError.
   */
  readRaw(file: FileAt, page: StoredPage, allocate?: Allocate): Promise<RawPage | null>;
}

export interface PageSourceOptions {
  /** Files that are kept open. */
  maxOpen?: number;
  /** How long one stays open after its last page, ms. */
  openMs?: number;
  /** Below which unpacked archives are kept while the source is open. */
  archivesDir?: string;
  /** Unpacked archives that are kept. A job is done with each soon, often before the disk has written it. */
  keepArchives?: number;
  /** Draws PDFs; closed with the source. */
  pdf?: Pdf;
  limits?: () => Limits;
  /** Bounds how many reads of the volume of a book may go on; of a job, which reads one by one, none. */
  gated?: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
}

/** Reads pages of books of every kind, each by the reader of its source. */
export const createPageSource = ({
  maxOpen = 64,
  openMs,
  archivesDir = join(tmpdir(), 'octavo-archives'),
  keepArchives = 64,
  limits = () => defaultLimits,
  pdf: drawing = createPdf({ limits }),
  gated = (_path, read) => read(),
}: PageSourceOptions = {}): PageSource => {
  const zip = createZipPages({ maxOpen, openMs, limits });
  const archive = createArchivePages({ dir: archivesDir, keep: keepArchives, limits });
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
        throw new MediaError('undecodable', 'This book is a text: its pages are no images.');
    }
  };

  /** Other programs and threads unpack archives and draw PDFs: they have limits of their own. */
  const within = (file: FileAt, page: StoredPage, read: () => Promise<Buffer>): Promise<Buffer> =>
    page.source === 'archive' || page.source === 'pdf'
      ? read()
      : gated(partsOf(file).path, async () => read());

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
