import { loadSharp } from './images.ts';
import { defaultLimits, type Limits } from './limits.ts';

const columns = 9;
const rows = 8;
/** Greys (of 256) that neighbours must differ by to tell anything; less is paper or noise of the scan. */
const contrast = 2;
/** Bits that must be set or unset at least: a blank page looks like every other. */
const fewestBits = 6;

/**
 * What an image looks like, as 64 bits in 16 hexadecimal digits: whether it gets darker from each field of
 * a grid of 9 × 8 to the next (dHash, hackerfactor.com 2013). Resized and recompressed images differ in a
 * few bits. Null for an image that cannot be decoded or shows next to nothing.
 */
export const pageHash = async (
  bytes: Buffer,
  limits: Limits = defaultLimits,
): Promise<string | null> => {
  const sharp = await loadSharp();
  let pixels: Buffer;
  try {
    pixels = await sharp(bytes, { limitInputPixels: limits.image_pixels, failOn: 'none', pages: 1 })
      .timeout({ seconds: limits.seconds })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(columns, rows, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer();
  } catch {
    return null;
  }
  let bits = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      bits += (pixels[at] ?? 0) - (pixels[at + 1] ?? 0) > contrast ? '1' : '0';
    }
  }
  const set = bits.replaceAll('0', '').length;
  if (set < fewestBits || set > 64 - fewestBits) return null;
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
};

const ones = (value: number): number => {
  let rest = value;
  let count = 0;
  while (rest !== 0) {
    rest &= rest - 1;
    count += 1;
  }
  return count;
};

/** Bits, 0 to 64, in which two hashes differ. */
export const hashDistance = (a: string, b: string): number =>
  [0, 8].reduce(
    (sum, at) =>
      sum +
      ones(Number.parseInt(a.slice(at, at + 8), 16) ^ Number.parseInt(b.slice(at, at + 8), 16)),
    0,
  );
