import { posix } from 'node:path';

import type { Limits } from './limits.ts';
import { loadSharp, maxSide } from './images.ts';
import { imageTypeOf } from './media-type.ts';

export interface PageCompression {
  format: 'webp' | 'avif';
  /** 1 to 100. */
  quality: number;
}

/** A page is replaced only if that saves at least a tenth. */
const maxRecompressedShare = 0.9;

/**
 * A page in another format, with all its pixels; null if it would not be clearly smaller, is
 * animated, or cannot be decoded without errors.
 */
export const recompressPage = async (
  bytes: Buffer,
  { format, quality }: PageCompression,
  limits: Limits,
): Promise<Buffer | null> => {
  if (imageTypeOf(bytes) === null) return null;
  const sharp = await loadSharp();
  const open = () => sharp(bytes, { limitInputPixels: limits.image_pixels, failOn: 'warning' });
  try {
    const { width, height, pages = 1, autoOrient } = await open().metadata();
    if (pages > 1 || Math.max(width, height) > maxSide.webp) return null;
    const image = open().autoOrient().keepIccProfile().timeout({ seconds: limits.seconds });
    const packed = await (
      format === 'webp' ? image.webp({ quality }) : image.avif({ quality, effort: 3 })
    ).toBuffer();
    const result = await sharp(packed).metadata();
    const isWhole = result.width === autoOrient.width && result.height === autoOrient.height;
    return isWhole && packed.length <= maxRecompressedShare * bytes.length ? packed : null;
  } catch {
    return null;
  }
};

/** The name of a page in its new format. */
export const recompressedName = (name: string, { format }: PageCompression): string => {
  const { dir, name: stem } = posix.parse(name);
  return posix.join(dir, `${stem}.${format}`);
};
