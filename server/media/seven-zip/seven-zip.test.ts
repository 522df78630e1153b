import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, describe, expect, it, test } from 'vitest';

import { packArchive, tarBytes, type TarEntry } from '../../testing/archives.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import type { ArchiveType } from './archive-type.ts';
import { listArchive } from './list-archive.ts';
import { createListingParser } from './parse-listing.ts';
import { isArgument, readArchiveEntry, unpackArchive } from './unpack.ts';

const faults = join(import.meta.dirname, '../../../../shared/fixtures/faults');
const dir = mkdtempSync(join(tmpdir(), 'octavo-7z-'));
afterAll(() => rmSync(dir, { recursive: true }));

const list = (path: string, type: ArchiveType, limits: Limits = defaultLimits) =>
  listArchive(path, statSync(path).size, type, limits);

const writeTar = (entries: readonly TarEntry[]): string => {
  const path = join(dir, `${crypto.randomUUID()}.tar`);
  writeFileSync(path, tarBytes(entries));
  return path;
};

const unpackAll = async (path: string, type: ArchiveType): Promise<[string, string][]> => {
  const files: [string, string][] = [];
  let text = '';
  const listing = await list(path, type);
  for await (const piece of unpackArchive(path, listing, { limits: defaultLimits })) {
    text += piece.bytes.toString();
    if (!piece.last) continue;
    files.push([piece.entry.name, text]);
    text = '';
  }
  return files;
};

/** Names with a special meaning for a shell, 7-Zip or a file system. */
const oddNames = [
  '-dash.jpg',
  '@at.jpg',
  '/abs.jpg',
  '../up.jpg',
  'star*?.jpg',
  ' space .jpg',
  'a b/$(c) "d".jpg',
  '日本語/ページ.jpg',
];

describe('odd names', () => {
  const path = writeTar(oddNames.map((name, index) => ({ name, data: `page ${index}` })));

  it('are listed as they are', async () => {
    const { entries, problem } = await list(path, 'tar');
    expect(entries.map(({ name }) => name)).toEqual(oddNames);
    expect(problem).toBeNull();
  });

  it.each(oddNames.map((name, index) => [name, index] as const))('find %s', async (_, index) => {
    const listing = await list(path, 'tar');
    const entry = listing.entries[index];
    if (!entry) throw new Error('The entry is missing');
    const bytes = await readArchiveEntry(path, listing, entry, { limits: defaultLimits });
    expect(bytes.toString()).toBe(`page ${index}`);
  });

  it('are no switches on Windows, where a quotation mark would end the name', () => {
    expect(isArgument('a b/1.jpg', 'win32')).toBe(true);
    expect(isArgument('a" "-oC:\\Windows" "-y.jpg', 'win32')).toBe(false);
    expect(isArgument('a" "-o/etc" "-y.jpg', 'linux')).toBe(true);
  });

  it('cannot add lines to the listing', async () => {
    const name = 'a\n\nPath = evil.jpg\nSize = 7.jpg';
    const file = writeTar([
      { name, data: 'first' },
      { name: 'b.jpg', data: 'second' },
    ]);
    expect((await unpackAll(file, 'tar')).map(([, text]) => text)).toEqual(['first', 'second']);
  });
});

it('keeps files apart around links, folders, empty and repeated ones', async () => {
  const path = writeTar([
    { name: 'folder/', type: '5' },
    { name: 'empty.jpg' },
    { name: 'a.jpg', data: 'aaa' },
    { name: 'link.jpg', type: '2', target: '/etc/passwd' },
    { name: 'hard.jpg', type: '1', target: 'a.jpg' },
    { name: 'a.jpg', data: 'again' },
    { name: 'last.jpg' },
  ]);
  const { entries } = await list(path, 'tar');
  expect(entries.filter(({ symlink }) => symlink).map(({ name }) => name)).toEqual([
    'link.jpg',
    'hard.jpg',
  ]);
  expect(await unpackAll(path, 'tar')).toEqual([
    ['folder', ''],
    ['empty.jpg', ''],
    ['a.jpg', 'aaa'],
    // Links are never followed: their content is the target's name.
    ['link.jpg', '/etc/passwd'],
    ['hard.jpg', ''],
    ['a.jpg', 'again'],
    ['last.jpg', ''],
  ]);
});

