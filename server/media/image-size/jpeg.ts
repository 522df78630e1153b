import type { ImageSize } from './types.ts';
import { exifOrientation, applyOrientation } from './tiff.ts';

/** Start-of-frame markers: C0 to CF without the tables C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const readOrientation = (segment: Buffer): number | undefined =>
  segment.toString('latin1', 0, 6) === 'Exif\0\0'
    ? exifOrientation(segment.subarray(6))
    : undefined;

/**
 * Walks the segments up to the frame header. Each step advances, so that crafted lengths cannot
 * loop.
 */
export const jpegSize = (bytes: Buffer): ImageSize | null => {
  let orientation: number | undefined;
  let offset = 2;
  while (offset + 4 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes.readUInt8(offset + 1);
    // Fill bytes and markers without a length.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      offset += 2;
      continue;
    }
    const length = bytes.readUInt16BE(offset + 2);
    if (length < 2) return null;
    if (isFrame(marker)) {
      const size = {
        width: bytes.readUInt16BE(offset + 7),
        height: bytes.readUInt16BE(offset + 5),
      };
      return applyOrientation(size, orientation);
    }
    if (marker === 0xe1)
      orientation ??= readOrientation(bytes.subarray(offset + 4, offset + 2 + length));
    offset += 2 + length;
  }
  return null;
};
