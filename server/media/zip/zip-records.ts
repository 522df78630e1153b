/** The records of a stored ZIP entry (APPNOTE 4.3); numbers beyond 32 bits use Zip64 fields. */
export interface ZipHeader {
  name: Buffer;
  /** Packed and unpacked size, bytes. */
  size: number;
  /** Offset of the local header in the archive. */
  offset: number;
  crc32: number;
  /** The checksum and sizes follow the data, because they are not known in advance. */
  isStreamed: boolean;
}

const max32 = 0xffffffff;
const max16 = 0xffff;
const streamedFlag = 0x8;
const utf8Flag = 0x800;
/** The earliest date in the format. */
const firstDay = 0x21;

const signature = (last: string): Buffer => Buffer.from(`PK${last}`, 'latin1');

/** All ones indicate that the number is in the Zip64 field. */
const narrow = (value: number): number => Math.min(value, max32);
const wide = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, index) => bytes.writeBigUInt64LE(BigInt(value), 8 * index));
  return bytes;
};
const zip64Field = (...values: number[]): Buffer => {
  if (values.length === 0) return Buffer.alloc(0);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(1, 0);
  head.writeUInt16LE(8 * values.length, 2);
  return Buffer.concat([head, wide(...values)]);
};

const isLarge = ({ size }: ZipHeader): boolean => size >= max32;

/** From "version needed" to the length of the extra field: equal in both headers. */
const commonHeader = (
  { name, isStreamed, ...header }: ZipHeader,
  { size, extra }: { size: number; extra: Buffer },
): Buffer => {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(extra.length > 0 ? 45 : 20, 0);
  bytes.writeUInt16LE(utf8Flag | (isStreamed ? streamedFlag : 0), 2);
  bytes.writeUInt16LE(firstDay, 8);
  bytes.writeUInt32LE(header.crc32, 10);
  bytes.writeUInt32LE(narrow(size), 14);
  bytes.writeUInt32LE(narrow(size), 18);
  bytes.writeUInt16LE(name.length, 22);
  bytes.writeUInt16LE(extra.length, 24);
  return bytes;
};

export const localHeader = (header: ZipHeader): Buffer => {
  const { name, isStreamed, size } = header;
  // An empty Zip64 field announces 64-bit sizes after the data.
  const extra = isLarge(header)
    ? zip64Field(...(isStreamed ? [0, 0] : [size, size]))
    : zip64Field();
  const announced = isStreamed && !isLarge(header) ? 0 : size;
  const crc32 = isStreamed ? 0 : header.crc32;
  return Buffer.concat([
    signature('\x03\x04'),
    commonHeader({ ...header, crc32 }, { size: announced, extra }),
    name,
    extra,
  ]);
};

/** The data descriptor of a streamed entry; empty for any other. */
export const descriptor = (header: ZipHeader): Buffer => {
  const { crc32, isStreamed, size } = header;
  if (!isStreamed) return Buffer.alloc(0);
  const head = Buffer.concat([signature('\x07\x08'), Buffer.alloc(4)]);
  head.writeUInt32LE(crc32, 4);
  if (isLarge(header)) return Buffer.concat([head, wide(size, size)]);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(size, 0);
  sizes.writeUInt32LE(size, 4);
  return Buffer.concat([head, sizes]);
};

export const directoryEntry = (header: ZipHeader): Buffer => {
  const { name, offset, size } = header;
  const extra = zip64Field(
    ...(isLarge(header) ? [size, size] : []),
    ...(offset >= max32 ? [offset] : []),
  );
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(narrow(offset), 10);
  return Buffer.concat([
    signature('\x01\x02'),
    Buffer.from([extra.length > 0 ? 45 : 20, 0]),
    commonHeader(header, { size, extra }),
    rest,
    name,
    extra,
  ]);
};

/**
 * The end records of an archive whose central directory has `count` entries and `size` bytes, and
 * starts at `offset`.
 */
export const endOfDirectory = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.concat([signature('\x05\x06'), Buffer.alloc(18)]);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(narrow(size), 12);
  end.writeUInt32LE(narrow(offset), 16);
  if (count < max16 && size < max32 && offset < max32) return end;
  const record = Buffer.concat([
    signature('\x06\x06'),
    Buffer.alloc(20),
    wide(count, count, size, offset),
  ]);
  // The length of the record after this field.
  record.writeUInt32LE(record.length - 12, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  const locator = Buffer.concat([
    signature('\x06\x07'),
    Buffer.alloc(4),
    wide(offset + size),
    Buffer.alloc(4),
  ]);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
};
