import type { ImageSize } from './types.ts';
import { exifOrientation, applyOrientation } from './tiff.ts';

/** EXIF comes before the image data, if present. */
const pngOrientation = (bytes: Buffer): number | undefined => {
  for (let offset = 8; offset + 8 <= bytes.length; offset += 12 + bytes.readUInt32BE(offset)) {
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'IDAT') return undefined;
    if (type === 'eXIf') return exifOrientation(bytes.subarray(offset + 8));
  }
  return undefined;
};

export const pngSize = (bytes: Buffer): ImageSize | null => {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return applyOrientation(size, pngOrientation(bytes));
};

export const gifSize = (bytes: Buffer): ImageSize => ({
  width: bytes.readUInt16LE(6),
  height: bytes.readUInt16LE(8),
});

/** A negative height means top-down rows; the oldest header has 16-bit sides. */
export const bmpSize = (bytes: Buffer): ImageSize =>
  bytes.readUInt32LE(14) === 12
    ? { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
    : { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };

/** Three forms: extended (VP8X), lossless (VP8L) and lossy (VP8). */
export const webpSize = (bytes: Buffer): ImageSize | null => {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
};
