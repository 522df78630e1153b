import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** An entry of a ZIP archive as yauzl understands it. */
export interface SecondEntry {
  /** Null where its encoding is anybody's guess: neither ASCII nor marked as UTF-8. */
  name: string | null;
  method: number;
  size: number;
  compressedSize: number;
  crc32: number;
  encrypted: boolean;
  /** Where the local header begins. */
  headerOffset: number;
  /** Its unpacked content if length and checksum are right; otherwise the error. */
  content: Buffer | string;
}

/** yauzl's reading of an archive, or its reason for refusing it. */
export type SecondReading = { entries: SecondEntry[] } | { refused: string };

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const open = async (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Names as they are, because one that leads out of its folder must not make the archive unreadable.
    const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
    yauzl.fromBuffer(bytes, options, (error, file) => (error ? reject(error) : resolve(file)));
  });

const listOf = async (file: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    file.on('entry', (entry: Entry) => {
      entries.push(entry);
      file.readEntry();
    });
    file.on('end', () => resolve(entries));
    file.on('error', reject);
    file.readEntry();
  });

const contentOf = async (file: ZipFile, entry: Entry, most: number): Promise<Buffer | string> => {
  if (entry.uncompressedSize > most || entry.compressedSize > most) return 'larger than asked for';
  try {
    const content = await new Promise<Buffer>((resolve, reject) => {
      file.openReadStream(entry, (error, stream) => {
        if (error) reject(error);
        else buffer(stream).then(resolve, reject);
      });
    });
    return crc32(content) === entry.crc32 ? content : 'another checksum';
  } catch (error) {
    return messageOf(error);
  }
};

const nameOf = (entry: Entry): string | null => {
  const raw = entry.fileNameRaw;
  const isKnown = (entry.generalPurposeBitFlag & 0x800) !== 0 || raw.every((byte) => byte < 0x80);
  return isKnown ? raw.toString('utf8') : null;
};

/**
 * Reads an archive with yauzl, which shares no line with our reader: what both understand must be the same. Contents
 * are read up to `most` bytes each.
 */
export const readWithYauzl = async (bytes: Buffer, most = Infinity): Promise<SecondReading> => {
  try {
    const file = await open(bytes);
    const entries: SecondEntry[] = [];
    for (const entry of await listOf(file)) {
      entries.push({
        name: nameOf(entry),
        method: entry.compressionMethod,
        size: entry.uncompressedSize,
        compressedSize: entry.compressedSize,
        crc32: entry.crc32,
        encrypted: entry.isEncrypted(),
        headerOffset: entry.relativeOffsetOfLocalHeader,
        content: await contentOf(file, entry, most),
      });
    }
    return { entries };
  } catch (error) {
    return { refused: messageOf(error) };
  }
};
