import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { imageSize } from '../image-size/image-size.ts';
import { defaultLimits } from '../limits.ts';
import { imageTypeOf } from '../media-type.ts';
import { toDisplayable } from './displayable-picture.ts';

const images = join(import.meta.dirname, '../../../../shared/fixtures/images');
const convert = async (name: string) => {
  const bytes = readFileSync(join(images, name));
  return { bytes, shown: await toDisplayable(bytes, defaultLimits) };
};

test('a picture that no browser but Safari shows is converted', async () => {
  const { bytes, shown } = await convert('fax4.tiff');
  expect(imageTypeOf(shown)).toBe('image/png');
  expect(imageSize(shown)).toEqual(imageSize(bytes));
});

test.each(['example.jxl', 'hato.10bpc.heic', 'test-card-lossless.jp2', 'cat.jpg', 'example.avif'])(
  '%s stays as it is',
  async (name) => {
    const { bytes, shown } = await convert(name);
    expect(shown).toBe(bytes);
  },
);
