import type { Density } from '../../../ui/preferences.ts';

/** Height below a cover (rem): margin, two lines of title and the detail line (cover-card.module.css). */
export const cardTextHeight = 3.875;
/** Gaps (px). */
export const columnGap = 18;
export const rowGap = 22;

/** Minimum card width (rem); smaller on a phone, so that two or three fit in a row. */
const narrowest: Readonly<Record<Density, number>> = {
  1: 6.5,
  2: 8,
  3: 9.625,
  4: 11.625,
  5: 14.125,
};
const narrowestOnPhone: Readonly<Record<Density, number>> = {
  1: 4.75,
  2: 6,
  3: 6.25,
  4: 8.75,
  5: 18.75,
};

export interface Geometry {
  columns: number;
  /** Distance between the tops of two rows (px). */
  rowHeight: number;
  /** Included in `rowHeight`: space below a row (px). */
  rowGap: number;
  columnGap: number;
}

/** Metrics of a list with one record per row of a height (px). */
export const listGeometry = (rowHeight: number): Geometry => ({
  columns: 1,
  rowHeight,
  rowGap: 0,
  columnGap: 0,
});

/** Metrics of a list of rows of any width, as high as `book-row.module.css` needs them, for a rem (px). */
export const rowGeometry = (_width: number, rem: number): Geometry => listGeometry(4.5 * rem);

/** Grid metrics of 2:3 covers for a width and a rem (px). */
export const gridGeometry = (width: number, density: Density, rem: number): Geometry => {
  const least = (width < 700 ? narrowestOnPhone : narrowest)[density] * rem;
  const columns = Math.max(1, Math.floor((width + columnGap) / (least + columnGap)));
  const cardWidth = (width - (columns - 1) * columnGap) / columns;
  const rowHeight = Math.round(cardWidth * 1.5) + cardTextHeight * rem + rowGap;
  return { columns, rowHeight, rowGap, columnGap };
};

/** Index of the card that an arrow, Home, End or page key moves to; null if it cannot move. */
export const moveFocus = (
  key: string,
  index: number,
  { columns, total, pageRows }: { columns: number; total: number; pageRows: number },
): number | null => {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: Math.min(index + columns, lastBelow(index, columns, total)),
    PageUp: Math.max(index % columns, index - columns * pageRows),
    PageDown: Math.min(total - 1, index + columns * pageRows),
    Home: 0,
    End: total - 1,
  };
  const target = steps[key];
  if (target === undefined || target < 0 || target >= total || target === index) return null;
  return target;
};

/** From the last full row, Down moves to the last card. */
const lastBelow = (index: number, columns: number, total: number): number => {
  const onLastRow = Math.floor(index / columns) === Math.floor((total - 1) / columns);
  return onLastRow ? index : total - 1;
};
