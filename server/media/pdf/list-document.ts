import { MediaError } from '../media-error.ts';
import { openDocument, type PdfDocument, type PdfInfo } from './document.ts';
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
    const pageCount = believablePages(document);
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

/** Pages that a file may lack for each one that it has, and in any case, until its number counts as wrong. */
const lackingShare = 10;
const lackingPages = 100;

/**
 * The number of pages that a file states, of which a few can be damaged; if it states far more than there
 * are, the number of the last page that exists.
 */
const believablePages = ({
  pageCount,
  sizeOf,
}: Pick<PdfDocument, 'pageCount' | 'sizeOf'>): number => {
  if (pageCount === 0 || sizeOf(pageCount - 1) !== null) return pageCount;
  let [last, missing] = [0, pageCount];
  while (missing - last > 1) {
    const middle = Math.floor((last + missing) / 2);
    if (sizeOf(middle - 1) === null) missing = middle;
    else last = middle;
  }
  const lacking = pageCount - last;
  const isWrong = last > 0 && lacking > lackingPages && lacking > lackingShare * last;
  return isWrong ? last : pageCount;
};
