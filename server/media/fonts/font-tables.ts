import { promisify } from 'node:util';
import { brotliDecompress, inflate } from 'node:zlib';

import { MediaError } from '../media-error.ts';

/** The tables of a font file, by tag. */
export interface FontTables {
  media_type: string;
  has: (tag: string) => boolean;
  /** The unpacked bytes; null for a font without the table. Throws MediaError for a damaged one. */
  read: (tag: string) => Promise<Buffer | null>;
}

/** More than any font has. */
const maxTables = 100;
/** Bytes of all tables of a font, unpacked; a compressed file can claim any size. */
const maxUnpacked = 64 * 1024 * 1024;

const damaged = (cause?: unknown): MediaError =>
  new MediaError('undecodable', 'The font is damaged.', cause);

interface TableEntry {
  offset: number;
  packed: number;
  unpacked: number;
}

/** Reads the table directory of a TTF, OTF, WOFF or WOFF2. Throws MediaError for anything else. */
export const readFontTables = async (bytes: Buffer): Promise<FontTables> => {
  try {
    switch (bytes.toString('latin1', 0, 4)) {
      case '\0\u0001\0\0':
      case 'true':
        return plain(bytes, 'font/ttf');
      case 'OTTO':
        return plain(bytes, 'font/otf');
      case 'wOFF':
        return woff(bytes);
      case 'wOF2':
        return await woff2(bytes);
    }
  } catch (error) {
    // A `RangeError` of a read beyond the end, or an error of zlib.
    throw error instanceof MediaError ? error : damaged(error);
  }
  throw new MediaError('undecodable', 'Fonts are TTF, OTF, WOFF or WOFF2 files.');
};

const tablesOf = (
  bytes: Buffer,
  media_type: string,
  entries: ReadonlyMap<string, TableEntry>,
): FontTables => {
  for (const { offset, packed, unpacked } of entries.values()) {
    if (offset + packed > bytes.length || unpacked > maxUnpacked) throw damaged();
  }
  return {
    media_type,
    has: (tag) => entries.has(tag),
    async read(tag) {
      const entry = entries.get(tag);
      if (!entry) return null;
      const { offset, packed, unpacked } = entry;
      const data = bytes.subarray(offset, offset + packed);
      if (packed >= unpacked) return data;
      return promisify(inflate)(data, { maxOutputLength: unpacked }).catch((error: unknown) => {
        throw damaged(error);
      });
    },
  };
};

const countOf = (count: number): number => {
  if (count === 0 || count > maxTables) throw damaged();
  return count;
};

const plain = (bytes: Buffer, mediaType: string): FontTables => {
  const entries = new Map<string, TableEntry>();
  for (let index = 0; index < countOf(bytes.readUInt16BE(4)); index += 1) {
    const record = 12 + 16 * index;
    const size = bytes.readUInt32BE(record + 12);
    const offset = bytes.readUInt32BE(record + 8);
    entries.set(tagAt(bytes, record), { offset, packed: size, unpacked: size });
  }
  return tablesOf(bytes, mediaType, entries);
};

const woff = (bytes: Buffer): FontTables => {
  const entries = new Map<string, TableEntry>();
  for (let index = 0; index < countOf(bytes.readUInt16BE(12)); index += 1) {
    const record = 44 + 20 * index;
    entries.set(tagAt(bytes, record), {
      offset: bytes.readUInt32BE(record + 4),
      packed: bytes.readUInt32BE(record + 8),
      unpacked: bytes.readUInt32BE(record + 12),
    });
  }
  return tablesOf(bytes, 'font/woff', entries);
};

/** Tags that a WOFF2 names by a number, in the order of its specification. */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx ' +
  'kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix ' +
  'acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak ' +
  'Zapf Silf Glat Gloc Feat Sill'
)
  .replaceAll('_', ' ')
  .split(/ (?=\S)/);

/** All tables are one Brotli stream, in the order of the directory. */
const woff2 = async (bytes: Buffer): Promise<FontTables> => {
  if (bytes.toString('latin1', 4, 8) === 'ttcf') {
    throw new MediaError('undecodable', 'The file is a collection of fonts. Add them one by one.');
  }
  let position = 48;
  const number = (): number => {
    let value = 0;
    for (let length = 0; length < 5; length += 1) {
      const byte = bytes.readUInt8(position);
      position += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw damaged();
  };
  const entries = new Map<string, TableEntry>();
  let offset = 0;
  for (let index = 0; index < countOf(bytes.readUInt16BE(12)); index += 1) {
    const flags = bytes.readUInt8(position);
    position += 1;
    const isKnown = (flags & 0x3f) !== 0x3f;
    const tag = isKnown ? (knownTags[flags & 0x3f] ?? '') : tagAt(bytes, position);
    if (!isKnown) position += 4;
    const version = flags >> 6;
    const original = number();
    const isOutline = tag === 'glyf' || tag === 'loca';
    const size = version !== (isOutline ? 3 : 0) ? number() : original;
    entries.set(tag, { offset, packed: size, unpacked: size });
    offset += size;
  }
  if (offset > maxUnpacked) throw damaged();
  const packed = bytes.subarray(position, position + bytes.readUInt32BE(20));
  const unpacked = await promisify(brotliDecompress)(packed, { maxOutputLength: offset + 1 });
  return tablesOf(unpacked, 'font/woff2', entries);
};

const tagAt = (bytes: Buffer, offset: number): string => {
  if (offset + 4 > bytes.length) throw damaged();
  return bytes.toString('latin1', offset, offset + 4);
};
