import { expect, it } from 'vitest';

import { createFileList, selectFiles } from './file-list.ts';
import type { WalkedFile } from './walked-file.ts';

const fileAt = (index: number): WalkedFile => ({
  path: `Série ${Math.floor(index / 100)}/Band\ud800 ${index}.cbz`,
  size: index * 1_000_003,
  mtimeMs: 1_700_000_000_000 + index,
  inode: `${2n ** 63n + BigInt(index)}`,
  ...(index % 1000 === 7 ? { entries: [{ name: '1.jpg', size: 1, mtimeMs: index }] } : {}),
});

const count = 53_210;
const files = Array.from({ length: count }, (_, index) => fileAt(index));

it('returns all files in their order, packed or not', () => {
  const list = createFileList(files);
  expect(list).toHaveLength(count);
  expect([...list]).toEqual(files);
  expect([...list]).toEqual([...list]);
  expect([...list.parts()].flat()).toEqual(files);
  expect(Math.max(...[...list.parts()].map(({ length }) => length))).toBe(1000);
});

it('selects files', () => {
  const folders = selectFiles(createFileList(files), ({ entries }) => entries !== undefined);
  expect(folders).toHaveLength(54);
  expect([...folders].at(-1)).toEqual(files[53_007]);
  expect(createFileList()).toHaveLength(0);
});
