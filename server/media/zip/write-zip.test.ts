import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { pngPage } from '../../testing/zip.ts';
import { openBook } from '../formats/open-book.ts';
import { defaultLimits } from '../limits.ts';
import { createPageSource } from '../pages/page-source.ts';
import { openFileOf } from '../file-reads.ts';
import { createReadGate } from '../read-gate.ts';
import { readZipDirectory } from './directory.ts';
import { readEntry } from './read-entry.ts';
import { packedSize, streamStoredZip } from './write-zip.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-pack-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = (name: string, data: Buffer) => {
  const path = join(dir, name);
  writeFileSync(path, data);
  const open = () => openFileOf(createReadGate(), dir, path, () => Promise.resolve());
  return { name, path, size: data.length, open };
};
const mebibyte = 1024 * 1024;
const zeros = Buffer.alloc(mebibyte);
/** A file with this many mebibytes of zeros. */
const made = (name: string, count: number) => ({
  name,
  size: count * mebibyte,
  parts: async function* () {
    for (let part = 0; part < count; part++) yield await Promise.resolve(zeros);
  },
});
const limits = { ...defaultLimits, archive_entries: 100_000 };
const directoryOf = (path: string, size: number) => {
  const fd = openSync(path, 'r');
  try {
    return readZipDirectory(fd, size, limits).entries;
  } finally {
    closeSync(fd);
  }
};
/** Names, sizes and checksums of the unpacked entries. */
const contentOf = (path: string, size: number, names?: string[]) => {
  const fd = openSync(path, 'r');
  try {
    const { entries } = readZipDirectory(fd, size, limits);
    const wanted = entries.filter(({ name }) => names?.includes(name) ?? true);
    const found: [string, number, number][] = [];
    for (const entry of wanted) {
      const data = readEntry(fd, entry, { verify: true });
      found.push([entry.name, data.length, crc32(data)]);
    }
    return found;
  } finally {
    closeSync(fd);
  }
};
/** Writes a sparse file, so that gigabytes of zeros need no space; returns the size. */
const writeSparse = async (path: string, parts: AsyncIterable<Buffer>): Promise<number> => {
  const fd = openSync(path, 'w');
  let size = 0;
  for await (const part of parts) {
    if (part !== zeros) writeSync(fd, part, 0, part.length, size);
    size += part.length;
  }
  ftruncateSync(fd, size);
  closeSync(fd);
  return size;
};
const pack = async (files: Parameters<typeof streamStoredZip>[0]) => {
  const parts: Buffer[] = [];
  for await (const part of streamStoredZip(files)) parts.push(part);
  return Buffer.concat(parts);
};

it('packs files into an archive of the size that was said, and of the same content', async () => {
  const files = [file('1.png', pngPage(8, 12, 1)), file('第2話.png', pngPage(9, 12, 2))];
  const archive = await pack(files);
  expect(archive).toHaveLength(packedSize(files));
  expect(await readWithYauzl(archive)).toMatchObject({
    entries: [
      { name: '1.png', content: pngPage(8, 12, 1) },
      { name: '第2話.png', content: pngPage(9, 12, 2) },
    ],
  });
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

it('refuses what changed in the meantime', async () => {
  const page = file('1.png', pngPage());
  const large = file('large.bin', Buffer.alloc(17 * mebibyte));
  for (const given of [page, large, made('made.bin', 3)]) {
    for (const size of [given.size - 1, given.size + 1]) {
      await expect(pack([{ ...given, size }])).rejects.toThrow(/has changed/);
    }
  }
});

it('streams large files and made ones, with their checksums behind them', async () => {
  const random = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256));
  const content = Buffer.concat(Array.from({ length: 17 * 256 }, () => random));
  const files = [file('large.bin', content), made('made.bin', 2), file('small.txt', random)];
  const archive = await pack(files);
  expect(archive).toHaveLength(packedSize(files));
  const { path, size } = file('whole.zip', archive);
  expect(contentOf(path, size)).toEqual([
    ['large.bin', content.length, crc32(content)],
    ['made.bin', 2 * mebibyte, crc32(zeros, crc32(zeros))],
    ['small.txt', random.length, crc32(random)],
  ]);
});

it('holds more files than 16 bits count, and more bytes than 32 bits do', async () => {
  const many = Array.from({ length: 65_536 }, (_, index) => made(`${index}`, 0));
  const first = file('many.zip', await pack(many));
  expect(first.size).toBe(packedSize(many));
  const all = directoryOf(first.path, first.size);
  expect([all.length, all.at(-1)?.name]).toEqual([65_536, '65535']);

  const files = [
    made('large.bin', 4097),
    file('small.txt', Buffer.from('behind it')),
    made('last', 1),
  ];
  const path = join(dir, 'large.zip');
  const size = await writeSparse(path, streamStoredZip(files));
  expect(size).toBe(packedSize(files));
  expect(directoryOf(path, size).map((entry) => [entry.name, entry.size])).toEqual([
    ['large.bin', 4097 * mebibyte],
    ['small.txt', 9],
    ['last', mebibyte],
  ]);
  expect(contentOf(path, size, ['small.txt', 'last']).map(([name]) => name)).toEqual([
    'small.txt',
    'last',
  ]);
});
