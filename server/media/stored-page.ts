import type { EntryLocation } from './zip/read-entry.ts';

/** The fields of a page in the API. */
interface PageFacts {
  /** Path inside the archive or folder. */
  filename: string;
  /** By extension until the page is analysed, then by its content. */
  media_type: string;
  /** Pixels; for a PDF page those of its default drawing. */
  width: number | null;
  height: number | null;
  /** Size of the unpacked data, bytes; 0 for a page without a file of its own. */
  file_size: number;
  /** Why this page cannot be shown, although others can. */
  error?: string;
  /** The image lacks its end, but the beginning can be shown. */
  is_cut_off?: boolean;
  /** It is in the EPUB made from the file, which knows its place. */
  derived?: true;
}

/** The location of a ZIP entry, with the field names of the stored page. */
interface ZipPlace {
  method: number;
  /** Offset of the local header in the file. */
  offset: number;
  compressed_size: number;
  crc32: number;
}

/** An image in a ZIP, read in place. Most pages are of this kind, so they omit `source`. */
export interface ZipPage extends PageFacts, ZipPlace {
  source?: undefined;
}

/**
 * An image in an archive that 7-Zip unpacks: RAR, 7z, TAR, or a ZIP entry with a method supported
 * only by it.
 */
export interface ArchivePage extends PageFacts {
  source: 'archive';
  /** 0 if the archive has none. */
  crc32: number;
}

/** An image file in a folder; `filename` is relative to the folder. */
export interface FolderPage extends PageFacts {
  source: 'folder';
}

/** A page of a PDF, drawn on demand. */
export interface PdfPage extends PageFacts {
  source: 'pdf';
  /** 0-based. */
  index: number;
}

/** A text of a reflowable EPUB in spine order; counts as one page per 1,024 characters. */
export interface TextPage extends PageFacts, ZipPlace {
  source: 'text';
  /** Null until the text is counted. */
  characters: number | null;
}

/** A page as stored in the `pages` column: API fields plus data for reading it. */
export type StoredPage = ZipPage | ArchivePage | FolderPage | PdfPage | TextPage;

/** Pages that are, or can be drawn as, an image. */
export type ImagePage = Exclude<StoredPage, TextPage>;

export const isImagePage = (page: StoredPage): page is ImagePage => page.source !== 'text';

/** Location of a page in its ZIP archive. */
export const locationOf = (page: ZipPage | TextPage): EntryLocation => ({
  method: page.method,
  headerOffset: page.offset,
  compressedSize: page.compressed_size,
  size: page.file_size,
  crc32: page.crc32,
});

/** Characters per page of a reflowable text. */
export const charactersPerPage = 1024;

/** Whether a text is not analysed yet. */
export const isUncounted = (page: StoredPage): boolean =>
  page.source === 'text' && page.characters === null;

/** Number of progress pages that this one counts for. */
export const positionsOf = (page: StoredPage): number => {
  if (page.source !== 'text') return 1;
  return page.characters === null ? 0 : Math.max(1, Math.ceil(page.characters / charactersPerPage));
};

/** The page count of a book: 0 for texts not counted yet. */
export const countPages = (pages: readonly StoredPage[]): number =>
  pages.reduce((sum, page) => sum + positionsOf(page), 0);

/** Pages stored in a ZIP archive that is the file itself. */
export const isInZip = (page: StoredPage): page is ZipPage | TextPage =>
  page.error === undefined &&
  page.derived === undefined &&
  (page.source === undefined || page.source === 'text');
