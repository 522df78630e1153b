import { constants, inflateRawSync } from 'node:zlib';

import { MediaError } from '../media-error.ts';
import type { RawPage } from '../pages/zip-pages.ts';
import type { Allocate } from './entry-data.ts';

/** Deflated, written by an unknown system at no known time, without a name (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Deflated bytes that hold the first 64 of an image, even behind the longest table of codes. */
const headLength = 512;

/**
 * A deflated page as a gzip file, without unpacking it: its checksum and size are those of the archive.
 * It lies in memory from `allocate`.
 */
export const gzipOf = ({ bytes, crc32, size }: RawPage, allocate: Allocate): Buffer => {
  const file = allocate(header.length + bytes.length + 8);
  const end = header.length + bytes.length;
  file.set(header, 0);
  file.set(bytes, header.length);
  file.writeUInt32LE(crc32, end);
  file.writeUInt32LE(size % 2 ** 32, end + 4);
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
