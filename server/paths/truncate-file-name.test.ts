import { describe, expect, it, test } from 'vitest';

import { truncateFileName, isFolderName } from './truncate-file-name.ts';

describe('the name of a file of Octavo', () => {
  test.each([
    ['Saga 01.cbz', 'Saga 01.cbz'],
    [`${'a'.repeat(251)}.cbz`, `${'a'.repeat(251)}.cbz`],
    [`${'a'.repeat(252)}.cbz`, `${'a'.repeat(251)}.cbz`],
    [`${'a'.repeat(250)} b.cbz`, `${'a'.repeat(250)}.cbz`],
    // Three bytes each.
    [`${'漫'.repeat(255)}.cbz`, `${'漫'.repeat(83)}.cbz`],
    // A grapheme of several code points is kept whole or dropped.
    [`${'a'.repeat(245)}👩‍👩‍👧.cbz`, `${'a'.repeat(245)}.cbz`],
    [`What. ${'b'.repeat(300)}`, `What. ${'b'.repeat(249)}`],
    [`.${'c'.repeat(300)}`, `.${'c'.repeat(254)}`],
  ])('%s', (given, expected) => {
    expect(truncateFileName(given)).toBe(expected);
  });

  it('keeps within the length of every drive', () => {
    for (const letter of ['a', 'ä', 'a\u0308', '漫', '🂡']) {
      expect(Buffer.byteLength(truncateFileName(`${letter.repeat(400)}.epub`))).toBeLessThanOrEqual(
        255,
      );
    }
  });
});

test.each([
  ['Saga', true],
  ['What If... Saga', true],
  ['.hidden', true],
  ['Conan', true],
  ['漫'.repeat(85), true],
  ['漫'.repeat(86), false],
  ['..', false],
  ['What If...', false],
  ['Saga ', false],
  ['CON', false],
  ['nul.d', false],
  ['Lpt1', false],
  ['CONIN$', false],
  ['conout$.txt', false],
  ['COM²', false],
  ['lpt³.d', false],
  ['con .v', false],
  ['Contents', true],
  ['COM10', true],
  ['a/b', false],
  ['a\\b', false],
  ['C:', false],
  ['a\nb', false],
])('a folder may be named %j: %s', (name, expected) => {
  expect(isFolderName(name)).toBe(expected);
});
