import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';

import { imageSize } from './image-size/image-size.ts';
import { type RenderOptions, renderImage } from './images.ts';
import { defaultLimits } from './limits.ts';
import { imageTypeOf } from './media-type.ts';

const dir = join(import.meta.dirname, '../../../shared/fixtures/images');
const read = (name: string): Buffer => readFileSync(join(dir, name));

/** Type by content, size by header, and whether it can be rendered. */
type Outcome = [type: string | null, width: number, height: number, becomes: 'image' | 'refused'];

// Null type: not a page; 0 × 0: the header has no size.
const outcomes: Record<string, Outcome> = {
  'Landscape_3.jpg': ['image/jpeg', 600, 450, 'image'],
  'Landscape_5.jpg': ['image/jpeg', 600, 450, 'image'],
  'Portrait_6.jpg': ['image/jpeg', 450, 600, 'image'],
  'ball.png': ['image/png', 100, 100, 'image'],
  'basi2c08.png': ['image/png', 32, 32, 'image'],
  'basn6a16.png': ['image/png', 32, 32, 'image'],
  'big-height.webp': ['image/webp', 13, 169, 'image'],
  'cat.jpg': ['image/jpeg', 320, 240, 'image'],
  'cover.svg': [null, 0, 0, 'refused'],
  'example.avif': ['image/avif', 550, 368, 'image'],
  'example.jpeg': ['image/jpeg', 550, 368, 'image'],
  'example.jxl': ['image/jxl', 550, 368, 'refused'],
  'example.png': ['image/png', 550, 368, 'image'],
  'example.webp': ['image/webp', 550, 368, 'image'],
  'fax4.tiff': ['image/tiff', 460, 307, 'image'],
  'hato.10bpc.heic': ['image/heic', 3078, 2048, 'refused'],
  'hato.profile2.12bpc.yuv422.avif': ['image/avif', 3078, 2048, 'image'],
  'hopper_bad_exif.jpg': ['image/jpeg', 500, 500, 'image'],
  'hopper_gray.jpg': ['image/jpeg', 128, 128, 'image'],
  'hpredict.tiff': ['image/tiff', 32, 32, 'image'],
  'interlaced.gif': ['image/gif', 32, 32, 'image'],
  'lossy_alpha.webp': ['image/webp', 100, 100, 'image'],
  'p3.png': ['image/png', 8, 8, 'image'],
  'pil_sample_cmyk.jpg': ['image/jpeg', 100, 100, 'image'],
  'png-32bpp-alpha.ico': [null, 0, 0, 'refused'],
  'rgb24.bmp': ['image/bmp', 127, 64, 'refused'],
  'rotating-squares.gif': ['image/gif', 80, 80, 'image'],
  'rotating-squares.webp': ['image/webp', 80, 80, 'image'],
  'simple.webp': ['image/webp', 300, 300, 'image'],
  'tbbn3p08.png': ['image/png', 32, 32, 'image'],
  'test-card-lossless.jp2': ['image/jp2', 640, 480, 'refused'],
  'testimgl.jpg': ['image/jpeg', 227, 149, 'image'],
  'bad/Bad_reallybig.bmp': ['image/bmp', 3_000_000, 2_000_000, 'refused'],
  'bad/broken.png': ['image/png', 0, 0, 'refused'],
  'bad/decompression_bomb.gif': ['image/gif', 32, 32, 'refused'],
  'bad/oss-fuzz-36829.jpeg': ['image/jpeg', 0, 0, 'refused'],
  'bad/page-cut-in-half.jpg': ['image/jpeg', 992, 1401, 'image'],
  'bad/truncated_image.png': ['image/png', 640, 480, 'image'],
  'bad/truncated_jpeg.jpg': ['image/jpeg', 100, 100, 'image'],
  'bad/zero-byte.jpg': [null, 0, 0, 'refused'],
  'bad/zero-loop-count.gif': ['image/gif', 70, 70, 'refused'],
};

it('has an outcome for every image there is', () => {
  const files = globSync('**/*.*', { cwd: dir }).map((name) => name.replaceAll('\\', '/'));
  expect(Object.keys(outcomes).sort()).toEqual(files.sort());
});

test.each(Object.entries(outcomes))(
  '28 and 29: %s',
  async (name, [type, width, height, becomes]) => {
    const bytes = read(name);
    expect(imageTypeOf(bytes)).toBe(type);
    expect(imageSize(bytes)).toEqual(width === 0 ? null : { width, height });
    const rendered = renderImage(bytes, { format: 'webp' });
    if (becomes === 'refused') {
      await expect(rendered).rejects.toMatchObject({ reason: 'undecodable' });
    } else {
      // A truncated image is rendered in its full size.
      expect(imageSize(await rendered)).toEqual({ width, height });
    }
  },
);

