import { hash } from 'node:crypto';

import type { Font } from '../../../shared/api/font-record.ts';
import {
  maxFamilyLength,
  maxFontBytes,
  maxFonts,
  maxFontsBytes,
} from '../../../shared/api/fonts.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import type { Content } from '../../http/api/content.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { readFontFace } from '../../media/fonts/font-face.ts';
import { MediaError } from '../../media/media-error.ts';
import type { FontRow, FontsStore } from './store.ts';

/** Fonts that users have added for reading EPUBs. */
export interface FontsService {
  list(): { fonts: Font[] };
  /**
   * Throws BadRequest for anything but a font, Conflict for a duplicate or beyond the limit, and
   * PayloadTooLarge.
   */
  add(bytes: AsyncIterable<Uint8Array>): Promise<Font>;
  file(id: string): Content;
  remove(id: string): void;
}

interface FontsServiceOptions {
  store: FontsStore;
  bus: EventBus;
  clock: () => Date;
}

/** Values of the font setting that are not names of font families. */
const reserved = new Set(['publisher', 'serif', 'sans', 'mono', 'readable', 'dyslexic']);

/** Converts a family name to one that the font setting supports: letters, digits and simple punctuation. */
const familyName = (name: string): string => {
  const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').replace(/ +/g, ' ');
  const family = plain.slice(0, maxFamilyLength).toWellFormed().trim() || 'Font';
  return reserved.has(family) ? `${family} font` : family;
};

const fontOf = ({ is_italic, is_restricted, ...row }: FontRow): Font => ({
  ...row,
  is_italic: is_italic === 1,
  is_restricted: is_restricted === 1,
});

const wholeOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxFontBytes) {
      throw new AppError('PayloadTooLarge', 'The font is larger than 16 MB.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

export const createFontsService = ({ store, bus, clock }: FontsServiceOptions): FontsService => ({
  list: () => ({ fonts: store.list().map(fontOf) }),
  async add(bytes) {
    const data = await wholeOf(bytes);
    if (data.length === 0) throw badField('body', 'Send the bytes of a font');
    const face = await readFontFace(data).catch((error: unknown) => {
      if (error instanceof MediaError) throw badField('body', error.message);
      throw error;
    });
    const digest = hash('sha256', data);
    const known = store.familyOf(digest);
    if (known !== undefined) {
      throw new AppError('Conflict', `This font is there already, as ${known}.`);
    }
    // After all that waits: the limits hold for fonts that arrive at the same time.
    const { count, size } = store.sums();
    if (count >= maxFonts || size + data.length > maxFontsBytes) {
      throw new AppError(
        'Conflict',
        'There is no room for more fonts. Delete one that nobody uses.',
      );
    }
    const row: FontRow = {
      ...face,
      id: newId(),
      family: familyName(face.family),
      is_italic: Number(face.is_italic),
      is_restricted: Number(face.is_restricted),
      file_size: data.length,
      created_at: clock().toISOString(),
    };
    store.add({ ...row, hash: digest, data });
    bus.emit('fonts_updated', {});
    return fontOf(row);
  },
  file(id) {
    const found = store.file(id);
    if (!found) throw notFound('Font', id);
    return {
      media_type: found.media_type,
      etag: found.hash,
      body: Buffer.from(found.data),
      // The content for an id never changes.
      cache_control: 'private, max-age=31536000, immutable',
    };
  },
  remove(id) {
    if (!store.remove(id)) throw notFound('Font', id);
    bus.emit('fonts_updated', {});
  },
});
