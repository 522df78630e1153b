import { imageTypeOf } from '../media-type.ts';
import { isoSize, jp2Size, jxlSize } from './boxes.ts';
import { jpegSize } from './jpeg.ts';
import { bmpSize, gifSize, pngSize, webpSize } from './simple.ts';
import { tiffSize } from './tiff.ts';

export interface ImageSize {
  width: number;
  height: number;
}

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
 * Width and height in pixels as shown (turned upright where the header says so), from the first
 * bytes of an image, decoding nothing. Null when they are not among these bytes or make no sense;
 * never throws, whatever the bytes.
 */
export const imageSize = (bytes: Buffer): ImageSize | null => {
  try {
    const size = parsers[imageTypeOf(bytes) ?? '']?.(bytes) ?? null;
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // Reading past the end of a Buffer: the header goes on behind the bytes at hand.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
