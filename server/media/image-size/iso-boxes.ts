import type { ImageSize } from './types.ts';

interface Box {
  type: string;
  body: Buffer;
}

/** The boxes of an ISO or JPEG 2000 file, as far as the bytes reach. */
const boxes = function* (bytes: Buffer): Generator<Box> {
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    let length = bytes.readUInt32BE(offset);
    let header = 8;
    if (length === 1 && offset + 16 <= bytes.length) {
      length = Number(bytes.readBigUInt64BE(offset + 8));
      header = 16;
    }
    // Zero means "up to the end of the file".
    if (length === 0) length = bytes.length - offset;
    if (length < header) return;
    yield {
      type: bytes.toString('latin1', offset + 4, offset + 8),
      body: bytes.subarray(offset + header, offset + length),
    };
    offset += length;
  }
};

const find = (bytes: Buffer, type: string): Buffer | null => {
  for (const box of boxes(bytes)) if (box.type === type) return box.body;
  return null;
};

/** Property numbers (from 1) of each item, from `ipma`. */
const associations = (ipma: Buffer): Map<number, number[]> => {
  const wideItem = ipma.readUInt8(0) > 0;
  const wideIndex = (ipma.readUInt8(3) & 1) === 1;
  const items = new Map<number, number[]>();
  let offset = 8;
  for (let left = ipma.readUInt32BE(4); left > 0; left--) {
    const item = wideItem ? ipma.readUInt32BE(offset) : ipma.readUInt16BE(offset);
    offset += wideItem ? 4 : 2;
    const count = ipma.readUInt8(offset++);
    const indexes: number[] = [];
    for (let index = 0; index < count; index++) {
      indexes.push(wideIndex ? ipma.readUInt16BE(offset) & 0x7fff : ipma.readUInt8(offset) & 0x7f);
      offset += wideIndex ? 2 : 1;
    }
    items.set(item, indexes);
  }
  return items;
};

/** AVIF and HEIC: the spatial extent of the primary item, turned by its rotation. */
export const isoSize = (bytes: Buffer): ImageSize | null => {
  const meta = find(bytes, 'meta')?.subarray(4);
  const properties = meta && find(meta, 'iprp');
  const container = properties && find(properties, 'ipco');
  if (!container) return null;
  const all = [...boxes(container)];
  const pitm = find(meta, 'pitm');
  const ipma = find(properties, 'ipma');
  const primary = pitm && (pitm.readUInt8(0) > 0 ? pitm.readUInt32BE(4) : pitm.readUInt16BE(4));
  const indexes = primary !== null && ipma ? associations(ipma).get(primary) : undefined;
  const own = indexes ? indexes.flatMap((index) => all[index - 1] ?? []) : all;
  const extent = own.find(({ type }) => type === 'ispe')?.body;
  if (!extent) return null;
  const width = extent.readUInt32BE(4);
  const height = extent.readUInt32BE(8);
  const rotation = own.find(({ type }) => type === 'irot')?.body.readUInt8(0) ?? 0;
  return rotation & 1 ? { width: height, height: width } : { width, height };
};

/** JPEG 2000, in boxes or as a bare codestream. */
export const jp2Size = (bytes: Buffer): ImageSize | null => {
  if (bytes[0] === 0xff) {
    return {
      width: bytes.readUInt32BE(8) - bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(12) - bytes.readUInt32BE(20),
    };
  }
  const header = find(bytes, 'jp2h');
  const image = header && find(header, 'ihdr');
  return image ? { width: image.readUInt32BE(4), height: image.readUInt32BE(0) } : null;
};

const jxlCodestream = (bytes: Buffer): Buffer | null => {
  if (bytes[0] === 0xff) return bytes;
  return find(bytes, 'jxlc') ?? find(bytes, 'jxlp')?.subarray(4) ?? null;
};

/** Width to height for the seven fixed ratios of a JPEG XL header. */
const jxlRatios = [1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];
const jxlSideBits = [9, 13, 18, 30];

/** JPEG XL packs its sides bit by bit, lowest first, right behind the two bytes of its signature. */
export const jxlSize = (bytes: Buffer): ImageSize | null => {
  const stream = jxlCodestream(bytes);
  if (!stream || stream.length < 12) return null;
  let bits = stream.readBigUInt64LE(2) | (BigInt(stream.readUInt16LE(10)) << 64n);
  const readBits = (count: number): number => {
    const value = Number(bits & ((1n << BigInt(count)) - 1n));
    bits >>= BigInt(count);
    return value;
  };
  const small = readBits(1) === 1;
  const side = () => (small ? (readBits(5) + 1) * 8 : readBits(jxlSideBits[readBits(2)] ?? 30) + 1);
  const height = side();
  const ratio = readBits(3);
  const width = ratio === 0 ? side() : Math.floor(height * (jxlRatios[ratio - 1] ?? 1));
  // The image header follows: `all_default`, then whether an orientation is given.
  if (readBits(1) === 0 && readBits(1) === 1) {
    return readBits(3) + 1 >= 5 ? { width: height, height: width } : { width, height };
  }
  return { width, height };
};