/** RGBA of one pixel in a rendered page. */
const pixelOf = async (
  bytes: Buffer,
  x: number,
  y: number,
  options: Omit<RenderOptions, 'format'> = {},
): Promise<number[]> => {
  const image = sharp(await renderImage(bytes, { ...options, format: 'png' })).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const index = (y * info.width + x) * 4;
  return [...data.subarray(index, index + 4)];
};

describe('colours', () => {
  it('of Display P3 become sRGB', async () => {
    // Stored as 241, 0, 0 in a wider colour space.
    expect(await pixelOf(read('p3.png'), 0, 0)).toEqual([255, 0, 0, 255]);
  });

  it('of a CMYK page as Adobe stores it, inverted, are not', async () => {
    const [red = 0, green = 255, blue = 255] = await pixelOf(read('pil_sample_cmyk.jpg'), 0, 0);
    expect(red).toBeGreaterThan(200);
    expect(Math.max(green, blue)).toBeLessThan(60);
  });

  it('of 16 bits become 8, and grey stays grey', async () => {
    expect(await pixelOf(read('basn6a16.png'), 16, 16)).toEqual([0, 0, 255, 247]);
    const [red, green, blue] = await pixelOf(read('hopper_gray.jpg'), 64, 64);
    expect([green, blue]).toEqual([red, red]);
  });

  it('keep their transparency, also that of a palette, and lie on white in a JPEG', async () => {
    expect((await pixelOf(read('tbbn3p08.png'), 0, 0))[3]).toBe(0);
    const jpeg = await renderImage(read('tbbn3p08.png'), { format: 'jpeg' });
    expect(Math.min(...(await pixelOf(jpeg, 0, 0)))).toBeGreaterThan(240);
  });
});

it('shows the first frame of an animation', async () => {
  const first = sharp(read('rotating-squares.webp'), { page: 0 }).png();
  const rendered = renderImage(read('rotating-squares.webp'), { format: 'png' });
  const raw = async (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer();
  expect((await raw(await rendered)).equals(await raw(await first.toBuffer()))).toBe(true);
});

/**
 * 32 × 16 pixels with four differently coloured quarters, stored such that `orientation` corrects
 * them.
 */
const quarters = async (orientation: number): Promise<Buffer> => {
  const upright = await sharp({
    create: { width: 32, height: 16, channels: 3, background: '#ff0000' },
  })
    .composite(
      [
        ['#00ff00', 16, 0],
        ['#0000ff', 0, 8],
      ].map(([background, left, top]) => ({
        input: {
          create: { width: 16, height: 8, channels: 3 as const, background: `${background}` },
        },
        left: Number(left),
        top: Number(top),
      })),
    )
    .png()
    .toBuffer();
  // Inverts the EXIF orientation: mirrors where needed, then rotates.
  const mirrored = [2, 4, 5, 7].includes(orientation);
  const angle = { 3: 180, 4: 180, 5: 90, 6: 270, 7: 270, 8: 90 }[orientation] ?? 0;
  const turned = await sharp(upright).rotate(angle).png().toBuffer();
  const image = sharp(turned);
  if (mirrored) image.flop();
  return image
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation })
    .toBuffer();
};

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'turns a page of EXIF orientation %i upright',
  async (value) => {
    const page = await quarters(value);
    expect(imageSize(page)).toEqual({ width: 32, height: 16 });
    const strongest = ([red = 0, green = 0, blue = 0]: number[]) =>
      red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'none';
    expect(strongest(await pixelOf(page, 8, 4))).toBe('red');
    expect(strongest(await pixelOf(page, 24, 4))).toBe('green');
    expect(strongest(await pixelOf(page, 8, 12))).toBe('blue');
  },
);

test.each(['jpeg', 'png', 'avif', 'tiff'] as const)(
  'returns the size of a rotated %s as it is shown',
  async (format) => {
    const page = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    expect(imageSize(page)).toEqual({ width: 20, height: 40 });
    expect(imageSize(await renderImage(page, { format: 'webp' }))).toEqual(imageSize(page));
  },
);

it('26: makes a strip that is longer than WebP allows as long as it may be', async () => {
  const strip = await sharp({
    create: { width: 40, height: 20_000, channels: 3, background: '#123456' },
  })
    .png()
    .toBuffer();
  expect(imageSize(await renderImage(strip, { format: 'webp' }))).toEqual({
    width: 33,
    height: 16_383,
  });
  expect(imageSize(await renderImage(strip, { format: 'jpeg' }))?.height).toBe(20_000);
});

it('27: refuses what has too many pixels, naming how many are allowed', async () => {
  const limits = { ...defaultLimits, image_pixels: 70_000 };
  const page = renderImage(read('cat.jpg'), { format: 'webp' }, limits);
  await expect(page).rejects.toMatchObject({
    reason: 'too_large',
    message: expect.stringContaining('0.07 million') as string,
  });
});
