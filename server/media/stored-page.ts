import type { EntryLocation } from './zip/entry-data.ts';

/** What the wire shows of a page. */
interface PageFacts {
  /** Path inside the archive or folder. */
  filename: string;
  /** By extension until the page was analysed, then by its content. */
  media_type: string;
  /** Pixels; of a page of a PDF those of its default drawing. */
  width: number | null;
  height: number | null;
  /** Unpacked, bytes; 0 where a page has no file of its own. */
  file_size: number;
  /** Why this page cannot be shown, while the others can. */
  error?: string;
}

/** Where an entry of a ZIP lies, named as in the stored page. */
interface ZipPlace {
  method: number;
  /** Of the local header in the file. */
  offset: number;
  compressed_size: number;
  crc32: number;
}

/** An image in a ZIP, read in place. By far the most pages are these, so they need no `source`. */
export interface ZipPage extends PageFacts, ZipPlace {
  source?: undefined;
}

/** An image in an archive that 7-Zip unpacks: RAR, 7z, TAR, or a ZIP entry of a method that only it knows. */
export interface ArchivePage extends PageFacts {
  source: 'archive';
  /** 0 where the archive has none. */
  crc32: number;
}

/** An image file in a folder; `filename` is relative to the folder. */
export interface FolderPage extends PageFacts {
  source: 'folder';
}

/** A page of a PDF, drawn on demand. */
export interface PdfPage extends PageFacts {
  source: 'pdf';
  /** From 0. */
  index: number;
}

/** A text of a reflowable EPUB in the order of its spine: as many pages as it has stretches of 1,024 characters. */
export interface TextPage extends PageFacts, ZipPlace {
  source: 'text';
  /** Null until the text was counted. */
  characters: number | null;
}

/** A page as the `pages` column keeps it: what the wire shows and what reading it needs. */
export type StoredPage = ZipPage | ArchivePage | FolderPage | PdfPage | TextPage;

/** Pages that are images or can be drawn as one. */
export type ImagePage = Exclude<StoredPage, TextPage>;

export const isImagePage = (page: StoredPage): page is ImagePage => page.source !== 'text';

/** Where a page lies in its ZIP archive. */
export const locationOf = (page: ZipPage | TextPage): EntryLocation => ({
  method: page.method,
  headerOffset: page.offset,
  compressedSize: page.compressed_size,
  size: page.file_size,
  crc32: page.crc32,
});

/** Characters of a reflowable text that count as one page. */
export const charactersPerPage = 1024;

/** How many pages of progress this one stands for. */
export const positionsOf = (page: StoredPage): number =>
  page.source === 'text'
    ? page.characters === null
      ? 0
      : Math.max(1, Math.ceil(page.characters / charactersPerPage))
    : 1;

/** The page count of a book: 0 for a text that was not counted yet. */
export const countPages = (pages: readonly StoredPage[]): number =>
  pages.reduce((sum, page) => sum + positionsOf(page), 0);
