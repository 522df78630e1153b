import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { isOtherVersion, pageSketch } from './page-sketch.ts';

/** A page with much of its ground, of lines and two bubbles with the given words. */
const drawPage = (words: string, fill = '#fff', ground = '#fff'): Buffer => {
  const lines = Array.from({ length: 40 }, (_, index) => {
    const [x, y] = [60 + ((index * 97) % 620), 420 + ((index * 53) % 640)];
    return `<path d="M${x} ${y} q 60 -80 110 ${20 + index} t 30 90" fill="${fill}" stroke="#222" stroke-width="6"/>`;
  });
  const bubble = (y: number) =>
    `<ellipse cx="400" cy="${y}" rx="300" ry="90" fill="#fff" stroke="#000" stroke-width="4"/>` +
    [0, 1, 2]
      .map((line) => `<text x="180" y="${y - 30 + line * 40}" font-size="38">${words}</text>`)
      .join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="${ground}"/>${lines.join('')}${bubble(150)}${bubble(320)}</svg>`,
  );
};
const page = drawPage('What a day for a potion');

const isOther = async (change: Promise<Buffer>, original = page): Promise<boolean> => {
  const first = await pageSketch(await sharp(original).jpeg().toBuffer());
  const second = await pageSketch(await change);
  if (!first || !second) throw new Error('A page cannot be decoded');
  return isOtherVersion(first, second);
};

describe('a picture of the same page', () => {
  test.each([
    ['smaller and recompressed', sharp(page).resize(420).jpeg({ quality: 35 })],
    ['in another format', sharp(page).webp({ quality: 40 })],
    ['darker', sharp(page).modulate({ brightness: 0.9 }).jpeg()],
    ['cropped', sharp(page).extract({ left: 20, top: 30, width: 760, height: 1140 }).jpeg()],
  ])('is not another version: %s', async (_, image) => {
    expect(await isOther(image.toBuffer())).toBe(false);
  });

  test.each([
    ['with other words', drawPage('Oh, ein Zaubertrank')],
    ['coloured', drawPage('What a day for a potion', '#d22')],
  ])('is another version %s', async (_, image) => {
    expect(await isOther(sharp(image).jpeg().toBuffer())).toBe(true);
  });
});

test('a page coloured anew is another version', async () => {
  const drawn = 'What a day for a potion';
  // As bright as the other.
  const evening = sharp(drawPage(drawn, '#fff', '#9ac6f0'))
    .jpeg()
    .toBuffer();
  expect(await isOther(evening, drawPage(drawn, '#fff', '#e6b88a'))).toBe(true);
});

/** Draws an almost empty page; the bars stand in for the digits of a number. */
const drawNumber = (
  bars: readonly [x: number, y: number, width: number, height: number][],
): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="#fff"/>${bars
      .map(
        ([x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`,
      )
      .join('')}</svg>`,
  );

test('an almost empty page with another number is another version, and recompressed it is none', async () => {
  const first = drawNumber([[380, 500, 40, 200]]);
  const seventh = drawNumber([
    [300, 500, 200, 40],
    [440, 540, 40, 160],
  ]);
  expect(await isOther(sharp(seventh).jpeg().toBuffer(), first)).toBe(true);
  const small = sharp(seventh).resize(420).jpeg({ quality: 35 }).toBuffer();
  expect(await isOther(small, seventh)).toBe(false);
});

test('what cannot be decoded has no sketch', async () => {
  expect(await pageSketch(Buffer.from('no image'))).toBeNull();
});
