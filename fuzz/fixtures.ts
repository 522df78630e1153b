import { closeSync, globSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { readZipDirectory } from '../server/media/zip/directory.ts';
import { readEntry } from '../server/media/zip/read-entry.ts';

const dir = path.join(import.meta.dirname, '../../shared/fixtures');
const pathsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: dir })
    .sort()
    .map((file) => path.join(dir, file));

/** Fixtures with a matching path, up to `most` bytes each; larger ones are skipped. */
export const fixtures = (pattern: string, most: number): Buffer[] =>
  pathsOf(pattern)
    .map((file) => readFileSync(file))
    .filter((bytes) => bytes.length <= most);

/** The first bytes of all fixtures with a matching path. */
export const heads = (pattern: string, length: number): Buffer[] =>
  pathsOf(pattern).map((file) => readFileSync(file).subarray(0, length));

/**
 * Entries with a matching name, up to `most` bytes each, of the ZIP archives with a matching path.
 */
export const entriesOf = (pattern: string, name: RegExp, most: number): Buffer[] =>
  pathsOf(pattern).flatMap((file) => {
    const fd = openSync(file, 'r');
    try {
      return readZipDirectory(fd, statSync(file).size)
        .entries.filter((entry) => name.test(entry.name) && entry.size <= most)
        .map((entry) => readEntry(fd, entry));
    } finally {
      closeSync(fd);
    }
  });
