import { crc32 } from 'node:zlib';

import { chunksOf, type OpenedFile } from '../file-reads.ts';
import { MediaError } from '../media-error.ts';
import {
  descriptor,
  directoryEntry,
  endOfDirectory,
  localHeader,
  type ZipHeader,
} from './zip-records.ts';

/** A file on disk, data generated while it is read, or bytes in memory. */
export type PackedFile = {
  /** Name in the archive. */
  name: string;
  /** Bytes. */
  size: number;
} & (
  { open: () => Promise<OpenedFile> } | { parts: () => AsyncIterable<Buffer> } | { bytes: Buffer }
);

/**
 * Files up to this size are read before their header is written; for larger ones the checksum
 * follows the data.
 */
const wholeBytes = 16 * 1024 * 1024;

const isStreamed = (file: PackedFile): boolean =>
  'parts' in file || ('open' in file && file.size > wholeBytes);

const headerOf = (file: PackedFile, offset: number): ZipHeader => ({
  name: Buffer.from(file.name),
  size: file.size,
  offset,
  crc32: 0,
  isStreamed: isStreamed(file),
});

/** Size of the archive that `streamStoredZip` generates, bytes. */
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

/** Streams a file. Throws MediaError `changed` if its size differs from the announced one. */
async function* bytesOf(file: PackedFile): AsyncGenerator<Buffer> {
  if ('bytes' in file) {
    yield file.bytes;
    return;
  }
  const opened = 'open' in file ? await file.open() : null;
  try {
    if (opened && opened.stamp.size !== file.size) throw changed();
    const parts = 'open' in file ? opened && chunksOf(opened, 0, file.size - 1) : file.parts();
    let read = 0;
    for await (const part of parts ?? []) {
      read += part.length;
      if (read > file.size) throw changed();
      yield part;
    }
    if (read < file.size) throw changed();
  } finally {
    opened?.close();
  }
}

/**
 * Streams a ZIP archive without compression, with low memory use for files of any size. Throws
 * MediaError `changed` if a file's size differs from the announced one.
 */
export async function* streamStoredZip(
  files: readonly PackedFile[] | AsyncIterable<PackedFile>,
): AsyncGenerator<Buffer> {
  const headers: ZipHeader[] = [];
  let offset = 0;
  for await (const file of files) {
    const header = headerOf(file, offset);
    if (!header.isStreamed) {
      const parts: Buffer[] = [];
      for await (const part of bytesOf(file)) parts.push(part);
      const data = Buffer.concat(parts);
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
  yield* directoryOf(headers, offset);
}

/** Data whose size is known only at its end; less than 4 GiB. */
export interface GrowingFile {
  /** Name in the archive. */
  name: string;
  parts: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** As `streamStoredZip`, for data whose size is not known in advance. */
export async function* streamGrowingZip(files: AsyncIterable<GrowingFile>): AsyncGenerator<Buffer> {
  const headers: ZipHeader[] = [];
  let offset = 0;
  for await (const { name, parts } of files) {
    const header = { name: Buffer.from(name), size: 0, offset, crc32: 0, isStreamed: true };
    const local = localHeader(header);
    yield local;
    for await (const part of parts()) {
      header.crc32 = crc32(part, header.crc32);
      header.size += part.length;
      // Its header has announced a size of 32 bits.
      if (header.size > 0xfffffffe) throw new Error(`${name} has more than 4 GiB`);
      yield part;
    }
    const end = descriptor(header);
    yield end;
    headers.push(header);
    offset += local.length + header.size + end.length;
  }
  yield* directoryOf(headers, offset);
}

/** The central directory of entries before `offset`, with its end. */
function* directoryOf(headers: readonly ZipHeader[], offset: number): Generator<Buffer> {
  let size = 0;
  for (const header of headers) {
    const entry = directoryEntry(header);
    size += entry.length;
    yield entry;
  }
  yield endOfDirectory(headers.length, size, offset);
}
