import { crc32 } from 'node:zlib';

import { defaultLimits, type Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { guessNameDecoder } from './entry-names.ts';
import { readFully } from './read-fully.ts';

export interface ZipEntry {
  /** Folders are separated by `/`. */
  name: string;
  /** 0 stored, 8 deflated; other methods are not supported here. */
  method: number;
  compressedSize: number;
  size: number;
  crc32: number;
  /** Offset of the entry's local header in the file. */
  headerOffset: number;
  encrypted: boolean;
  directory: boolean;
  symlink: boolean;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** The raw central directory, for the fingerprint. */
  bytes: Buffer;
  /** Where the central directory begins in the file. */
  start: number;
  /** Bytes by which recorded offsets are too small, because junk precedes the archive. */
  shift: number;
  /** The comment of the archive. */
  comment: Buffer;
  /** Whether bytes follow the end of the archive. */
  isFollowed: boolean;
}

const entrySignature = 0x02014b50;
const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const endLength = 22;
// Covers the whole central directory of most comics; for larger ones it contains the end record,
// and the directory needs a second read.
const usualTail = 4 * 1024 - 1;
const maxTail = 66 * 1024;

/** Size of a directory entry with a long name, bytes. */
const roomyEntry = 1024;

const damaged = (what: string) =>
  new MediaError('damaged', `The archive is damaged: ${what}. Copy or download the file again.`);

interface End {
  /** Offset in the file directly after the central directory. */
  position: number;
  count: number;
  size: number;
  offset: number;
}

/** Whether the comment of the end record at `at` reaches exactly the end of the file. */
const fillsTail = (tail: Buffer, offset: number): boolean =>
  offset >= 0 && offset + endLength + tail.readUInt16LE(offset + 20) === tail.length;

/**
 * Searches for the end record backwards; one whose comment reaches the end of the file is
 * preferred. -1 if there is none.
 */
const findEnd = (tail: Buffer): number => {
  let first = -1;
  let offset = tail.lastIndexOf(endSignature);
  while (offset >= 0) {
    if (offset + endLength <= tail.length) {
      if (fillsTail(tail, offset)) return offset;
      if (first < 0) first = offset;
    }
    offset = offset === 0 ? -1 : tail.lastIndexOf(endSignature, offset - 1);
  }
  return first;
};

const readEnd = (fd: number, tail: Buffer, offset: number, tailStart: number): End => {
  const end = {
    position: tailStart + offset,
    count: tail.readUInt16LE(offset + 10),
    size: tail.readUInt32LE(offset + 12),
    offset: tail.readUInt32LE(offset + 16),
  };
  const disk = tail.readUInt16LE(offset + 4);
  // A ZIP64 record outweighs the end record, also where that one has room for its numbers, as in yauzl and Python.
  if (offset >= 20 && tail.toString('latin1', offset - 20, offset - 16) === 'PK\x06\x07') {
    const declared = Number(tail.readBigUInt64LE(offset - 12));
    const record = declared < end.position ? readFully(fd, declared, 56) : Buffer.alloc(0);
    if (record.length === 56 && record.toString('latin1', 0, 4) === 'PK\x06\x06') {
      return {
        position: declared,
        count: Number(record.readBigUInt64LE(32)),
        size: Number(record.readBigUInt64LE(40)),
        offset: Number(record.readBigUInt64LE(48)),
      };
    }
  }
  if (disk !== 0 && disk !== 0xffff) {
    throw new MediaError(
      'unsupported',
      'The archive is one part of several. Join the parts into one file.',
    );
  }
  return end;
};

/** 64-bit sizes and offset, present only for those that the entry lacks, in this order. */
const applyZip64 = (entry: ZipEntry, field: Buffer): void => {
  let offset = 0;
  const next = (value: number): number => {
    if (value !== 0xffffffff || offset + 8 > field.length) return value;
    offset += 8;
    return Number(field.readBigUInt64LE(offset - 8));
  };
  entry.size = next(entry.size);
  entry.compressedSize = next(entry.compressedSize);
  entry.headerOffset = next(entry.headerOffset);
};

/** The name in the Unicode path field, if its checksum matches the raw name. */
const unicodePath = (field: Buffer, rawName: Buffer): string | null =>
  field.length > 5 && field[0] === 1 && field.readUInt32LE(1) === crc32(rawName)
    ? field.toString('utf8', 5)
    : null;

const parseEntries = (bytes: Buffer, count: number, shift: number): ZipEntry[] => {
  const entries: ZipEntry[] = [];
  const unnamed: { entry: ZipEntry; raw: Buffer }[] = [];
  let offset = 0;
  for (let index = 0; index < count; index++) {
    if (offset + 46 > bytes.length || bytes.readUInt32LE(offset) !== entrySignature) {
      throw damaged('its table of contents is cut off');
    }
    const flags = bytes.readUInt16LE(offset + 8);
    const nameEnd = offset + 46 + bytes.readUInt16LE(offset + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(offset + 30);
    if (extraEnd > bytes.length) throw damaged('its table of contents is cut off');
    const attributes = bytes.readUInt32LE(offset + 38);
    const unix = bytes[offset + 5] === 3;
    const raw = bytes.subarray(offset + 46, nameEnd);
    const entry: ZipEntry = {
      name: '',
      method: bytes.readUInt16LE(offset + 10),
      crc32: bytes.readUInt32LE(offset + 16),
      compressedSize: bytes.readUInt32LE(offset + 20),
      size: bytes.readUInt32LE(offset + 24),
      headerOffset: bytes.readUInt32LE(offset + 42),
      encrypted: (flags & 1) === 1,
      directory: false,
      symlink: unix && ((attributes >>> 16) & 0xf000) === 0xa000,
    };
    let unicode: string | null = null;
    for (let field = nameEnd; field + 4 <= extraEnd;) {
      const body = bytes.subarray(field + 4, field + 4 + bytes.readUInt16LE(field + 2));
      const id = bytes.readUInt16LE(field);
      if (id === 0x0001) applyZip64(entry, body);
      if (id === 0x7075) unicode = unicodePath(body, raw);
      field += 4 + body.length;
    }
    entry.headerOffset += shift;
    if (unicode !== null || flags & 0x800) entry.name = unicode ?? raw.toString('utf8');
    else unnamed.push({ entry, raw });
    entries.push(entry);
    offset = extraEnd + bytes.readUInt16LE(offset + 32);
  }
  const decode = guessNameDecoder(unnamed.map(({ raw }) => raw));
  for (const { entry, raw } of unnamed) entry.name = decode(raw);
  for (const entry of entries) {
    // Some Windows programs write backslashes, against the specification.
    if (entry.name.includes('\\')) entry.name = entry.name.replaceAll('\\', '/');
    entry.directory = entry.name.endsWith('/');
  }
  return entries;
};

/**
 * Reads the central directory of a ZIP file with one or two reads at its end. Supports ZIP64, and
 * junk before and after the archive. Throws MediaError if it is missing or damaged.
 */
export const readZipDirectory = (
  fd: number,
  fileSize: number,
  limits: Limits = defaultLimits,
): ZipDirectory => {
  let tailStart = 0;
  let tail: Buffer = Buffer.alloc(0);
  let offset = -1;
  for (const length of [usualTail, maxTail]) {
    tailStart = Math.max(0, fileSize - length);
    tail = readFully(fd, tailStart, fileSize - tailStart);
    offset = findEnd(tail);
    if (fillsTail(tail, offset) || tailStart === 0) break;
  }
  if (offset < 0) {
    throw new MediaError(
      'damaged',
      'The archive is cut off: its table of contents is missing. Copy or download the file again.',
    );
  }
  const end = readEnd(fd, tail, offset, tailStart);
  const commentEnd = offset + endLength + tail.readUInt16LE(offset + 20);
  const rest = {
    comment: tail.subarray(offset + endLength, commentEnd),
    isFollowed: commentEnd !== tail.length,
  };
  if (end.count > limits.archive_entries) {
    throw new MediaError(
      'too_large',
      `The archive contains ${end.count} files, more than the ${limits.archive_entries} that a book can have.`,
    );
  }
  // The count is untrusted: reads at most the size of this many entries with long names.
  if (end.size > limits.archive_entries * roomyEntry) {
    throw new MediaError(
      'too_large',
      'The table of contents of the archive is too large for a book, so it was not read. Pack it again.',
    );
  }
  if (end.count === 0) {
    return { entries: [], bytes: Buffer.alloc(0), start: end.position, shift: 0, ...rest };
  }
  // The actual start of the directory, which ends at the end record; with junk before the archive
  // it differs from the recorded offset.
  const actual = end.position - end.size;
  for (const start of new Set([actual, end.offset])) {
    if (start < 0 || start + end.size > fileSize || end.size < 46) continue;
    const bytes =
      start >= tailStart
        ? tail.subarray(start - tailStart, start - tailStart + end.size)
        : readFully(fd, start, end.size);
    if (bytes.length === end.size && bytes.readUInt32LE(0) === entrySignature) {
      const shift = start - end.offset;
      return { entries: parseEntries(bytes, end.count, shift), bytes, start, shift, ...rest };
    }
  }
  throw damaged('its table of contents is not where it should be');
};
