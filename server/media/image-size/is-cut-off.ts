import { imageTypeOf } from '../media-type.ts';

const startOfScan = 0xda;
const endOfImage = Buffer.of(0xff, 0xd9);

/** The offset of the image data, behind segments that can hold a thumbnail; -1 if there is none. */
const jpegDataStart = (bytes: Buffer): number => {
  let offset = 2;
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    if (marker === startOfScan) return offset;
    // A fill byte, or a segment with its length.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return -1;
};

/** Bytes of a WebP by its header, which ends on an even byte that some writers omit. */
export const webpLength = (bytes: Buffer): number => bytes.readUInt32LE(4) + 7;

/**
 * Whether an image lacks its end, as after an interrupted download: browsers show the rest grey or
 * empty, or nothing. `bytes` is the whole file. Only for JPEG, PNG and WebP, whose end is marked.
 */
export const isCutOff = (bytes: Buffer): boolean => {
  switch (imageTypeOf(bytes)) {
    case 'image/jpeg': {
      const start = jpegDataStart(bytes);
      return start < 0 || bytes.lastIndexOf(endOfImage) < start;
    }
    case 'image/png':
      return !bytes.includes('IEND', 8, 'latin1');
    case 'image/webp':
      return webpLength(bytes) > bytes.length;
    default:
      return false;
  }
};
