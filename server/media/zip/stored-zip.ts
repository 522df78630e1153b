import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import { MediaError } from '../media-error.ts';

/** A file to be packed. */
export interface PackedFile {
  /** In the archive. */
  name: string;
  /** On the disk. */
  path: string;
  /** Bytes. */
  size: number;
}

const localBytes = 30;
const directoryBytes = 46;
const endBytes = 22;
/** What the fields of a plain ZIP hold. */
const maxBytes = 0xffffffff;
const maxFiles = 0xffff;

/** Size of the archive that `packFiles` makes, bytes. Throws MediaError when it cannot make one. */
export const packedSize = (files: readonly PackedFile[]): number => {
  const size = files.reduce(
    (sum, file) => sum + localBytes + directoryBytes + 2 * Buffer.byteLength(file.name) + file.size,
    endBytes,
  );
  if (size <= maxBytes && files.length <= maxFiles) return size;
  throw new MediaError(
    'too_large',
    'The folder is too large for one archive. Open it page by page, or copy it from the disk.',
  );
};

/** From "version needed" to the length of the extra field: the same in both headers (APPNOTE 4.3.7). */
const commonHeader = (name: Buffer, data: Buffer): Buffer => {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  // Names are UTF-8.
  header.writeUInt16LE(0x800, 2);
  // The first day that the format knows.
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(crc32(data), 10);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
};

/**
 * A ZIP archive of files as they are, without compression, one file in memory at a time. Throws MediaError
 * `changed` when a file has another size than was said.
 */
export async function* packFiles(files: readonly PackedFile[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const data = await readFile(file.path);
    if (data.length !== file.size) {
      throw new MediaError('changed', 'The folder has changed. Download it again.');
    }
    const name = Buffer.from(file.name);
    const header = commonHeader(name, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, place, name);
    yield Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, name]);
    yield data;
    offset += localBytes + name.length + data.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(endBytes);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([table, end]);
}
