import type { ImageSize } from './types.ts';

/**
 * Values of single-number tags in the first directory of a TIFF structure (also what EXIF is made of).
 * Throws RangeError when the directory is not among the bytes.
 */
const readTiffTags = (bytes: Buffer): Map<number, number> => {
  const little = bytes.toString('latin1', 0, 2) === 'II';
  const u16 = (offset: number) =>
    little ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset);
  const u32 = (offset: number) =>
    little ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
  const start = u32(4);
  const tags = new Map<number, number>();
  const count = u16(start);
  for (let index = 0; index < count; index++) {
    const entryStart = start + 2 + index * 12;
    const shortValue = u16(entryStart + 2) === 3;
    tags.set(u16(entryStart), shortValue ? u16(entryStart + 8) : u32(entryStart + 8));
  }
  return tags;
};

const orientationTag = 0x0112;

/** Orientations 5 to 8 swap width and height. */
export const applyOrientation = (size: ImageSize, orientation: number | undefined): ImageSize =>
  orientation !== undefined && orientation >= 5 && orientation <= 8
    ? { width: size.height, height: size.width }
    : size;

const orientationOf = (tags: Map<number, number>): number | undefined => tags.get(orientationTag);

/** The orientation in EXIF data. Optional: broken EXIF must not hide the size. */
export const exifOrientation = (exif: Buffer): number | undefined => {
  try {
    return orientationOf(readTiffTags(exif));
  } catch {
    return undefined;
  }
};

export const tiffSize = (bytes: Buffer): ImageSize | null => {
  const tags = readTiffTags(bytes);
  const width = tags.get(0x0100);
  const height = tags.get(0x0101);
  return width && height ? applyOrientation({ width, height }, orientationOf(tags)) : null;
};
