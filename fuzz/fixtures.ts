import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const dir = path.join(import.meta.dirname, '../../shared/fixtures');

/** The fixtures whose path matches, at most `most` bytes each; larger ones are left out. */
export const fixtures = (pattern: string, most: number): Buffer[] =>
  globSync(pattern, { cwd: dir })
    .sort()
    .map((file) => readFileSync(path.join(dir, file)))
    .filter((bytes) => bytes.length <= most);

/** The first bytes of every fixture whose path matches. */
export const heads = (pattern: string, length: number): Buffer[] =>
  globSync(pattern, { cwd: dir })
    .sort()
    .map((file) => readFileSync(path.join(dir, file)).subarray(0, length));
