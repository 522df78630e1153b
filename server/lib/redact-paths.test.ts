import { expect, test } from 'vitest';

import { hiddenReason, redactPaths } from './redact-paths.ts';

const library = { name: 'Comics', path: '/srv/our comics' };

test.each([
  ['The folder /srv/our comics was not found.', 'The folder Comics was not found.'],
  ['/srv/our comics/A/B.cbz is a file.', 'Comics/A/B.cbz is a file.'],
  ['21 of 22 books were not found.', '21 of 22 books were not found.'],
  ['https://example.org/feed answered with status 404.', null],
  ['The folder A/B, or C / D, could not be read.', null],
  ['The backup folder, /mnt/backups, cannot be written (EACCES).', hiddenReason],
  ["ENOENT: no such file or directory, open '/etc/x'", hiddenReason],
  [String.raw`Only 12 MB are free on the disk of Octavo's data (D:\Octavo data).`, hiddenReason],
  [String.raw`The folder \\nas\comics was not found.`, hiddenReason],
])('%s', (sentence, shown) => {
  expect(redactPaths(sentence, library)).toBe(shown ?? sentence);
});

test('without a library, no folder is named', () => {
  expect(redactPaths('The folder /srv/our comics is empty.', undefined)).toBe(hiddenReason);
});
