import {
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { zipBytes, pngPage } from '../../testing/zip.ts';
import { compareArchives } from './compare-archives.ts';
import { packRawEntry, type RawEntry, rewriteZip, unpackRawEntry } from './rewrite-zip.ts';

const library = join(import.meta.dirname, '../../../../shared/fixtures/library');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-rewrite-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

let drafts = 0;
const rewrite = async (bytes: Buffer, name: string, entry: Buffer | RawEntry | null) => {
  const [sourcePath, draftPath] = [join(dir, 'from.cbz'), join(dir, `to-${drafts++}.cbz`)];
  writeFileSync(sourcePath, bytes);
  const [source, draft] = [openSync(sourcePath, 'r'), openSync(draftPath, 'w+')];
  try {
    const { former } = rewriteZip({ fd: source, size: bytes.length }, draft, { name, entry });
    await compareArchives(source, draft, { changed: name });
    return { bytes: readFileSync(draftPath), former };
  } finally {
    closeSync(source);
    closeSync(draft);
  }
};

const contentsOf = async (bytes: Buffer) => {
  const reading = await readWithYauzl(bytes);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.entries.map(({ name, content }) => [name, content] as const);
};

const comic = () =>
  zipBytes([
    { name: '1.png', data: pngPage(8, 12, 1) },
    { name: 'ComicInfo.xml', data: '<ComicInfo><Title>Old</Title></ComicInfo>', deflate: true },
    { name: '2.png', data: pngPage(8, 12, 2), deflate: true },
  ]);

test('an entry is replaced in its place, and put back byte for byte', async () => {
  const before = comic();
  const { bytes, former } = await rewrite(before, 'ComicInfo.xml', Buffer.from('<ComicInfo/>'));
  const contents = await contentsOf(bytes);
  expect(contents.map(([name]) => name)).toEqual(['1.png', 'ComicInfo.xml', '2.png']);
  expect(String(contents[1]?.[1])).toBe('<ComicInfo/>');
  if (!former) throw new Error('The former entry is missing');
  const back = await rewrite(bytes, 'ComicInfo.xml', unpackRawEntry(packRawEntry(former)));
  expect(back.bytes.equals(before)).toBe(true);
});

test('an entry is added at the end, and removed again without a trace', async () => {
  const before = zipBytes([{ name: '1.png', data: pngPage() }]);
  const { bytes, former } = await rewrite(before, 'ComicInfo.xml', Buffer.from('<ComicInfo/>'));
  expect(former).toBeNull();
  expect((await contentsOf(bytes)).map(([name]) => name)).toEqual(['1.png', 'ComicInfo.xml']);
  const back = await rewrite(bytes, 'ComicInfo.xml', null);
  expect(back.bytes.equals(before)).toBe(true);
});

test('the comment of the archive stays', async () => {
  const plain = comic();
  plain.writeUInt16LE(5, plain.length - 2);
  const before = Buffer.concat([plain, Buffer.from('hello')]);
  const { bytes, former } = await rewrite(before, 'ComicInfo.xml', Buffer.from('<ComicInfo/>'));
  expect(bytes.subarray(-5).toString()).toBe('hello');
  const back = await rewrite(bytes, 'ComicInfo.xml', former);
  expect(back.bytes.equals(before)).toBe(true);
});

test('archives of all programs in the fixtures are the same after a change and its undo', async () => {
  const files = globSync('**/*.{cbz,epub,zip}', { cwd: library });
  const refused: string[] = [];
  let done = 0;
  for (const file of files) {
    const before = readFileSync(join(library, file));
    try {
      const there = await rewrite(before, 'ComicInfo.xml', Buffer.from('<ComicInfo/>'));
      const back = await rewrite(there.bytes, 'ComicInfo.xml', there.former);
      expect(back.bytes.equals(before), file).toBe(true);
      done += 1;
    } catch (error) {
      refused.push(`${file}: ${String(error)}`);
    }
  }
  expect(refused).toEqual([]);
  expect(done).toBeGreaterThan(20);
});

test.each([
  [
    'signed',
    (bytes: Buffer) => withDirectoryBytes(bytes, Buffer.from('PK\x05\x05\x02\0ab', 'latin1')),
  ],
  ['preceded by other data', (bytes: Buffer) => Buffer.concat([Buffer.from('junk'), bytes])],
  ['followed by other data', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('junk')])],
  [
    'encrypted',
    (bytes: Buffer) => {
      bytes.writeUInt16LE(1, bytes.indexOf('PK\x01\x02', 'latin1') + 8);
      return bytes;
    },
  ],
])('an archive that is %s is left as it is', async (_, change) => {
  await expect(rewrite(change(comic()), 'ComicInfo.xml', Buffer.from('x'))).rejects.toThrow(
    /leaves the file as it is/,
  );
});

/** Puts bytes between the records of the directory and its end. */
const withDirectoryBytes = (bytes: Buffer, extra: Buffer): Buffer => {
  const end = bytes.length - 22;
  const changed = Buffer.concat([bytes.subarray(0, end), extra, bytes.subarray(end)]);
  changed.writeUInt32LE(
    changed.readUInt32LE(changed.length - 10) + extra.length,
    changed.length - 10,
  );
  return changed;
};

test('a page that is damaged keeps the file from being written', async () => {
  const bytes = comic();
  bytes.writeUInt8(bytes.readUInt8(60) ^ 0xff, 60);
  await expect(rewrite(bytes, 'ComicInfo.xml', Buffer.from('x'))).rejects.toThrow(/damaged/);
});
