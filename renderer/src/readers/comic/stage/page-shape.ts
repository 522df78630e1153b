import type { Page } from '../../../../../shared/api/pages.ts';

export interface Size {
  width: number;
  height: number;
}

/** A page for layout: its number and, if known, its real size in pixels. */
export interface PageShape {
  /** 1-indexed. */
  number: number;
  mediaType: string;
  size: Size | null;
  /** The image lacks its end. */
  isCutOff?: boolean;
}

/** Size of a printed page (2:3), assumed until the real one is known. */
const printed: Size = { width: 1200, height: 1800 };

export const toPageShape = (page: Page): PageShape => ({
  number: page.page_number,
  mediaType: page.media_type,
  isCutOff: page.is_cut_off,
  size:
    page.width !== null && page.height !== null && page.width > 0 && page.height > 0
      ? { width: page.width, height: page.height }
      : null,
});

/** The size for layout; pages of unknown size count as printed pages. */
export const sizeOf = ({ size }: PageShape): Size => size ?? printed;

/** Height over width. */
export const ratioOf = (page: PageShape): number => {
  const { width, height } = sizeOf(page);
  return height / width;
};

/** Two facing pages scanned as one image: wider than high. */
export const isWide = (page: PageShape): boolean => ratioOf(page) < 1;

/**
 * Updates a page's size from its loaded image if it is missing or its aspect ratio differs (EXIF
 * rotation). Returns the same array if nothing changes.
 */
export const withMeasured = (
  pages: readonly PageShape[],
  number: number,
  measured: Size,
): readonly PageShape[] => {
  const page = pages[number - 1];
  if (!page || measured.width === 0 || measured.height === 0) return pages;
  const ratio = measured.height / measured.width;
  if (page.size && Math.abs(ratioOf(page) - ratio) <= 0.02 * ratio) return pages;
  return pages.map((other) => (other === page ? { ...page, size: measured } : other));
};
