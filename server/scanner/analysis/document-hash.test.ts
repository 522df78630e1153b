import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDocumentHasher, documentHash, filenameHash } from './document-hash.ts';

let dir: string;
beforeAll(() => (dir = mkdtempSync(join(tmpdir(), 'octavo-document-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const file = (bytes: Buffer) => {
  const path = join(dir, 'book.cbz');
  writeFileSync(path, bytes);
  return path;
};
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 251));

test('samples the file at 0, 1, 4, 16 and 64 KiB', () => {
  const samples = [0, 1, 4, 16, 64].map((kib) => bytes.subarray(kib * 1024, (kib + 1) * 1024));
  expect(documentHash(file(bytes))).toBe(md5(Buffer.concat(samples)));
});

test.each([0, 10, 1024, 1500])('takes a file of %i bytes as it is', (length) => {
  const short = bytes.subarray(0, length);
  expect(documentHash(file(short))).toBe(md5(short));
});

test.each([0, 1, 1024, 4097, 65_537, 70_000])(
  'is the same for a file of %i bytes that is generated in parts',
  (length) => {
    for (const part of [1, 1000, 1024, 3000, 70_000]) {
      const hasher = createDocumentHasher();
      for (let start = 0; start < length; start += part) {
        hasher.update(bytes.subarray(start, Math.min(start + part, length)));
      }
      expect(hasher.digest()).toBe(documentHash(file(bytes.subarray(0, length))));
    }
  },
);

test('has no name for a folder and for what is not there', () => {
  expect(documentHash(dir)).toBeNull();
  expect(documentHash(join(dir, 'none'))).toBeNull();
});

test('goes by the name with its ending', () => {
  expect(filenameHash('Saga 1.cbz')).toBe(md5(Buffer.from('Saga 1.cbz')));
});
