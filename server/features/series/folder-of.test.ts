import { normalize } from 'node:path';

import { expect, test } from 'vitest';

import { folderOf } from './folder-of.ts';

test.each([
  [[], null],
  [['Saga/1.cbz', 'Saga/2.cbz'], '/books/Saga'],
  [['Saga/1.cbz', 'Saga/Extras/2.cbz'], '/books/Saga'],
  [['A/Saga/1.cbz', 'A/Saga/2.cbz'], '/books/A/Saga'],
  [['Saga/1.cbz', 'Saga 2/1.cbz'], '/books/Saga/1.cbz'],
  [['1.cbz', '2.cbz'], '/books/1.cbz'],
])('the books %j lie in %s', (paths, folder) => {
  expect(folderOf(paths.map((path) => ({ library_path: '/books', path })))).toBe(
    folder && normalize(folder),
  );
});
