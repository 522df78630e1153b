import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '../../renderer');

/** In Safari, 100vh is the height with collapsed bars, so they can cover a button at the bottom. */
const wholeHeight = /(?<![\d.])100vh\b/;

test('nothing is as high as the window without the bars of the browser', () => {
  const files = globSync('{index.html,src/**/*.{css,ts,tsx}}', { cwd: renderer });
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter((file) => wholeHeight.test(readFileSync(join(renderer, file), 'utf8'))),
  ).toEqual([]);
  expect(wholeHeight.test('height: calc(100vh - 1px)')).toBe(true);
});
