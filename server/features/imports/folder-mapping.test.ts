import { expect, test } from 'vitest';

import { pathBelow, mappedPath } from './folder-mapping.ts';

test.each([
  ['/srv/comics/Saga/1.cbz', '/srv/comics', 'Saga/1.cbz'],
  ['/srv/comics/', '/srv/comics', ''],
  ['/srv/comics 2/1.cbz', '/srv/comics', null],
  ['/srv/Comics/1.cbz', '/srv/comics', null],
  [String.raw`C:\Comics\Saga\1.cbz`, 'C:/Comics', 'Saga/1.cbz'],
  [String.raw`c:\comics\Saga\1.cbz`, String.raw`C:\Comics`, 'Saga/1.cbz'],
  ['d:/Comics', 'D:\\', 'Comics'],
  [String.raw`\\NAS\Books\Saga\1.cbz`, String.raw`\\nas\books`, 'Saga/1.cbz'],
  [String.raw`D:\Comics\1.cbz`, String.raw`C:\Comics`, null],
])('%s below %s is %s', (path, folder, expected) => {
  expect(pathBelow(path, folder)).toBe(expected);
});

test('a folder of Windows that a person types in another case leads to its library', () => {
  const mappings = [{ from: String.raw`c:\comics`, to: 'd:/comics' }];
  const libraries = [{ pk: 1, path: String.raw`D:\Comics` }];
  const found = mappedPath(String.raw`C:\Comics\Saga\1.cbz`, mappings, libraries);
  expect(found).toEqual({ library_pk: 1, path: 'Saga/1.cbz' });
});
