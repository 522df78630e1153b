import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import { MediaError } from '../media-error.ts';
import {
  descriptor,
  directoryEntry,
  endOfDirectory,
  localHeader,
  type ZipHeader,
} from './zip-records.ts';

/** A file on the disk, or bytes that are made while they are read. */
export type PackedFile = {
  /** In the archive. */
  name: string;
  /** Bytes. */
  size: number;
} & ({ path: string } | { parts: () => AsyncIterable<Buffer> });

/** Files up to this size are read before their header is written; the checksum of larger ones follows them. */
const wholeBytes = 16 * 1024 * 1024;
const chunkBytes = 256 * 1024;

const isStreamed = (file: PackedFile): boolean => 'parts' in file || file.size > wholeBytes;

const headerOf = (file: PackedFile, offset: number): ZipHeader => ({
  name: Buffer.from(file.name),
  size: file.size,
  offset,
  crc32: 0,
  isStreamed: isStreamed(file),
});

/** Size of the archive that `packFiles` makes, bytes. */
export const packedSize = (files: readonly PackedFile[]): number => {
  let offset = 0;
  let directory = 0;
  for (const file of files) {
    const header = headerOf(file, offset);
    directory += directoryEntry(header).length;
    offset += localHeader(header).length + file.size + descriptor(header).length;
  }
  return offset + directory + endOfDirectory(files.length, directory, offset).length;
};

const changed = () =>
  new MediaError('changed', 'A file has changed while it was packed. Download it again.');

/** The bytes of a streamed file. Throws MediaError `changed` when they are not as many as was said. */
async function* bytesOf(file: PackedFile): AsyncGenerator<Buffer> {
  const parts =
    'parts' in file
      ? file.parts()
      : (createReadStream(file.path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>);
  let read = 0;
  for await (const part of parts) {
    read += part.length;
    if (read > file.size) throw changed();
    yield part;
  }
  if (read < file.size) throw changed();
}

/**
 * A ZIP archive of files as they are, without compression, in little memory whatever their size. Throws
 * MediaError `changed` when a file has another size than was said.
 */
export async function* packFiles(files: readonly PackedFile[]): AsyncGenerator<Buffer> {
  const headers: ZipHeader[] = [];
  let offset = 0;
  for (const file of files) {
    const header = headerOf(file, offset);
    if (!header.isStreamed && 'path' in file) {
      const data = await readFile(file.path);
      if (data.length !== file.size) throw changed();
      header.crc32 = crc32(data);
      yield localHeader(header);
      yield data;
    } else {
      yield localHeader(header);
      for await (const part of bytesOf(file)) {
        header.crc32 = crc32(part, header.crc32);
        yield part;
      }
      yield descriptor(header);
    }
    headers.push(header);
    offset += localHeader(header).length + file.size + descriptor(header).length;
  }
  let size = 0;
  for (const header of headers) {
    const entry = directoryEntry(header);
    size += entry.length;
    yield entry;
  }
  yield endOfDirectory(headers.length, size, offset);
}
