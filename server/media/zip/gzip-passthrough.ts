import type { Allocate } from '../buffer-pool.ts';
import { MediaError } from '../media-error.ts';
import type { RawPage } from '../pages/zip-pages.ts';
import { inflateStart } from './inflate.ts';

/** Gzip header: deflate, no time, unknown system, no name (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * Deflated bytes sufficient for the first 64 bytes of an image, even after the longest Huffman
 * table.
 */
const headLength = 512;

/** No limit: 512 bytes cannot become as many. */
const headOptions = { size: 2 * headLength, maxOutputLength: 1024 * 1024 };

const trailerLength = 8;

/**
 * Wraps a deflated page as a gzip file without unpacking it; checksum and size come from the
 * archive. `bytes` must be exclusive memory from `allocate`: if there is space around them, as
 * after reading their surroundings in the archive, the frame is written in place.
 */
export const wrapDeflateAsGzip = ({ bytes, crc32, size }: RawPage, allocate: Allocate): Buffer => {
  const start = bytes.byteOffset - header.length;
  const length = header.length + bytes.length + trailerLength;
  const fits = start >= 0 && start + length <= bytes.buffer.byteLength;
  const file = fits ? Buffer.from(bytes.buffer, start, length) : allocate(length);
  file.set(header, 0);
  if (!fits) file.set(bytes, header.length);
  file.writeUInt32LE(crc32, length - trailerLength);
  file.writeUInt32LE(size % 2 ** 32, length - trailerLength + 4);
  return file;
};

/** The first bytes of a deflated page, at least 64 if it has as many. Throws MediaError. */
export const inflateHead = ({ bytes }: RawPage): Buffer => {
  try {
    return inflateStart(bytes.subarray(0, headLength), headOptions);
  } catch (error) {
    throw new MediaError(
      'damaged',
      'The page is damaged in the archive. Copy or download the file again.',
      error,
    );
  }
};
