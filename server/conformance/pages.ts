import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect } from 'vitest';

import type { DescribeArea } from './coverage.ts';

/** The pages of a book and their images; the fixture's are 80 × 120 pixels. */
export const pages: DescribeArea = ({ describeRow }, fixture) => {
  const pathOf = async (title: string) => `/books/${await fixture().idOf(title)}/pages`;
  const image = async (query: string) => fixture().bytes(`${await pathOf('Akira 01')}/2${query}`);
  const sizeOf = async (query: string) => {
    const { width, height } = await sharp((await image(query)).bytes).metadata();
    return [width, height];
  };

  describeRow(
    'Pages: GET /books/{id}/pages',
    'every page by number, with its kind and size',
    async () => {
      const listed = await fixture().list(await pathOf('Akira 01'));
      expect(listed.map(({ page_number }) => page_number)).toEqual([1, 2, 3, 4]);
      expect(listed[1]).toMatchObject({
        filename: 'page 2.png',
        media_type: 'image/png',
        width: 80,
        height: 120,
      });
    },
  );

  describeRow(
    'Pages: GET /books/{book_id}/pages/{page_number}',
    'the stored image, byte for byte; 404 for page 0 and past the end',
    async () => {
      const book = readFileSync(join(fixture().dir, 'Comics/Akira/Akira 01.cbz'));
      const first = await fixture().bytes(`${await pathOf('Akira 01')}/1`);
      expect([first.status, first.type]).toEqual([200, 'image/png']);
      expect((await sharp(first.bytes).metadata()).format).toBe('png');
      // The archive stores its pages uncompressed.
      expect(book.includes(first.bytes)).toBe(true);
      expect((await image('')).bytes.equals(first.bytes)).toBe(false);
      for (const page of [0, 5]) {
        const path = `${await pathOf('Akira 01')}/${page}`;
        expect([page, (await fixture().bytes(path)).status]).toEqual([page, 404]);
      }
    },
  );

  describeRow(
    'Pages, page image query parameters: width',
    'the maximum width of the image, in proportion; anything but a number is refused',
    async () => {
      expect(await sizeOf('?width=40')).toEqual([40, 60]);
      expect(await sizeOf('?width=40&height=1000')).toEqual([40, 60]);
      expect((await image('?width=wide')).status).toBe(400);
    },
  );

  describeRow(
    'Pages, page image query parameters: height',
    'the maximum height of the image, in proportion; anything but a number is refused',
    async () => {
      expect(await sizeOf('?height=30')).toEqual([20, 30]);
      expect(await sizeOf('?height=30&width=1000')).toEqual([20, 30]);
      expect((await image('?height=tall')).status).toBe(400);
    },
  );

  describeRow(
    'Pages, page image query parameters: format',
    'jpeg, png or webp; others are refused',
    async () => {
      for (const format of ['jpeg', 'png', 'webp']) {
        const { status, type, bytes } = await image(`?format=${format}`);
        expect([status, type]).toEqual([200, `image/${format}`]);
        expect((await sharp(bytes).metadata()).format).toBe(format);
      }
      expect((await image('?format=gif')).status).toBe(400);
    },
  );
};
