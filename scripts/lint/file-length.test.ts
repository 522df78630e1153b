import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../run.ts';

const longerThan = (lines: number, pattern: string): string[] => {
  const files = globSync(pattern, { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  return files.filter(
    (file) => readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length > lines,
  );
};

// ESLint limits TypeScript that is not a test.
test('no style sheet has more than 300 lines', () => {
  expect(longerThan(300, 'renderer/src/**/*.css')).toEqual([]);
});

test('no test, and no helper of tests, has more than 520 lines', () => {
  expect(longerThan(520, '{bench,e2e,fuzz,main,renderer,scripts,server,shared}/**/*.ts')).toEqual(
    [],
  );
});
