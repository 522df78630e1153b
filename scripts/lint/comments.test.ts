import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../run.ts';

const beginning = /^\s*(?:\/\*\*|\*|\/\/) (?:What|Who|Whoever) /;

/** The first of the five rules of docs/developing.md. */
test('a comment begins with a verb or the thing, not with “What” or “Who”', () => {
  const files = globSync(
    '{bench,e2e,fuzz,main,renderer/src,renderer/worker,scripts,server,shared}/**/*.{ts,tsx,css}',
    { cwd: root },
  );
  expect(files.length).toBeGreaterThan(2000);
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line) => (beginning.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  expect(beginning.test('  /** What it does. */')).toBe(true);
});
