import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

export interface TestEntry {
  name: string;
  data: Buffer | string;
  /** Default: stored. */
  deflate?: boolean;
}

/** A deterministic ZIP archive of these entries. */
export const zipBytes = (entries: readonly TestEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const data = Buffer.from(entry.data);
    const packed = entry.deflate ? deflateRawSync(data) : data;
    // From "version needed" to the length of the extra field: equal in both headers.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(entry.deflate ? 8 : 0, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name);
    parts.push(local);
    offset += local.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, table, end]);
};

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

/** A valid PNG in one grey; `shade` (0 to 255) makes pages distinct. */
export const pngPage = (width = 8, height = 12, shade = 128): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const row = Buffer.alloc(width + 1, shade);
  row[0] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/**
 * Writes a CBZ and its parent folders. `pages` is the number of pages to generate, or the pages
 * themselves; `comicInfo` the content of ComicInfo.xml's root element.
 */
export const writeCbz = (
  path: string,
  pages: number | readonly TestEntry[] = 3,
  comicInfo?: string,
): void => {
  const entries: TestEntry[] =
    typeof pages === 'number'
      ? Array.from({ length: pages }, (_, index) => ({
          name: `page ${index + 1}.png`,
          // Derives the pixels from the path, so that no two test books have equal content. The pages
          // are wide, at least of the first 36, so that readers show them one at a time.
          data: pngPage(48 + (crc32(path) % 64), 12 + index, crc32(`${path}${index}`) % 256),
        }))
      : [...pages];
  if (comicInfo !== undefined) {
    const data = `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>${comicInfo}</ComicInfo>`;
    entries.push({ name: 'ComicInfo.xml', data, deflate: true });
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, zipBytes(entries));
};
