import { renderImage } from '../images.ts';
import type { Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { imageTypeOf } from '../media-type.ts';

/** Image types that few or no browsers display. */
const rarelyShown = new Set(['image/tiff', 'image/heic', 'image/jxl', 'image/jp2']);

/**
 * Converts a picture to a format that every browser displays. One that cannot be decoded here is
 * returned unchanged, because the browser may support it: Safari shows HEIC and JPEG XL.
 */
export const toDisplayable = async (bytes: Buffer, limits: Limits): Promise<Buffer> => {
  if (!rarelyShown.has(imageTypeOf(bytes) ?? '')) return bytes;
  try {
    return await renderImage(bytes, { format: 'png' }, limits);
  } catch (error) {
    if (error instanceof MediaError) return bytes;
    throw error;
  }
};
