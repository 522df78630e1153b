import { protectedBook } from '../media-error.ts';
import { damagedMobi, magicAt, numberAt } from './bytes.ts';
import type { PalmDatabase } from './palm-database.ts';

/** The first record of a Kindle book. Indices of records count from `start`. */
export interface MobiHeader {
  /** Record of the header: 0, or in a file that contains both versions that of KF8. */
  start: number;
  /** From 8 on the book is a KF8, which consists of several XHTML files. */
  version: number;
  encoding: 'utf-8' | 'windows-1252';
  title: string;
  /** Windows language identifier. */
  locale: number;
  compression: number;
  /** Number of text records, which follow the header. */
  textRecords: number;
  /** Bits that tell which data follow the text in each text record. */
  trailers: number;
  huffmanRecord: number;
  huffmanRecords: number;
  /** First record of pictures and fonts, counted from the beginning of the file. */
  firstResource: number;
  /** Indices of KF8 and MOBI 6, by record; null if the book has none. */
  contents: number | null;
  fragments: number | null;
  skeletons: number | null;
  /** Record of the table that divides the text of a KF8 into flows. */
  flows: number | null;
  /** Metadata: values by type. */
  values: ReadonlyMap<number, Buffer[]>;
}

/** Offsets in the first record. */
const offsets = { magic: 16, length: 20, encoding: 28, version: 36, exthFlag: 128 };
const missing = 0xffffffff;
/** Type of the metadata that names the record of the KF8 header. */
const boundaryType = 121;
/** No real book has more. */
const maxValues = 1000;

const readValues = (record: Buffer, start: number): Map<number, Buffer[]> => {
  const values = new Map<number, Buffer[]>();
  if (magicAt(record, start) !== 'EXTH') return values;
  const count = Math.min(numberAt(record, start + 8, 4), maxValues);
  let position = start + 12;
  for (let index = 0; index < count; index += 1) {
    if (position + 8 > record.length) return values;
    const type = record.readUInt32BE(position);
    const length = record.readUInt32BE(position + 4);
    if (length < 8 || position + length > record.length) return values;
    const value = record.subarray(position + 8, position + length);
    values.set(type, [...(values.get(type) ?? []), value]);
    position += length;
  }
  return values;
};

const readHeader = (database: PalmDatabase, start: number): MobiHeader => {
  const record = database.record(start);
  if (numberAt(record, 12, 2) !== 0) throw protectedBook();
  if (magicAt(record, offsets.magic) !== 'MOBI') throw damagedMobi();
  const end = offsets.magic + numberAt(record, offsets.length, 4);
  /** Short headers of old books end before later fields. */
  const field = (offset: number): number =>
    offset + 4 <= end && offset + 4 <= record.length ? record.readUInt32BE(offset) : missing;
  const index = (offset: number): number | null =>
    field(offset) === missing ? null : start + field(offset);
  const encoding = field(offsets.encoding) === 65001 ? 'utf-8' : 'windows-1252';
  const titleAt = field(84);
  const title = record.subarray(titleAt, titleAt + field(88));
  const version = field(offsets.version);
  const isKf8 = version >= 8 && version !== missing;
  const hasValues = field(offsets.exthFlag) !== missing && (field(offsets.exthFlag) & 0x40) !== 0;
  return {
    start,
    version: isKf8 ? version : 6,
    encoding,
    title: new TextDecoder(encoding).decode(title),
    locale: field(92) === missing ? 0 : field(92) & 0xffff,
    compression: numberAt(record, 0, 2),
    textRecords: numberAt(record, 8, 2),
    trailers: field(240) === missing ? 0 : field(240) & 0xffff,
    huffmanRecord: start + field(112),
    huffmanRecords: field(116),
    firstResource: field(108),
    contents: index(244),
    fragments: isKf8 ? index(248) : null,
    skeletons: isKf8 ? index(252) : null,
    flows: isKf8 ? index(192) : null,
    values: hasValues ? readValues(record, end) : new Map<number, Buffer[]>(),
  };
};

/**
 * Reads the header of a book, and in a file that contains both versions that of KF8. Throws MediaError,
 * `encrypted` for a book under DRM.
 */
export const openMobi = (database: PalmDatabase): MobiHeader => {
  const first = readHeader(database, 0);
  const boundary = first.values.get(boundaryType)?.[0];
  if (first.version >= 8 || boundary?.length !== 4) return first;
  const start = boundary.readUInt32BE(0);
  if (start === missing || start >= database.count) return first;
  const second = readHeader(database, start);
  // Both versions share the pictures.
  return { ...second, firstResource: first.firstResource };
};

/** The texts of a metadata type. */
export const textValuesOf = ({ values, encoding }: MobiHeader, type: number): string[] =>
  (values.get(type) ?? []).flatMap((value) => {
    const text = new TextDecoder(encoding).decode(value).replaceAll('\0', '').trim();
    return text === '' ? [] : [text];
  });

/** The number of a metadata type; null if it is missing. */
export const numberValueOf = ({ values }: MobiHeader, type: number): number | null => {
  const value = values.get(type)?.[0];
  const number = value?.length === 4 ? value.readUInt32BE(0) : missing;
  return number === missing ? null : number;
};
