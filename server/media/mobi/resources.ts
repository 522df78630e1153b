import { inflateSync } from 'node:zlib';

import type { DerivedFile } from '../derived-epub/derived-book.ts';
import { imageTypeOf } from '../media-type.ts';
import { magicAt, numberAt } from './bytes.ts';
import type { MobiHeader } from './mobi-header.ts';
import type { PalmDatabase } from './palm-database.ts';

const headBytes = 64;
/** No real font is larger, bytes. */
const maxFont = 32 * 1024 * 1024;
/** The first bytes of a font that can be obfuscated. */
const obfuscated = { short: 1024, long: 1040 };

const decodeFont = (record: Buffer): Buffer => {
  const flags = numberAt(record, 8, 4);
  const font = Buffer.from(record.subarray(numberAt(record, 12, 4)));
  const keyLength = numberAt(record, 16, 4);
  const keyStart = numberAt(record, 20, 4);
  const key = record.subarray(keyStart, keyStart + keyLength);
  if ((flags & 2) !== 0 && key.length > 0) {
    const end = Math.min(font.length, keyLength === 16 ? obfuscated.short : obfuscated.long);
    for (let index = 0; index < end; index += 1) {
      font[index] = (font[index] ?? 0) ^ (key[index % key.length] ?? 0);
    }
  }
  return (flags & 1) === 0 ? font : inflateSync(font, { maxOutputLength: maxFont });
};

const numbered = (index: number): string => String(index + 1).padStart(5, '0');

/** Pictures and fonts of a book, those that its texts show. */
export const createMobiResources = (database: PalmDatabase, { firstResource }: MobiHeader) => {
  const found = new Map<number, Omit<DerivedFile, 'bytes'> | null>();
  const identify = (index: number): Omit<DerivedFile, 'bytes'> | null => {
    const number = firstResource + index;
    if (index < 0 || number >= database.count) return null;
    const head = database.record(number, headBytes);
    if (magicAt(head, 0) === 'FONT') {
      return { name: `font${numbered(index)}.ttf`, media_type: 'application/vnd.ms-opentype' };
    }
    const media_type = imageTypeOf(head);
    const extension = media_type?.replace('image/', '').replace('jpeg', 'jpg');
    return media_type === null
      ? null
      : { name: `image${numbered(index)}.${extension}`, media_type };
  };
  const bytesOf = (index: number, name: string): Buffer | null => {
    const record = database.record(firstResource + index);
    if (!name.startsWith('font')) return record;
    try {
      return decodeFont(record);
    } catch {
      // A text is readable without the font.
      return null;
    }
  };
  return {
    /** The name of the resource with this index from 0, which is then written; null if there is none. */
    nameOf: (index: number): string | null => {
      const known = found.get(index);
      if (known !== undefined) return known?.name ?? null;
      const file = identify(index);
      found.set(index, file);
      return file?.name ?? null;
    },
    *files(): Generator<DerivedFile> {
      for (const [index, file] of [...found].sort(([a], [b]) => a - b)) {
        const bytes = file && bytesOf(index, file.name);
        if (file && bytes) yield { ...file, bytes };
      }
    },
  };
};

export type MobiResources = ReturnType<typeof createMobiResources>;
