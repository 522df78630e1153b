import { expect, test } from 'vitest';

import { createPositions } from './locator.ts';

const positions = createPositions({
  total: 3,
  positions: [1, 2, 3].map((position) => ({
    href: `/part-${position}.xhtml`,
    type: 'application/xhtml+xml',
    locations: { progression: 0, position, totalProgression: (position - 1) / 3 },
  })),
});

test.each([
  [2, '/part-2.xhtml'],
  [4, '/part-3.xhtml'],
  [9000, '/part-3.xhtml'],
  [0, '/part-1.xhtml'],
])('page %i of three begins at %s', (page, href) => {
  expect(positions.locatorOf(page)?.href).toBe(href);
});

test('a book without positions has no page to open', () => {
  expect(createPositions({ total: 0, positions: [] }).locatorOf(1)).toBeNull();
});
