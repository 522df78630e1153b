import { imageTypeOf } from '../media-type.ts';
import { isoSize, jp2Size, jxlSize } from './iso-boxes.ts';
import { jpegSize } from './jpeg.ts';
import { bmpSize, gifSize, pngSize, webpSize } from './png-gif-bmp-webp.ts';
import { tiffSize } from './tiff.ts';
import type { ImageSize } from './types.ts';

const parsers: Record<string, (bytes: Buffer) => ImageSize | null> = {
  'image/jpeg': jpegSize,
  'image/png': pngSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/avif': isoSize,
  'image/heic': isoSize,
  'image/jxl': jxlSize,
  'image/bmp': bmpSize,
  'image/tiff': tiffSize,
  'image/jp2': jp2Size,
};

/**
 * Width and height in pixels as displayed (orientation applied), from the first bytes of an image,
 * without decoding. Null if they are not within these bytes or implausible; never throws.
 */
export const imageSize = (bytes: Buffer): ImageSize | null => {
  try {
    const size = parsers[imageTypeOf(bytes) ?? '']?.(bytes) ?? null;
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // A read past the end of the buffer: the header is longer than the available bytes.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
