import { loadSharp } from './images.ts';
import { defaultLimits, type Limits } from './limits.ts';

const width = 256;
const height = 384;
/** Edge of the fields that are compared, pixels. A line of text in a bubble changes several. */
const field = 8;
/** A difference of a field (of 256 greys) that neither recompression nor resizing causes. */
const otherField = 24;
/** Median difference up to which two pages are aligned; cropped or shifted ones do not. */
const aligned = 8;
/** Minimum share of differing fields if the pages have different words. */
const otherWords = 0.02;
/** A page is nearly empty if it has less than this share of drawn fields: a number, or a word. */
const nearlyEmpty = 0.05;
/** Minimum share of differing drawn fields if two nearly empty pages show something different. */
const otherDrawing = 0.25;
/**
 * Mean difference between the strongest and weakest channel: of a page without colours at most, and
 * of one with colours at least.
 */
const uncoloured = 6;
const coloured = 16;
/** Minimum distance between the mean tints of two pages with different colours. */
const otherTint = 24;

/** A small version of a page, for comparisons for which the perceptual hash is too coarse. */
export interface PageSketch {
  /** Greys, row by row. */
  pixels: Buffer;
  /** Mean difference between the strongest and the weakest channel, 0 to 255. */
  colour: number;
  /** By how much red and blue exceed the grey on average, -255 to 255. */
  tint: readonly [red: number, blue: number];
}

/** Null for an undecodable image. */
export const pageSketch = async (
  bytes: Buffer,
  limits: Limits = defaultLimits,
): Promise<PageSketch | null> => {
  const sharp = await loadSharp();
  try {
    const rgb = await sharp(bytes, {
      limitInputPixels: limits.image_pixels,
      failOn: 'none',
      pages: 1,
    })
      .timeout({ seconds: limits.seconds })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return rgb.info.channels === 3 ? sketchOf(rgb.data) : null;
  } catch {
    return null;
  }
};

const sketchOf = (rgb: Buffer): PageSketch => {
  const pixels = Buffer.alloc(width * height);
  let spread = 0;
  let reds = 0;
  let blues = 0;
  for (let index = 0; index < pixels.length; index++) {
    const red = rgb[index * 3] ?? 0;
    const green = rgb[index * 3 + 1] ?? 0;
    const blue = rgb[index * 3 + 2] ?? 0;
    const grey = (red * 77 + green * 150 + blue * 29) >> 8;
    pixels[index] = grey;
    reds += red - grey;
    blues += blue - grey;
    spread += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  const { length } = pixels;
  return { pixels, colour: spread / length, tint: [reds / length, blues / length] };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface FieldDifference {
  /** Mean difference with sign, and without. */
  signed: number;
  absolute: number;
  /** Whether one of the pages shows something there. */
  isDrawn: boolean;
}

const fieldAt = (a: Buffer, b: Buffer, left: number, top: number): FieldDifference => {
  let [signed, absolute] = [0, 0];
  let [minA, maxA, minB, maxB] = [255, 0, 255, 0];
  for (let y = top; y < top + field; y++) {
    for (let x = left; x < left + field; x++) {
      const first = a[y * width + x] ?? 0;
      const second = b[y * width + x] ?? 0;
      signed += first - second;
      absolute += Math.abs(first - second);
      minA = Math.min(minA, first);
      maxA = Math.max(maxA, first);
      minB = Math.min(minB, second);
      maxB = Math.max(maxB, second);
    }
  }
  return {
    signed: signed / field ** 2,
    absolute: absolute / field ** 2,
    isDrawn: Math.max(maxA - minA, maxB - minB) >= otherField,
  };
};

/**
 * Whether two pictures of the same drawing have different words or colours. Two scans of one page
 * differ slightly everywhere, a translation only in its bubbles. Pages that are not aligned,
 * because one is cropped, say nothing about words.
 */
export const isOtherVersion = (a: PageSketch, b: PageSketch): boolean => {
  const [less, more] = [Math.min(a.colour, b.colour), Math.max(a.colour, b.colour)];
  if (less < uncoloured && more > coloured) return true;
  if (Math.hypot(a.tint[0] - b.tint[0], a.tint[1] - b.tint[1]) > otherTint) return true;
  const fields: FieldDifference[] = [];
  for (let top = 0; top < height; top += field) {
    for (let left = 0; left < width; left += field) {
      fields.push(fieldAt(a.pixels, b.pixels, left, top));
    }
  }
  // A different brightness does not count.
  const shade = Math.abs(median(fields.map(({ signed }) => signed)));
  const differenceOf = ({ absolute }: FieldDifference) => Math.max(0, absolute - shade);
  const drawn = fields.filter(({ isDrawn }) => isDrawn);
  const other = fields.filter((sketchField) => differenceOf(sketchField) > otherField).length;
  // There is too little to tell whether the pages are aligned.
  if (drawn.length < nearlyEmpty * fields.length) return other > otherDrawing * drawn.length;
  if (median(drawn.map(differenceOf)) > aligned) return false;
  return other > otherWords * fields.length;
};
