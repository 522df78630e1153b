import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import { zipBytes } from '../server/testing/zip.ts';

export const covers = 50;
export const pagesOfBook = 30;

/** A grainy drawing, like a scan: a JPEG of 1200 × 1800 pixels, about 400 KB. */
const drawPage = async (number: number): Promise<Buffer> => {
  const [width, height] = [1200, 1800];
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const shapes = Array.from({ length: 12 }, (_, index) => {
    const shade = (number * 53 + index * 31) % 256;
    const x = (number * 97 + index * 211) % width;
    const y = (number * 61 + index * 157) % height;
    return `<circle cx="${x}" cy="${y}" r="${60 + index * 12}" fill="rgb(${shade},${255 - shade},90)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } })
    .composite([{ input: Buffer.from(svg), blend: 'overlay' }])
    .jpeg({ quality: 80 })
    .toBuffer();
};

/**
 * Writes a library to `shelf`: a book of 30 stored pages, the same deflated, and 50 single-page
 * books for covers. The same pages are written to `plain`.
 */
export const fillShelf = async (shelf: string, plain: string): Promise<Buffer[]> => {
  const pages: Buffer[] = [];
  for (let number = 0; number < pagesOfBook; number++) pages.push(await drawPage(number));
  const write = (name: string, images: readonly Buffer[], deflate: boolean) => {
    const entries = images.map((data, index) => ({ name: `${100 + index}.jpg`, data, deflate }));
    mkdirSync(join(shelf, name.split(' ')[0] ?? ''), { recursive: true });
    writeFileSync(join(shelf, name.split(' ')[0] ?? '', `${name}.cbz`), zipBytes(entries));
  };
  write('Stored 1', pages, false);
  write('Deflated 1', pages, true);
  for (let index = 0; index < covers; index++) {
    const page = pages[index % pages.length] ?? Buffer.alloc(0);
    // Books with identical bytes would be detected as one moved file.
    write(`Grid ${index}`, [page, Buffer.concat([page, Buffer.from([index])])], false);
  }
  for (const [index, page] of pages.entries())
    writeFileSync(join(plain, `page-${index + 1}`), page);
  return pages;
};
