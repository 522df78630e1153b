import { expect, test } from 'vitest';

import { validName } from './safe-attributes.ts';

test.each(['a', 'data-x', 'epub:type', '_a.b', 'título', '語', 'a·b'])('%s is a name', (name) => {
  expect(validName.test(name)).toBe(true);
});

// The micro sign and the ordinals are letters in Unicode, but browsers reject XML with them in a
// name.
test.each(['', '1a', '-a', 'a:b:c', ':a', 'a b', 'xmlnµ', '1ª', 'ª', 'a"'])(
  '%j is no name',
  (name) => {
    expect(validName.test(name)).toBe(false);
  },
);
