import { expect, test } from 'vitest';

import { canBecomeLibraries, withFolder } from './folder-list.tsx';
import { folderName, guessDirection } from './folder-name.ts';

test.each([
  ['/srv/books/Manga', 'Manga'],
  ['C:\\Users\\Mira\\Comics\\', 'Comics'],
  ['/', '/'],
])('the library of %s is first called %s', (path, name) => {
  expect(folderName(path)).toBe(name);
});

test.each([
  ['/srv/Manga', 'rtl'],
  ['D:\\Webtoons', 'webtoon'],
  ['/srv/manga/Comics', 'ltr'],
] as const)('%s is taken to be read %s', (path, direction) => {
  expect(guessDirection(path)).toBe(direction);
});

test('the same folder is taken once, and two of one name are distinguished', () => {
  const folders = ['/a/Comics', '/b/Comics', '/a/Comics'].reduce(withFolder, []);
  expect(folders.map(({ name }) => name)).toEqual(['Comics', 'Comics 2']);
});

test.each([
  [['/a/Comics', '/a/Comics 2', '/b'], true],
  [['/a/Comics', '/a/Comics/Marvel'], false],
  [['/a/Comics/Marvel/', '/a/Comics'], false],
  [['/a', '/'], false],
  [['D:\\Books', 'D:\\Books\\New'], false],
  [['D:\\Books', 'E:\\Books'], true],
])('%j can become libraries: %s', (paths, can) => {
  expect(canBecomeLibraries(paths.reduce(withFolder, []))).toBe(can);
});
