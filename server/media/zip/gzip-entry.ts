import { constants, inflateRawSync } from 'node:zlib';

import type { Allocate } from '../buffer-loans.ts';
import { MediaError } from '../media-error.ts';
import type { RawPage } from '../pages/zip-pages.ts';

/** Deflated, written by an unknown system at no known time, without a name (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Deflated bytes that hold the first 64 of an image, even behind the longest table of codes. */
const headLength = 512;

const trailerLength = 8;

/**
 * A deflated page as a gzip file, without unpacking it: its checksum and size are those of the archive.
 * `bytes` must lie in memory of nobody else, from `allocate`: where there is room around them, as where
 * they were read with what surrounds them in the archive, the frame is written there.
 */
export const gzipOf = ({ bytes, crc32, size }: RawPage, allocate: Allocate): Buffer => {
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

/** The first bytes of a deflated page, at least 64 where it has them. Throws MediaError. */
export const headOf = ({ bytes }: RawPage): Buffer => {
  try {
    return inflateRawSync(bytes.subarray(0, headLength), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    throw new MediaError(
      'damaged',
      'The page is damaged in the archive. Copy or download the file again.',
      error,
    );
  }
};