test.each(['-mhe', '-mhe=off'])('a 7z with a password (%s) says so', async (switches) => {
  const path = join(dir, `secret${switches}.7z`);
  writeFileSync(join(dir, '1.jpg'), 'page');
  packArchive(path, dir, ['1.jpg'], '-t7z', '-psecret', switches);
  const listing = list(path, '7z').then(({ entries }) => entries.every((entry) => entry.encrypted));
  if (switches === '-mhe') await expect(listing).rejects.toMatchObject({ reason: 'encrypted' });
  else expect(await listing).toBe(true);
});

describe('limits', () => {
  it('count the files', async () => {
    const path = writeTar([{ name: '1.jpg' }, { name: '2.jpg' }, { name: '3.jpg' }]);
    const limits = { ...defaultLimits, archive_entries: 2 };
    await expect(list(path, 'tar', limits)).rejects.toThrow(/more than the 2 files/);
  });

  it('compare what comes out with what is there', async () => {
    const path = join(dir, 'bomb.7z');
    writeFileSync(join(dir, 'zero.jpg'), Buffer.alloc(12 * 1024 * 1024));
    packArchive(path, dir, ['zero.jpg'], '-t7z', '-mx1');
    await expect(list(path, '7z')).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('stop what takes too long', async () => {
    const path = writeTar([{ name: '1.jpg', data: Buffer.alloc(4_000_000) }]);
    const listing = await list(path, 'tar');
    const limits = { ...defaultLimits, seconds: 0.05 };
    const slow = async () => {
      for await (const piece of unpackArchive(path, listing, { limits })) {
        if (!piece.last) await delay(100);
      }
    };
    await expect(slow()).rejects.toThrow(/took more than 0.05 seconds/);
  });

  it('do not take a name for a file', () => {
    const parser = createListingParser();
    const read = () => {
      for (let chunk = 0; chunk < 100; chunk++) parser.push('x'.repeat(10_000));
    };
    expect(read).toThrow(/name is far too long/);
  });

  it('know what memory a method takes', () => {
    const block = (method: string) => `Path = a\nSize = 1\nMethod = ${method}\n\n`;
    const memory = (method: string) => createListingParser().push(block(method))[0]?.memory;
    expect(
      ['LZMA2:192k', 'LZMA:24 BCJ', 'v6:m3:32M', 'PPMD:o6:mem26', 'Store'].map(memory),
    ).toEqual([192 * 2 ** 10, 2 ** 24, 2 ** 25, 2 ** 26, 0]);
  });
});

it('stops on request', async () => {
  const path = writeTar([{ name: '1.jpg', data: Buffer.alloc(4_000_000) }]);
  const listing = await list(path, 'tar');
  const stop = new AbortController();
  const read = async () => {
    const options = { limits: defaultLimits, signal: stop.signal };
    for await (const { bytes } of unpackArchive(path, listing, options)) {
      if (bytes.length > 0) stop.abort(new Error('enough'));
    }
  };
  await expect(read()).rejects.toThrow('enough');
});

it('says that parts of an archive are missing', async () => {
  const path = join(dir, 'comic.part1.rar');
  copyFileSync(join(faults, 'multi-volume/libarchive single_file.part1.rar'), path);
  expect((await list(path, 'rar')).problem).toMatch(/^Other parts .* missing/);
});

it('reads an archive in several parts from the first one, and refuses the others', async () => {
  const part = (number: number) =>
    join(faults, `multi-volume/libarchive single_file.part${number}.rar`);
  const listing = await list(part(1), 'rar');
  const entry = listing.entries[0];
  if (!entry) throw new Error('The entry is missing');
  const bytes = await readArchiveEntry(part(1), listing, entry, { limits: defaultLimits });
  expect(bytes.length).toBe(20_111);
  await expect(list(part(2), 'rar')).rejects.toThrow(/later part/);
});
