import type { Sharp } from 'sharp';

import { defaultLimits, type Limits } from './limits.ts';
import { MediaError } from './media-error.ts';
import { imageTypeOf } from './media-type.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp';

export interface RenderOptions {
  /** The image is scaled down to fit width × height pixels, never enlarged. */
  width?: number | undefined;
  height?: number | undefined;
  format: ImageFormat;
  /** 1 to 100, for JPEG and WebP. */
  quality?: number;
}

/**
 * Maximum side of each encoder, pixels: long strips reach it. libjpeg stops at 65,500, although the
 * format allows 65,535.
 */
export const maxSide: Record<ImageFormat, number> = {
  jpeg: 65_500,
  png: 100_000,
  webp: 16_383,
};

/**
 * Loaders of libvips, by its names, that are blocked: everything beyond JPEG, PNG, WebP, GIF, AVIF,
 * TIFF, and SVG in memory, which only `renderDrawing` reaches. Blocking all and then allowing seven
 * would briefly block formats that another thread is about to decode.
 */
const otherLoaders = [
  ...[
    'SvgFile',
    'SvgSource',
    'Pdf',
    'Magick',
    'Magick7',
    'Openslide',
    'Vips',
    'Raw',
    'Csv',
    'Matrix',
    'Mat',
    'Rad',
  ],
  ...['Ppm', 'Analyze', 'Fits', 'Nifti', 'Jp2k', 'Jxl', 'Openexr', 'DcRaw'],
];

/**
 * Loaded on first use, because it would take a third of the startup time. Its settings are
 * process-wide.
 */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: otherLoaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
};

const encode = (image: Sharp, format: ImageFormat, quality: number): Sharp => {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality });
    case 'webp':
      return image.flatten({ background: '#ffffff' }).webp({ quality, effort: 2 });
    case 'png':
      return image.png();
  }
};

const fitting = (format: ImageFormat, width = Infinity, height = Infinity) => ({
  width: Math.min(width, maxSide[format]),
  height: Math.min(height, maxSide[format]),
});

const failure = (error: unknown, limits: Limits): MediaError => {
  const text = String(error);
  if (/pixel limit/i.test(text)) {
    const most = limits.image_pixels / 1e6;
    return new MediaError(
      'too_large',
      `The image has more than ${most} million pixels, so it was not decoded.`,
    );
  }
  if (/timeout:/i.test(text)) {
    return new MediaError(
      'too_large',
      `Decoding the image took more than ${limits.seconds} seconds, so it was stopped.`,
    );
  }
  return undecodable(error);
};

const undecodable = (cause?: unknown): MediaError =>
  new MediaError('undecodable', 'The image is damaged or of a kind that cannot be decoded.', cause);

/**
 * Decodes an image, applies the EXIF orientation, converts to sRGB, resizes and encodes it. A
 * damaged image is rendered as far as it decodes. Throws MediaError if nothing can be decoded.
 */
export const renderImage = async (
  bytes: Buffer,
  options: RenderOptions,
  limits: Limits = defaultLimits,
): Promise<Buffer> => {
  // libvips would also draw an SVG, whatever it refers to.
  if (imageTypeOf(bytes) === null) throw undecodable();
  return render(bytes, options, limits);
};

/**
 * The same for an SVG of a book, as far as `safeDrawing` keeps it. Throws MediaError if it cannot be
 * drawn.
 */
export const renderDrawing = async (
  bytes: Buffer,
  options: RenderOptions,
  limits: Limits = defaultLimits,
): Promise<Buffer> => {
  // It brings the parser of markup, which takes 7 ms of a start.
  const { safeDrawing } = await import('./epub/safe-drawing.ts');
  const drawing = safeDrawing(bytes, limits.image_pixels);
  if (drawing === null) throw undecodable();
  return render(Buffer.from(drawing), options, limits);
};

const render = async (
  bytes: Buffer,
  { width, height, format, quality = 80 }: RenderOptions,
  limits: Limits,
): Promise<Buffer> => {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: limits.image_pixels, failOn: 'none', pages: 1 })
      .timeout({ seconds: limits.seconds })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ ...fitting(format, width, height), fit: 'inside', withoutEnlargement: true });
    return await encode(image, format, quality).toBuffer();
  } catch (error) {
    throw failure(error, limits);
  }
};

/** Raw pixels: 3 bytes each, RGB. */
export interface Pixels {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/**
 * Encodes raw pixels: as the final JPEG, or as an uncompressed PNG for another pass of
 * `renderImage`.
 */
export const encodePixels = async (
  { width, height, pixels }: Pixels,
  format: 'jpeg' | 'png',
): Promise<Buffer> => {
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  // Chroma subsampling would blur the edges of letters.
  return (
    format === 'jpeg'
      ? image.jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
      : image.png({ compressionLevel: 0 })
  ).toBuffer();
};
