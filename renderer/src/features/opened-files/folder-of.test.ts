import { expect, test } from 'vitest';

import { folderOf } from './folder-of.ts';

test.each([
  ['/home/anna/Saga 1.cbz', '/home/anna'],
  ['/Saga 1.cbz', '/'],
  ['C:\\Books\\Saga 1.cbz', 'C:\\Books'],
  ['C:\\Saga 1.cbz', 'C:\\'],
  ['\\\\nas\\books\\a.cbz', '\\\\nas\\books'],
])('%s lies in %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});
