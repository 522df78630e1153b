import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { pngPage } from '../../testing/zip.ts';
import { openBook } from '../formats/open-book.ts';
import { createPageSource } from '../pages/page-source.ts';
import { packedSize, packFiles } from './stored-zip.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-pack-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = (name: string, data: Buffer) => {
  const path = join(dir, name);
  writeFileSync(path, data);
  return { name, path, size: data.length };
};
const pack = async (files: Parameters<typeof packFiles>[0]) => {
  const parts: Buffer[] = [];
  for await (const part of packFiles(files)) parts.push(part);
  return Buffer.concat(parts);
};

it('packs files into an archive of the size that was said, and of the same content', async () => {
  const files = [file('1.png', pngPage(8, 12, 1)), file('第2話.png', pngPage(9, 12, 2))];
  const archive = await pack(files);
  expect(archive).toHaveLength(packedSize(files));
  const book = file('book.cbz', archive);
  const { pages, note, error } = await openBook(book.path, book.size);
  expect([pages.map(({ filename }) => filename), note, error]).toEqual([
    ['1.png', '第2話.png'],
    null,
    null,
  ]);
  const source = createPageSource({ archivesDir: join(dir, 'archives') });
  const [first] = pages;
  expect(first && (await source.read(book.path, first))).toEqual(pngPage(8, 12, 1));
  await source.close();
});

it('refuses what changed in the meantime or is too large for the format', async () => {
  const page = file('1.png', pngPage());
  await expect(pack([{ ...page, size: page.size + 1 }])).rejects.toThrow(/has changed/);
  expect(() => packedSize([{ ...page, size: 2 ** 32 }])).toThrow(/too large/);
});
