import {
  type Dirent,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, test } from 'vitest';

import { checkRoot, explainMassDeletion } from './missing-guard.ts';
import { walk } from './walk.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-root-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  ['none', 0, 100, null],
  ['twenty of a large library', 20, 1000, null],
  ['a quarter', 25, 100, null],
  ['more than a quarter', 26, 100, /26 of 100/],
  ['few, but most of a small library', 9, 10, null],
  ['all of a small library', 3, 3, /3 of 3/],
])('%s missing', (_, missing, present, sentence) => {
  const found = present - missing;
  const doubt = explainMassDeletion({ missing, present, found, errors: [], sameVolume: true });
  if (sentence === null) expect(doubt).toBeNull();
  else expect(doubt).toMatch(sentence);
});

it('does not doubt that a few books were all replaced by others', () => {
  expect(
    explainMassDeletion({ missing: 3, present: 3, found: 1, errors: [], sameVolume: true }),
  ).toBeNull();
});

it('doubts a single missing book while a folder cannot be read', () => {
  mkdirSync(join(root, 'A'));
  const { errors } = walk(root, {
    fileSystem: {
      stat: (path) => statSync(path, { bigint: true }),
      readdir: (path): Dirent[] => {
        if (path === join(root, 'A')) throw Object.assign(new Error('no'), { code: 'EACCES' });
        return readdirSync(path, { withFileTypes: true });
      },
    },
  });
  const doubt = (missing: number) =>
    explainMassDeletion({ missing, present: 100, found: 100 - missing, errors, sameVolume: true });
  expect(doubt(1)).toMatch(/the folder A could not be read.*confirm/);
  expect(doubt(0)).toBeNull();
});

it('gives the device of a folder that is there, and takes an empty one for a new library only', () => {
  expect(checkRoot(root, 0)).toBe(String(statSync(root).dev));
  expect(() => checkRoot(root, 1)).toThrow(/is empty/);
  writeFileSync(join(root, 'file'), '');
  expect(checkRoot(root, 1)).toBe(String(statSync(root).dev));
});
