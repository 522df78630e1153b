import { MediaError } from '../media-error.ts';
import { openDocument, type PdfInfo } from './document.ts';
import { drawnSize, type Size } from './drawn-size.ts';
import type { Pdfium } from './pdfium.ts';

export interface PdfListing {
  /** Size of the default drawing of each page, pixels; null for a damaged page. */
  pages: (Size | null)[];
  info: PdfInfo;
  isRightToLeft: boolean;
}

/** `maxPixels` limits the size of a drawing. */
export interface ListRequest {
  path: string;
  maxPages: number;
  maxPixels: number;
}

/** Lists the pages of a PDF. Blocks the current thread. Throws MediaError. */
export const listDocument = (
  pdfium: Pdfium,
  { path, maxPages, maxPixels }: ListRequest,
): PdfListing => {
  const document = openDocument(pdfium, path);
  try {
    const { pageCount } = document;
    if (pageCount > maxPages) {
      throw new MediaError('too_large', `The PDF has more than ${maxPages} pages.`);
    }
    const pages = Array.from({ length: pageCount }, (_, index) => {
      const size = document.sizeOf(index);
      return size && drawnSize(size, {}, maxPixels);
    });
    return { pages, info: document.info(), isRightToLeft: document.isRightToLeft() };
  } finally {
    document.close();
  }
};
