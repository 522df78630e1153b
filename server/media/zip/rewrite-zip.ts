import { writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { defaultLimits, type Limits } from '../limits.ts';
import { MediaError, unsupported } from '../media-error.ts';
import { readZipDirectory, type ZipDirectory } from './directory.ts';
import { readFully } from './read-fully.ts';
import { directoryEntry, endOfDirectory, localHeader } from './zip-records.ts';

/** The raw bytes of an entry in an archive. */
export interface RawEntry {
  /** Local header, packed data, and whatever follows until the next entry. */
  local: Buffer;
  /** Its record in the central directory. */
  record: Buffer;
}

export interface RewriteResult {
  /** The entry that was replaced or removed; null if there was none of this name. */
  former: RawEntry | null;
}

interface OpenArchive {
  fd: number;
  /** Bytes. */
  size: number;
}

/** One entry in the order of the file. */
interface Span {
  /** Position in the central directory. */
  index: number;
  name: string;
  start: number;
  end: number;
}

const max32 = 0xffffffff;
/** Bytes copied at a time. */
const chunkBytes = 1024 * 1024;

/** The records of the central directory. Throws MediaError if bytes follow them: a signature. */
const splitRecords = ({ bytes, entries }: ZipDirectory): Buffer[] => {
  const records: Buffer[] = [];
  let offset = 0;
  while (records.length < entries.length) {
    const end =
      offset +
      46 +
      bytes.readUInt16LE(offset + 28) +
      bytes.readUInt16LE(offset + 30) +
      bytes.readUInt16LE(offset + 32);
    records.push(bytes.subarray(offset, end));
    offset = end;
  }
  if (offset !== bytes.length)
    throw unsupported('The archive is signed, so Octavo leaves the file as it is.');
  return records;
};

/** The entries in the order of the file. Throws MediaError if they overlap. */
const spansOf = ({ entries, start: directoryStart }: ZipDirectory): Span[] => {
  const sorted = entries
    .map(({ headerOffset, name, compressedSize }, index) => ({
      ...{ index, name, compressedSize },
      start: headerOffset,
    }))
    .sort((a, b) => a.start - b.start);
  return sorted.map(({ index, name, start, compressedSize }, position) => {
    const end = sorted[position + 1]?.start ?? directoryStart;
    if (start < 0 || end - start < 30 + compressedSize)
      throw unsupported('The archive is damaged, so Octavo leaves the file as it is.');
    return { index, name, start, end };
  });
};

/** A record with another offset of its local header. Throws MediaError beyond 4 GB. */
const moveRecord = (record: Buffer, offset: number): Buffer => {
  const moved = Buffer.from(record);
  if (offset >= max32 || record.readUInt32LE(42) === max32) {
    throw new MediaError(
      'too_large',
      'The archive is larger than 4 GB, so Octavo leaves it as it is.',
    );
  }
  moved.writeUInt32LE(offset, 42);
  return moved;
};

const newEntry = (name: string, content: Buffer): RawEntry => {
  const header = {
    name: Buffer.from(name),
    size: content.length,
    offset: 0,
    crc32: crc32(content),
    isStreamed: false,
  };
  return { local: Buffer.concat([localHeader(header), content]), record: directoryEntry(header) };
};

/**
 * Writes a copy of a ZIP archive in which one entry is replaced, added at the end (`entry` is its new
 * content or a former one), or removed (`entry` is null). All other entries, the order, the times and the
 * comments are copied byte for byte, so that the former entry, put back, gives the former file. Throws
 * MediaError for an archive that cannot be copied like this: encrypted, signed, damaged, larger than 4 GB,
 * or followed by other data; and `signal.reason` if aborted.
 */
export const rewriteZip = (
  source: OpenArchive,
  draft: number,
  { name, entry }: { name: string; entry: Buffer | RawEntry | null },
  { limits = defaultLimits, checkCancelled }: { limits?: Limits; checkCancelled?: () => void } = {},
): RewriteResult => {
  const directory = readZipDirectory(source.fd, source.size, limits);
  if (directory.isFollowed)
    throw unsupported('Other data follow the archive, so Octavo leaves the file as it is.');
  if (directory.entries.some(({ encrypted }) => encrypted))
    throw unsupported('The archive is encrypted, so Octavo leaves the file as it is.');
  const records = splitRecords(directory);
  const spans = spansOf(directory);
  const replaced = spans.filter((span) => span.name === name);
  if (replaced.length > 1)
    throw unsupported(
      'The archive has two files of the same name, so Octavo leaves the file as it is.',
    );
  const next = Buffer.isBuffer(entry) ? newEntry(name, entry) : entry;

  let position = 0;
  const write = (bytes: Buffer) => {
    let done = 0;
    while (done < bytes.length) {
      done += writeSync(draft, bytes, done, bytes.length - done, position + done);
    }
    position += bytes.length;
  };
  const copy = (start: number, end: number) => {
    for (let from = start; from < end; from += chunkBytes) {
      checkCancelled?.();
      const bytes = readFully(source.fd, from, Math.min(chunkBytes, end - from));
      if (bytes.length === 0)
        throw new MediaError('changed', 'The file was cut off while it was copied.');
      write(bytes);
    }
  };

  /** Records of the central directory by their former position. */
  const written = new Map<number, Buffer>();
  const put = (index: number, raw: RawEntry) => {
    written.set(index, moveRecord(raw.record, position - directory.shift));
    write(raw.local);
  };
  let former: RawEntry | null = null;
  copy(0, spans[0]?.start ?? directory.start);
  for (const span of spans) {
    const record = records[span.index] ?? Buffer.alloc(0);
    if (span !== replaced[0]) {
      written.set(span.index, moveRecord(record, position - directory.shift));
      copy(span.start, span.end);
      continue;
    }
    const local = readFully(source.fd, span.start, span.end - span.start);
    former = { local, record: moveRecord(record, 0) };
    if (next) put(span.index, next);
  }
  if (next && !replaced[0]) put(spans.length, next);

  const start = position;
  const ordered = [...written].sort(([a], [b]) => a - b).map(([, record]) => record);
  for (const record of ordered) write(record);
  const end = endOfDirectory(ordered.length, position - start, start - directory.shift);
  end.writeUInt16LE(directory.comment.length, end.length - 2);
  write(Buffer.concat([end, directory.comment]));
  return { former };
};

/** A raw entry as one value of the database. */
export const packRawEntry = ({ local, record }: RawEntry): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(local.length);
  return Buffer.concat([length, local, record]);
};

export const unpackRawEntry = (bytes: Buffer): RawEntry => {
  const end = 4 + bytes.readUInt32LE(0);
  return { local: bytes.subarray(4, end), record: bytes.subarray(end) };
};
