import { loadSharp } from './images.ts';
import { imageTypeOf } from './media-type.ts';
import { defaultLimits, type Limits } from './limits.ts';

const columns = 9;
const rows = 8;
/** Minimum difference (of 256 greys) between neighbours; less is paper texture or scan noise. */
const contrast = 2;
/** Minimum number of set and of unset bits: blank pages would all look alike. */
const minBits = 6;

/**
 * A perceptual hash of 64 bits in 16 hexadecimal digits: whether each field of a 9 × 8 grid is
 * darker than the next (dHash, hackerfactor.com 2013). Resized and recompressed images differ in a
 * few bits. Null for an undecodable or almost empty image.
 */
export const pageHash = async (
  bytes: Buffer,
  limits: Limits = defaultLimits,
): Promise<string | null> => {
  if (imageTypeOf(bytes) === null) return null;
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
      const index = row * columns + column;
      bits += (pixels[index] ?? 0) - (pixels[index + 1] ?? 0) > contrast ? '1' : '0';
    }
  }
  const set = bits.replaceAll('0', '').length;
  if (set < minBits || set > 64 - minBits) return null;
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

/** Hamming distance of two hashes, 0 to 64 bits. */
export const hashDistance = (a: string, b: string): number =>
  [0, 8].reduce(
    (sum, index) =>
      sum +
      ones(
        Number.parseInt(a.slice(index, index + 8), 16) ^
          Number.parseInt(b.slice(index, index + 8), 16),
      ),
    0,
  );
