import { MediaError } from '../media-error.ts';
import { damagedMobi, magicAt, numberAt } from './bytes.ts';

/** Unpacks a text record. Throws MediaError. */
export type Decompress = (record: Buffer) => Buffer;

/** A text record unpacks to 4 KiB; no more than this is accepted, bytes. */
const maxRecord = 64 * 1024;

/** The LZ77 variant of PalmDOC. */
export const unpackPalmDoc: Decompress = (record) => {
  const output = Buffer.allocUnsafe(maxRecord);
  let length = 0;
  const put = (byte: number) => {
    if (length === maxRecord) throw damagedMobi();
    output[length] = byte;
    length += 1;
  };
  for (let index = 0; index < record.length; index += 1) {
    const byte = record[index] ?? 0;
    if (byte >= 0xc0) {
      put(0x20);
      put(byte ^ 0x80);
    } else if (byte >= 0x80) {
      index += 1;
      const pair = ((byte << 8) | (record[index] ?? 0)) & 0x3fff;
      const distance = pair >> 3;
      if (distance === 0 || distance > length) throw damagedMobi();
      for (let count = (pair & 7) + 3; count > 0; count -= 1) put(output[length - distance] ?? 0);
    } else if (byte >= 1 && byte <= 8) {
      for (let count = byte; count > 0 && index + 1 < record.length; count -= 1) {
        index += 1;
        put(record[index] ?? 0);
      }
    } else put(byte);
  }
  return Buffer.from(output.subarray(0, length));
};

/** A phrase of the dictionary. Until it is used it is itself compressed. */
interface Phrase {
  bytes: Buffer;
  state: 'packed' | 'unpacking' | 'unpacked';
}

/** Bounds of the dictionary, which no real book reaches. */
const maxPhrases = 1 << 18;
const maxDictionary = 64 * 1024 * 1024;
const maxDepth = 32;

const readDictionary = (records: readonly Buffer[]): Phrase[] => {
  const phrases: Phrase[] = [];
  for (const record of records) {
    if (magicAt(record, 0) !== 'CDIC') throw damagedMobi();
    const start = numberAt(record, 4, 4);
    const total = numberAt(record, 8, 4);
    const bits = numberAt(record, 12, 4);
    const count = Math.min(2 ** Math.min(bits, 18), total - phrases.length);
    if (phrases.length + count > maxPhrases) throw damagedMobi();
    for (let index = 0; index < count; index += 1) {
      const offset = start + numberAt(record, start + index * 2, 2);
      const length = numberAt(record, offset, 2);
      phrases.push({
        bytes: record.subarray(offset + 2, offset + 2 + (length & 0x7fff)),
        state: length & 0x8000 ? 'unpacked' : 'packed',
      });
    }
  }
  return phrases;
};

/** 32 bits from a bit position on, zeros after the end. */
const bitsAt = (bytes: Buffer, position: number): number => {
  const first = position >> 3;
  const shift = position & 7;
  const byteAt = (index: number) => bytes[first + index] ?? 0;
  const high = ((byteAt(0) << 24) | (byteAt(1) << 16) | (byteAt(2) << 8) | byteAt(3)) >>> 0;
  return shift === 0 ? high : ((high << shift) | (byteAt(4) >> (8 - shift))) >>> 0;
};

/** The Huffman coding of a HUFF record, whose phrases are in the CDIC records. */
export const createHuffman = (huffman: Buffer, dictionary: readonly Buffer[]): Decompress => {
  if (magicAt(huffman, 0) !== 'HUFF') throw damagedMobi();
  const cacheAt = numberAt(huffman, 8, 4);
  const codesAt = numberAt(huffman, 12, 4);
  const cache = Array.from({ length: 256 }, (_, index) =>
    numberAt(huffman, cacheAt + index * 4, 4),
  );
  const lowest = Array.from({ length: 32 }, (_, index) =>
    numberAt(huffman, codesAt + index * 8, 4),
  );
  const highest = Array.from({ length: 32 }, (_, index) =>
    numberAt(huffman, codesAt + index * 8 + 4, 4),
  );
  const phrases = readDictionary(dictionary);
  let unpacked = 0;

  const phraseAt = (code: number, depth: number): Buffer => {
    const phrase = phrases[code];
    // A phrase that contains itself would never end.
    if (!phrase || phrase.state === 'unpacking' || depth > maxDepth) throw damagedMobi();
    if (phrase.state === 'packed') {
      phrase.state = 'unpacking';
      phrase.bytes = unpack(phrase.bytes, depth + 1);
      phrase.state = 'unpacked';
      unpacked += phrase.bytes.length;
      if (unpacked > maxDictionary) throw damagedMobi();
    }
    return phrase.bytes;
  };

  const unpack = (bytes: Buffer, depth: number): Buffer => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = bytes.length * 8;
    for (let position = 0; position < end;) {
      const bits = bitsAt(bytes, position);
      const entry = cache[bits >>> 24] ?? 0;
      let length = entry & 0x1f;
      if (length === 0) throw damagedMobi();
      let last = entry >>> 8;
      if ((entry & 0x80) === 0) {
        while (length < 33 && bits >>> (32 - length) < (lowest[length - 1] ?? 0)) length += 1;
        last = highest[length - 1] ?? 0;
        if (length > 32) throw damagedMobi();
      }
      position += length;
      if (position > end) break;
      const phrase = phraseAt(last - (bits >>> (32 - length)), depth);
      size += phrase.length;
      if (size > maxRecord) throw damagedMobi();
      parts.push(phrase);
    }
    return Buffer.concat(parts, size);
  };
  return (record) => unpack(record, 0);
};

/** The bytes of a number at the end of `bytes`, of which only the first byte has its highest bit set. */
const trailerLength = (bytes: Buffer): number => {
  let value = 0;
  for (const byte of bytes.subarray(-4)) {
    if (byte & 0x80) value = 0;
    value = (value << 7) | (byte & 0x7f);
  }
  return value;
};

/** The text of a record without the data that follow it. */
export const withoutTrailers = (record: Buffer, trailers: number): Buffer => {
  let text = record;
  for (let flags = trailers >>> 1; flags > 0; flags >>>= 1) {
    if ((flags & 1) === 0) continue;
    const length = trailerLength(text);
    if (length > text.length) throw damagedMobi();
    text = text.subarray(0, text.length - length);
  }
  // The rest of a character that began in this record.
  if ((trailers & 1) === 0 || text.length === 0) return text;
  return text.subarray(0, Math.max(0, text.length - ((text.at(-1) ?? 0) & 3) - 1));
};

/** A MediaError for a book whose parts are implausibly large. */
export const tooLargeBook = (): MediaError =>
  new MediaError('too_large', 'The book is too large to be read. Get it as an EPUB.');
