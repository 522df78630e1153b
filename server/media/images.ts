import type { Sharp } from 'sharp';

import { defaultLimits, type Limits } from './limits.ts';
import { MediaError } from './media-error.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp';

export interface RenderOptions {
  /** The image is fitted inside width × height pixels, never enlarged. */
  width?: number | undefined;
  height?: number | undefined;
  format: ImageFormat;
  /** 1 to 100, for JPEG and WebP. */
  quality?: number;
}

/**
 * The longest side that each encoder takes, pixels: long strips reach it. libjpeg stops at 65,500, although
 * the format itself goes to 65,535.
 */
export const longestSide: Record<ImageFormat, number> = {
  jpeg: 65_500,
  png: 100_000,
  webp: 16_383,
};

/**
 * What builds of libvips can load beside JPEG, PNG, WebP, GIF, AVIF and TIFF, by its names. It stays shut,
 * above all SVG, which may refer to files and carry scripts. Blocking all and allowing six would for a moment
 * block what another thread is about to decode.
 */
const otherLoaders = [
  ...['Svg', 'Pdf', 'Magick', 'Magick7', 'Openslide', 'Vips', 'Raw', 'Csv', 'Matrix', 'Mat', 'Rad'],
  ...['Ppm', 'Analyze', 'Fits', 'Nifti', 'Jp2k', 'Jxl', 'Openexr', 'DcRaw'],
];

/** Loaded on first use: it takes a third of the start otherwise. Settings of sharp are global to it. */
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
  width: Math.min(width, longestSide[format]),
  height: Math.min(height, longestSide[format]),
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
      `Decoding the image took more than ${limits.seconds} seconds, so it was given up.`,
    );
  }
  return new MediaError(
    'undecodable',
    'The image is damaged or of a kind that cannot be decoded.',
    error,
  );
};

/**
 * Decodes an image, turns it upright by EXIF, makes it sRGB, fits and encodes it. What a damaged
 * image still holds is shown. Throws MediaError when nothing can be decoded.
 */
export const renderImage = async (
  bytes: Buffer,
  { width, height, format, quality = 80 }: RenderOptions,
  limits: Limits = defaultLimits,
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

/** Pixels of a drawing: 3 bytes each, red first. */
export interface Pixels {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/**
 * Encodes a drawing: as the JPEG that is shown, or as a PNG, which is not packed, to be decoded again by
 * `renderImage`.
 */
export const encodePixels = async (
  { width, height, pixels }: Pixels,
  format: 'jpeg' | 'png',
): Promise<Buffer> => {
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  // Letters lose their edges to the usual halving of the colours.
  return (
    format === 'jpeg'
      ? image.jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
      : image.png({ compressionLevel: 0 })
  ).toBuffer();
};
