import { closeSync, globSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { compareReaders } from '../../testing/compare-zip-readers.ts';
import { readWithYauzl } from '../../testing/second-zip-reader.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');

/** Larger contents are refused by ours, or not worth the wait. */
const most = 64 * 1024 * 1024;
const isZip = (file: string, bytes: Buffer) =>
  /\.(zip|cbz|epub)$/i.test(file) || bytes.toString('latin1', 0, 2) === 'PK';

test('our reader and yauzl find the same in every archive of the fixtures', async () => {
  const differences: Record<string, string> = {};
  let compared = 0;
  for (const file of globSync('**/*.*', { cwd: fixtures }).sort()) {
    const path = join(fixtures, file);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    if (!isZip(file, bytes)) continue;
    compared += 1;
    const fd = openSync(path, 'r');
    const difference = compareReaders(fd, bytes.length, await readWithYauzl(bytes, most));
    closeSync(fd);
    if (difference !== '') differences[file.replaceAll('\\', '/')] = difference;
  }
  expect(compared).toBeGreaterThan(100);
  // Both are read on purpose: people have such files, and their pages are whole.
  expect(differences).toMatchInlineSnapshot(`
    {
      "faults/archive-damaged/libzip junk-at-start.zip": "only yauzl refuses: invalid central directory file header signature: 0xa747365",
      "faults/archive-damaged/yauzl extra field length exceeds extra field buffer size.zip": "only yauzl refuses: extra field length exceeds extra field buffer size",
    }
  `);
});
