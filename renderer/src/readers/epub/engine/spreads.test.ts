import { expect, test } from 'vitest';

import type { PublicationLink } from '../../../../../shared/api/epub.ts';
import { spreadsOf } from './spreads.ts';

type Side = 'left' | 'right' | 'center' | null;

const pages = (...sides: Side[]): PublicationLink[] =>
  sides.map((page, index) => ({
    href: `/${index}`,
    ...(page === null ? {} : { properties: { page } }),
  }));

test.each<[string, PublicationLink[], { isRtl: boolean; isDouble: boolean }, number[][]]>([
  [
    'the first alone and then pairs',
    pages(null, null, null, null),
    { isRtl: false, isDouble: true },
    [[0], [1, 2], [3]],
  ],
  [
    'one by one in a narrow window',
    pages(null, null, null),
    { isRtl: false, isDouble: false },
    [[0], [1], [2]],
  ],
  [
    'as the book says',
    pages('left', 'right', 'right', 'left', 'right'),
    { isRtl: false, isDouble: true },
    [[0, 1], [2], [3, 4]],
  ],
  [
    'from right to left',
    pages('right', 'left', 'right', 'left'),
    { isRtl: true, isDouble: true },
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    'a page of the middle alone',
    pages('center', null, null),
    { isRtl: false, isDouble: true },
    [[0], [1, 2]],
  ],
])('pages of fixed layout are seen %s', (_, parts, options, expected) => {
  expect(spreadsOf(parts, options)).toEqual(expected);
});
