import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { zipBytes } from '../../testing/zip.ts';
import { defaultLimits } from '../limits.ts';
import { type ZipDirectory, readZipDirectory } from './directory.ts';
import { readEntry, readEntryHead } from './read-entry.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-zip-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const withFile = (bytes: Buffer, use: (fd: number) => void) => {
  const path = join(dir, 'book.cbz');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  try {
    use(fd);
  } finally {
    closeSync(fd);
  }
};

/** An archive with one file, and the offset of its entry in the central directory. */
const archive = () => {
  const bytes = zipBytes([{ name: '1.png', data: 'not much', deflate: true }]);
  return { bytes, entry: bytes.indexOf('PK\x01\x02', 'latin1') };
};

const listed = (fd: number, bytes: Buffer): ZipDirectory['entries'][number] => {
  const [first] = readZipDirectory(fd, bytes.length).entries;
  if (!first) throw new Error('The archive is empty');
  return first;
};

test('an extra field that reaches beyond the table of contents is damage', () => {
  const { bytes, entry } = archive();
  bytes.writeUInt16LE(0xffff, entry + 30);
  withFile(bytes, (fd) => {
    expect(() => readZipDirectory(fd, bytes.length)).toThrow(/table of contents is cut off/);
  });
});

test('a table of contents is not read that is larger than its entries may make it', () => {
  const bytes = zipBytes([{ name: `${'x'.repeat(2000)}.png`, data: '' }]);
  const limits = { ...defaultLimits, archive_entries: 1 };
  withFile(bytes, (fd) => {
    expect(() => readZipDirectory(fd, bytes.length, limits)).toThrow(/too large for a book/);
    expect(readZipDirectory(fd, bytes.length).entries).toHaveLength(1);
  });
});

test('a table of contents that claims to begin behind itself leads nowhere', () => {
  const { bytes } = archive();
  // The reader treats the difference as junk before the archive and shifts every entry.
  bytes.writeUInt32LE(bytes.readUInt32LE(bytes.length - 6) + 1000, bytes.length - 6);
  withFile(bytes, (fd) => {
    const entry = listed(fd, bytes);
    expect(entry.headerOffset).toBeLessThan(0);
    expect(() => readEntry(fd, entry)).toThrow(/damaged/);
    expect(() => readEntryHead(fd, entry, 4096)).toThrow(/damaged/);
  });
});

/** An archive with a ZIP64 record and locator before its end record, which contradicts them: it counts two entries. */
const archiveWithZip64 = () => {
  const bytes = zipBytes([{ name: '1.png', data: 'not much' }]);
  const end = bytes.length - 22;
  const record = Buffer.alloc(56 + 20);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 12)), 40);
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 16)), 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(end), 64);
  record.writeUInt32LE(1, 72);
  const endRecord = Buffer.from(bytes.subarray(end));
  endRecord.writeUInt16LE(2, 8);
  endRecord.writeUInt16LE(2, 10);
  return Buffer.concat([bytes.subarray(0, end), record, endRecord]);
};

test('a ZIP64 record outweighs an end record that contradicts it, as for yauzl', async () => {
  const bytes = archiveWithZip64();
  const second = await readWithYauzl(bytes);
  expect('entries' in second && second.entries).toHaveLength(1);
  withFile(bytes, (fd) => {
    expect(readZipDirectory(fd, bytes.length).entries.map(({ name }) => name)).toEqual(['1.png']);
  });
});

test('an end record is looked for before a comment that mentions one near its end', () => {
  const { bytes } = archive();
  const comment = Buffer.alloc(10_000, ' ');
  comment.write('PK\x05\x06', comment.length - 100, 'latin1');
  const commented = Buffer.concat([bytes, comment]);
  commented.writeUInt16LE(comment.length, bytes.length - 2);
  withFile(commented, (fd) => {
    expect(listed(fd, commented).name).toBe('1.png');
  });
});
