import { renderImage } from '../images.ts';
import type { Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { imageTypeOf } from '../media-type.ts';

/** Shown by some browsers only, or by none. */
const rarelyShown = new Set(['image/tiff', 'image/heic', 'image/jxl', 'image/jp2']);

/**
 * A picture in a form that every browser shows. One that cannot be decoded here stays as it is, because a
 * browser may know more: Safari shows HEIC and JPEG XL.
 */
export const displayable = async (bytes: Buffer, limits: Limits): Promise<Buffer> => {
  if (!rarelyShown.has(imageTypeOf(bytes) ?? '')) return bytes;
  try {
    return await renderImage(bytes, { format: 'png' }, limits);
  } catch (error) {
    if (error instanceof MediaError) return bytes;
    throw error;
  }
};
