import { MediaError } from '../media-error.ts';
import {
  createHuffman,
  type Decompress,
  tooLargeBook,
  unpackPalmDoc,
  withoutTrailers,
} from './decompress.ts';
import type { MobiHeader } from './mobi-header.ts';
import type { PalmDatabase } from './palm-database.ts';

const decompressorOf = (database: PalmDatabase, header: MobiHeader): Decompress => {
  const { compression, huffmanRecord, huffmanRecords } = header;
  switch (compression) {
    case 1:
      return (record) => record;
    case 2:
      return unpackPalmDoc;
    case 17480: {
      const count = Math.min(huffmanRecords, database.count - huffmanRecord);
      const [first, ...dictionary] = Array.from({ length: Math.max(1, count) }, (_, index) =>
        database.record(huffmanRecord + index),
      );
      return createHuffman(first ?? Buffer.alloc(0), dictionary);
    }
    default:
      throw new MediaError(
        'unsupported',
        'The Kindle book is compressed in an unknown way. Get it as an EPUB.',
      );
  }
};

/** The whole text, at most `maxBytes`. Throws MediaError. */
export const readText = (database: PalmDatabase, header: MobiHeader, maxBytes: number): Buffer => {
  const decompress = decompressorOf(database, header);
  const parts: Buffer[] = [];
  let size = 0;
  for (let index = 1; index <= header.textRecords; index += 1) {
    const record = database.record(header.start + index);
    const part = decompress(withoutTrailers(record, header.trailers));
    size += part.length;
    if (size > maxBytes) throw tooLargeBook();
    parts.push(part);
  }
  return Buffer.concat(parts, size);
};
