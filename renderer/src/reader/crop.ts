import type { Rect } from './page-view.ts';

/** How far a pixel may differ from the border's colour, per channel, and still be border. */
const tolerance = 28;
/** Share of a line that may differ: dust and scanner noise. */
const noise = 0.006;
/** A border narrower than this is not worth a change of the page; one wider than `most` is content. */
const least = 0.01;
const most = 0.35;

/**
 * What is inside the even borders of a page, in shares of it; null where there is nothing to crop.
 * Each side is measured against the colour of its own outermost line.
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
  const lines = (count: number, at: (index: number) => Line) =>
    Array.from({ length: count }, (_, index) => at(index));

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

/** The share that the lines from the outside inwards have of even colour; 0 where there is none. */
const borderOf = (pixels: Uint8ClampedArray, lines: readonly Line[]): number => {
  const [outermost] = lines;
  if (!outermost) return 0;
  const colour = medianColour(pixels, outermost);
  const content = lines.findIndex((line) => !isEven(pixels, line, colour));
  // The line before the content is left: scaling has mixed it with what follows.
  const share = Math.max(0, content - 1) / lines.length;
  return share < least || share > most ? 0 : share;
};

const isEven = (pixels: Uint8ClampedArray, line: Line, colour: readonly number[]): boolean => {
  let others = 0;
  for (let index = 0; index < line.count; index++) {
    const at = (line.start + index * line.stride) * 4;
    for (let channel = 0; channel < 3; channel++) {
      const difference = (pixels[at + channel] ?? 0) - (colour[channel] ?? 0);
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
    return values.sort((one, other) => one - other)[values.length >> 1] ?? 0;
  });
