import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../run.ts';
import { importCircles } from './import-circles.ts';

test('no files import each other in a circle, not even for types', () => {
  const files = globSync('{shared,server,main,renderer,e2e,bench,fuzz,scripts}/**/*.{ts,tsx}', {
    cwd: root,
  })
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
  expect(files.length).toBeGreaterThan(2000);
  expect(importCircles(files)).toEqual([]);
});

test.each([
  `import { b } from './b.ts';`,
  `import './b.ts';`,
  `import type { B } from './b.ts';`,
  `import { type B } from './b.ts';`,
  `export { b } from './b.ts';`,
  `export * from './b.ts';`,
  `export const load = () => import('./b.ts');`,
  `export type B = import('./b.ts').B;`,
  `export type B = typeof import('./b.ts');`,
])('a circle is found through %s', (text) => {
  const back = { path: 'server/b.ts', text: `import { c } from './lib/c.ts';` };
  const further = { path: 'server/lib/c.ts', text: `import { a } from '../a.ts';` };
  const apart = { path: 'server/d.ts', text: `import { a } from './a.ts';` };
  const files = [{ path: 'server/a.ts', text }, back, further, apart];
  expect(importCircles(files)).toEqual(['server/a.ts, server/b.ts, server/lib/c.ts']);
});

test('a file that imports itself is a circle', () => {
  expect(importCircles([{ path: 'a.ts', text: `import { a } from './a.ts';` }])).toEqual(['a.ts']);
});

test('two ways to one file do not count as a circle', () => {
  const files = [
    { path: 'a.ts', text: `import './b.ts'; import './c.ts'; import 'node:fs';` },
    { path: 'b.ts', text: `import './d.ts';` },
    { path: 'c.ts', text: `import './d.ts'; // import './a.ts';` },
    { path: 'd.ts', text: `export const text = "import './a.ts';";` },
  ];
  expect(importCircles(files)).toEqual([]);
});
