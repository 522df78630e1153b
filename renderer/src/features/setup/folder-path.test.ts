import { expect, test } from 'vitest';

import { folderToComplete, isHidden, pathSegments } from './folder-path.ts';

test.each([
  ['/', ['/']],
  ['/srv/Comics & Co', ['/', '/srv', '/srv/Comics & Co']],
  ['C:\\', ['C:\\']],
  ['C:\\Users\\Mira', ['C:\\', 'C:\\Users', 'C:\\Users\\Mira']],
  ['\\\\nas\\books\\Manga', ['\\\\nas\\books', '\\\\nas\\books\\Manga']],
])('the folders of %s', (path, paths) => {
  expect(pathSegments(path).map((segment) => segment.path)).toEqual(paths);
});

test.each([
  ['/srv/Com', '/srv'],
  ['/srv/', '/srv'],
  ['/s', '/'],
  ['C:\\Us', 'C:\\'],
  ['C:\\Users\\M', 'C:\\Users'],
  ['\\\\nas\\books\\M', '\\\\nas\\books'],
  ['Comics', null],
  ['./Comics', null],
  ['', null],
])('%s is completed from %s', (typed, folder) => {
  expect(folderToComplete(typed)).toBe(folder);
});

test('hidden folders are those that file managers hide', () => {
  expect(['.cache', 'Comics', '$RECYCLE.BIN', 'a.b'].filter(isHidden)).toEqual([
    '.cache',
    '$RECYCLE.BIN',
  ]);
});
