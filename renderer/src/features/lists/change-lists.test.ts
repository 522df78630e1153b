import { expect, test } from 'vitest';

import { withoutChange } from './change-lists.ts';

test.each([
  ['an addition', 'ab', 'abc', 'abc', 'ab'],
  ['an addition, not that of another person since', 'ab', 'abc', 'abcd', 'abd'],
  ['a removal, at its place', 'abc', 'ac', 'ac', 'abc'],
  ['a removal, not that of another person since', 'abc', 'ac', 'a', 'ab'],
  ['a move', 'abc', 'cab', 'cabd', 'abcd'],
])('undoing takes back %s', (_what, before, after, now, undone) => {
  const change = { before: before.split(''), after: after.split('') };
  expect(withoutChange(now.split(''), change).join('')).toBe(undone);
});
