import { read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

import type { Allocate } from '../buffer-pool.ts';
import { changedFile } from '../file-stamp.ts';
import { defaultLimits, bombFreeBytes, type Limits } from '../limits.ts';
import { MediaError, tooLargeEntry } from '../media-error.ts';
import type { ZipEntry } from './directory.ts';
import { inflate, type InflateOptions, inflateStart, inflateSync } from './inflate.ts';
import { readFully } from './read-fully.ts';

/** The fields needed for reading an entry. */
export type EntryLocation = Pick<
  ZipEntry,
  'method' | 'headerOffset' | 'compressedSize' | 'size' | 'crc32'
>;

const readAsync = promisify(read);

const localHeaderLength = 30;
/**
 * Space for name and extra field after the local header, so that one read nearly always suffices.
 */
const headerSlack = 512;

const stored = 0;
const deflated = 8;

const damagedPage = (cause?: unknown) =>
  new MediaError(
    'damaged',
    'The page is damaged in the archive. Copy or download the file again.',
    cause,
  );

/** Whether entries with this compression method are read here instead of by 7-Zip. */
export const canUnpack = (method: number): boolean => method === stored || method === deflated;

/** Throws if the limits forbid reading the entry. */
const checkEntry = (entry: EntryLocation, limits: Limits): void => {
  if (!canUnpack(entry.method)) {
    throw new MediaError(
      'unsupported',
      `The file is packed with method ${entry.method}. Pack the archive again with Deflate.`,
    );
  }
  if (entry.compressedSize > limits.entry_bytes) throw tooLargeEntry();
  // Junk before an archive shifts its entries, and false offsets can be outside of the file.
  if (!Number.isSafeInteger(entry.headerOffset) || entry.headerOffset < 0) throw damagedPage();
};

/** Offset of the data, relative to the local header at the start of `head`. */
const dataStart = (head: Buffer): number => {
  if (head.length < localHeaderLength || head.readUInt32LE(0) !== 0x04034b50) throw changedFile();
  return localHeaderLength + head.readUInt16LE(26) + head.readUInt16LE(28);
};

/** The maximum size is enforced while inflating, because headers can lie. */
const inflateOptions = (
  { size, compressedSize }: EntryLocation,
  limits: Limits,
): InflateOptions => ({
  size,
  maxOutputLength: Math.min(
    limits.entry_bytes,
    Math.max(bombFreeBytes, compressedSize * limits.unpack_ratio),
  ),
});

const inflateError = (error: unknown): MediaError =>
  (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    ? tooLargeEntry()
    : damagedPage(error);

const readFullyAsync = async (
  fd: number,
  position: number,
  length: number,
  allocate: Allocate,
): Promise<Buffer> => {
  const bytes = allocate(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await readAsync(fd, bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
};

/** The first packed bytes of an entry. */
const readStart = (
  fd: number,
  entry: EntryLocation,
  length: number,
  allocate?: Allocate,
): Buffer => {
  const head = readFully(
    fd,
    entry.headerOffset,
    localHeaderLength + headerSlack + length,
    allocate,
  );
  const start = dataStart(head);
  return start + length <= head.length || start <= localHeaderLength + headerSlack
    ? head.subarray(start, start + length)
    : readFully(fd, entry.headerOffset + start, length, allocate);
};

/** Reads and unpacks an entry. `verify` compares its checksum. Throws MediaError. */
export const readEntry = (
  fd: number,
  entry: EntryLocation,
  { verify = false, limits = defaultLimits }: { verify?: boolean; limits?: Limits } = {},
): Buffer => {
  const packed = readPackedSync(fd, entry, limits);
  let bytes = packed;
  if (entry.method === deflated) {
    try {
      bytes = inflateSync(packed, inflateOptions(entry, limits));
    } catch (error) {
      throw inflateError(error);
    }
  }
  if (verify && crc32(bytes) !== entry.crc32) throw damagedPage();
  return bytes;
};

/**
 * The first bytes of an entry, unpacked from at most `length` packed ones: sufficient for an image
 * header without reading the page. Throws MediaError.
 */
export const readEntryHead = (
  fd: number,
  entry: EntryLocation,
  length: number,
  limits: Limits = defaultLimits,
): Buffer => {
  checkEntry(entry, limits);
  const packed = readStart(fd, entry, Math.min(length, entry.compressedSize));
  if (entry.method === stored) return packed;
  try {
    const size = Math.min(entry.size, 2 * packed.length);
    return inflateStart(packed, { size, maxOutputLength: 2 * bombFreeBytes });
  } catch (error) {
    throw inflateError(error);
  }
};

/** The packed bytes of an entry, without blocking. Throws MediaError. */
export const readPacked = async (
  fd: number,
  entry: EntryLocation,
  limits: Limits,
  allocate: Allocate = (length) => Buffer.allocUnsafe(length),
): Promise<Buffer> => {
  checkEntry(entry, limits);
  const head = await readFullyAsync(
    fd,
    entry.headerOffset,
    localHeaderLength + headerSlack + entry.compressedSize,
    allocate,
  );
  const start = dataStart(head);
  const packed =
    start + entry.compressedSize <= head.length
      ? head.subarray(start, start + entry.compressedSize)
      : await readFullyAsync(fd, entry.headerOffset + start, entry.compressedSize, allocate);
  if (packed.length < entry.compressedSize) throw damagedPage();
  return packed;
};

/** The same, blocking the current thread. Throws MediaError. */
export const readPackedSync = (
  fd: number,
  entry: EntryLocation,
  limits: Limits,
  allocate?: Allocate,
): Buffer => {
  checkEntry(entry, limits);
  const packed = readStart(fd, entry, entry.compressedSize, allocate);
  if (packed.length < entry.compressedSize) throw damagedPage();
  return packed;
};

/** Unpacks the result of `readPacked` outside of the main thread. Throws MediaError. */
export const unpack = async (
  packed: Buffer,
  entry: EntryLocation,
  limits: Limits,
): Promise<Buffer> => {
  if (entry.method === stored) return packed;
  try {
    return await inflate(packed, inflateOptions(entry, limits));
  } catch (error) {
    throw inflateError(error);
  }
};
