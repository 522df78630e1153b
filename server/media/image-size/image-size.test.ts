import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it, test } from 'vitest';

import { pngPage } from '../../testing/zip.ts';
import { imageSize } from './image-size.ts';

const images = join(import.meta.dirname, '../../../../shared/fixtures/images');
const readable = globSync(join(images, '*.{jpg,jpeg,png,gif,webp,avif,heic,tiff}'));

test.each(readable.map((path) => [basename(path), path]))(
  'reads the size of %s as a decoder does',
  async (_, path) => {
    const bytes = readFileSync(path);
    const { autoOrient, width, height } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata();
    expect(imageSize(bytes)).toEqual({
      width: autoOrient.width || width,
      height: autoOrient.height || height,
    });
  },
);

test.each([
  ['example.jxl', 550, 368],
  ['rgb24.bmp', 127, 64],
  ['test-card-lossless.jp2', 640, 480],
])('reads the size of %s, which no decoder here knows', (name, width, height) => {
  expect(imageSize(readFileSync(join(images, name)))).toEqual({ width, height });
});

it('refuses SVG and files that are not images', () => {
  expect(imageSize(readFileSync(join(images, 'cover.svg')))).toBeNull();
  expect(imageSize(Buffer.alloc(0))).toBeNull();
});

it('never throws on cut or altered headers', () => {
  const samples = [
    ...readable,
    join(images, 'example.jxl'),
    join(images, 'test-card-lossless.jp2'),
  ].map((path) => readFileSync(path).subarray(0, 4096));
  fc.assert(
    fc.property(
      fc.constantFrom(...samples, pngPage()),
      fc.nat(4096),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 }),
      (sample, length, changes) => {
        const bytes = Buffer.from(sample.subarray(0, length));
        for (const [index, value] of changes) if (index < bytes.length) bytes[index] = value;
        const size = imageSize(bytes);
        return size === null || (size.width > 0 && size.height > 0);
      },
    ),
    { numRuns: 2000 },
  );
});
