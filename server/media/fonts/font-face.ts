import { clamp } from '../../../shared/clamp.ts';
import { MediaError } from '../media-error.ts';
import { readFontTables, type FontTables } from './font-tables.ts';

/** Description of a font in its file. */
export interface FontFace {
  media_type: string;
  family: string;
  weight_min: number;
  weight_max: number;
  is_italic: boolean;
  licence: string | null;
  is_restricted: boolean;
}

const nameId = { copyright: 0, family: 1, licence: 13, typographicFamily: 16 } as const;
const maxLicence = 500;

/**
 * Reads the family, style and licence of a font. Throws MediaError for anything but a font with
 * outlines: a browser checks the rest when it loads one.
 */
export const readFontFace = async (bytes: Buffer): Promise<FontFace> => {
  const tables = await readFontTables(bytes);
  const isWhole =
    ['head', 'name', 'cmap'].every((tag) => tables.has(tag)) &&
    ['glyf', 'CFF ', 'CFF2'].some((tag) => tables.has(tag));
  if (!isWhole) throw new MediaError('undecodable', 'The font lacks letters or names.');
  try {
    const names = namesIn((await tables.read('name')) ?? Buffer.alloc(0));
    const { weight, is_italic, is_restricted } = await styleOf(tables);
    const [weight_min, weight_max] = (await weightsOf(tables)) ?? [weight, weight];
    return {
      media_type: tables.media_type,
      family: names.get(nameId.typographicFamily) ?? names.get(nameId.family) ?? '',
      weight_min,
      weight_max,
      is_italic,
      licence:
        (names.get(nameId.licence) ?? names.get(nameId.copyright))?.slice(0, maxLicence) ?? null,
      is_restricted,
    };
  } catch (error) {
    if (error instanceof MediaError) throw error;
    throw new MediaError('undecodable', 'The font is damaged.', error);
  }
};

const bounded = (weight: number): number => clamp(Math.round(weight), 1, 1000);

const styleOf = async (tables: FontTables) => {
  const os2 = await tables.read('OS/2');
  if (os2 !== null) {
    return {
      weight: bounded(os2.readUInt16BE(4)),
      is_italic: (os2.readUInt16BE(62) & 1) === 1,
      is_restricted: (os2.readUInt16BE(8) & 0xf) === 2,
    };
  }
  const macStyle = (await tables.read('head'))?.readUInt16BE(44) ?? 0;
  const weight = (macStyle & 1) === 1 ? 700 : 400;
  return { weight, is_italic: (macStyle & 2) === 2, is_restricted: false };
};

/** The weights of a variable font. */
const weightsOf = async (tables: FontTables): Promise<[number, number] | null> => {
  const fvar = await tables.read('fvar');
  if (fvar === null) return null;
  const start = fvar.readUInt16BE(4);
  const [count, size] = [fvar.readUInt16BE(8), fvar.readUInt16BE(10)];
  for (let axis = start; axis < start + count * size; axis += size) {
    if (fvar.toString('latin1', axis, axis + 4) !== 'wght') continue;
    const bound = (offset: number) => bounded(fvar.readInt32BE(axis + offset) / 65_536);
    return [bound(4), bound(12)];
  }
  return null;
};

const english = 0x409;

/** Names by their number; English ones where there are several. */
const namesIn = (table: Buffer): Map<number, string> => {
  const found = new Map<number, { text: string; rank: number }>();
  const strings = table.readUInt16BE(4);
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const record = 6 + 12 * index;
    const [platform = 0, , language = 0, id = 0, length = 0, offset = 0] = [0, 2, 4, 6, 8, 10].map(
      (field) => table.readUInt16BE(record + field),
    );
    const bytes = table.subarray(strings + offset, strings + offset + length);
    const isWide = platform === 0 || platform === 3;
    if (isWide && bytes.length % 2 === 1) continue;
    const text = isWide
      ? Buffer.from(bytes).swap16().toString('utf16le')
      : bytes.toString('latin1');
    const rank = platform === 3 && language === english ? 2 : Number(isWide);
    const clean = text
      .toWellFormed()
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim();
    if (clean !== '' && rank > (found.get(id)?.rank ?? -1)) found.set(id, { text: clean, rank });
  }
  return new Map([...found].map(([id, { text }]) => [id, text]));
};
