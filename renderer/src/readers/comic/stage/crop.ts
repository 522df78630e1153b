import type { Rect } from './page-view.ts';

/** Maximum difference from the border's colour per channel. */
const tolerance = 28;
/** Share of a line that may deviate, for dust and scanner noise. */
const noise = 0.006;
/** Narrower borders are not worth cropping; wider than `most` is content. */
const least = 0.01;
const most = 0.35;

/**
 * The rectangle inside a page's uniform borders, in shares of the page; null if there is nothing to
 * crop. Each side is compared with the colour of its outermost line.
 *
 * @param pixels RGBA bytes of a `width` × `height` image
 */
export const findContent = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): Rect | null => {
  const row = (y: number) => ({ start: y * width, stride: 1, count: width });
  const column = (x: number) => ({ start: x, stride: width, count: height });
  const lines = (count: number, lineAt: (index: number) => Line) =>
    Array.from({ length: count }, (_, index) => lineAt(index));

  const top = borderOf(pixels, lines(height, row));
  const bottom = borderOf(pixels, lines(height, row).reverse());
  const left = borderOf(pixels, lines(width, column));
  const right = borderOf(pixels, lines(width, column).reverse());
  if (top + bottom + left + right === 0) return null;
  return { x: left, y: top, width: 1 - left - right, height: 1 - top - bottom };
};

/** Pixels along a row or a column, by index. */
interface Line {
  start: number;
  stride: number;
  count: number;
}

/** Share of uniform lines from the outside inwards; 0 if none. */
const borderOf = (pixels: Uint8ClampedArray, lines: readonly Line[]): number => {
  const [outermost] = lines;
  if (!outermost) return 0;
  const colour = medianColour(pixels, outermost);
  const content = lines.findIndex((line) => !isEven(pixels, line, colour));
  // Exclude the line before the content: scaling has blended it with the content.
  const share = Math.max(0, content - 1) / lines.length;
  return share < least || share > most ? 0 : share;
};

const isEven = (pixels: Uint8ClampedArray, line: Line, colour: readonly number[]): boolean => {
  let others = 0;
  for (let index = 0; index < line.count; index++) {
    const offset = (line.start + index * line.stride) * 4;
    for (let channel = 0; channel < 3; channel++) {
      const difference = (pixels[offset + channel] ?? 0) - (colour[channel] ?? 0);
      if (Math.abs(difference) <= tolerance) continue;
      others += 1;
      break;
    }
  }
  return others <= Math.max(1, line.count * noise);
};

const medianColour = (pixels: Uint8ClampedArray, line: Line): number[] =>
  [0, 1, 2].map((channel) => {
    const values = Array.from(
      { length: line.count },
      (_, index) => pixels[(line.start + index * line.stride) * 4 + channel] ?? 0,
    );
    return values.sort((first, other) => first - other)[values.length >> 1] ?? 0;
  });
