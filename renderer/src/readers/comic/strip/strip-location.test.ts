import { expect, it, test } from 'vitest';

import { fromLocation, toLocation } from './strip-location.ts';

it('comes back as it was', () => {
  const position = { page: 3, share: 0.25 };
  expect(fromLocation(toLocation(4, position), 4)).toEqual(position);
});

test.each([
  ['nothing', null],
  ['a place of another page, which another app has moved to', toLocation(2, { page: 2, share: 0 })],
  ['a locator of a text', '{"href":"chapter.xhtml","locations":{"progression":0.2}}'],
  ['damage', '{"page":4'],
  ['a share beyond the page', '{"page":4,"top":4,"share":7}'],
])('%s says nothing', (_, location) => {
  expect(fromLocation(location, 4)).toBeNull();
});
