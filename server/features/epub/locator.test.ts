import { describe, expect, test } from 'vitest';

import { locatorSchema, positionOf, type Position } from './locator.ts';

/** Two positions per resource, in order. */
const listOf = (hrefs: string[]) => {
  const positions = hrefs.flatMap((href, part) =>
    [0, 0.5].map((progression, index): Position => {
      const position = part * 2 + index + 1;
      const totalProgression = (position - 1) / (hrefs.length * 2);
      return { href, type: 'text/html', locations: { position, progression, totalProgression } };
    }),
  );
  return { total: positions.length, positions };
};
const resources = '/api/v1/books/0190/resources';

describe('the part of a text', () => {
  const list = listOf([
    `${resources}/OPS/one.xhtml`,
    `${resources}/OPS/50%25%20%23%3F.xhtml`,
    `${resources}/OPS/a%2541.xhtml`,
  ]);

  test.each([
    ['OPS/one.xhtml', 1],
    ['/OPS/one.xhtml', 1],
    ['OPS/one.xhtml#chapter', 1],
    ['https://host/komga/api/v1/books/0190/resource/OPS/one.xhtml?x=1', 1],
    ['/opds/v2/books/0190/resources/OPS/50%25%20%23%3F.xhtml#a', 3],
    ['OPS/50% #?.xhtml', 3],
    ['OPS/a%41.xhtml', 5],
    ['OPS/a%2541.xhtml', 5],
  ])('is known as %s', (href, position) => {
    const locations = { progression: 0.2 };
    expect(positionOf({ href, locations }, list)?.locations.position).toBe(position);
  });

  test.each(['OPS/two.xhtml', 'one.xhtml', '', 'OPS/aA.xhtml'])('is not known as “%s”', (href) => {
    const locations = { position: 2, progression: 0.2, totalProgression: 0.3 };
    expect(positionOf({ href, locations }, list)).toBeNull();
  });

  test('says where in it, before the first position as well', () => {
    const locatorAt = (progression: number) =>
      positionOf({ href: 'OPS/one.xhtml', locations: { progression } }, list)?.locations.position;
    expect([locatorAt(0), locatorAt(0.49), locatorAt(0.5), locatorAt(1), locatorAt(-1)]).toEqual([
      1, 1, 2, 2, 1,
    ]);
    expect(positionOf({ href: 'OPS/one.xhtml' }, list)?.locations.position).toBe(1);
  });
});

describe('the page of images', () => {
  const list = listOf(['/api/v1/books/0190/pages/1', '/api/v1/books/0190/pages/2']);

  test.each([
    [{ href: 'page', locations: { position: 3 } }, 3],
    [{ href: '/komga/api/v1/books/0190/pages/2' }, 3],
    [{ href: '', locations: { totalProgression: 1 } }, 4],
    [{ href: 'page', locations: { position: 5 } }, null],
    [{ href: 'page' }, null],
  ])('of %j is %s', (locator, position) => {
    expect(positionOf(locator, list)?.locations.position ?? null).toBe(position);
  });
});

test('a share beyond the book is its beginning or its end', () => {
  const locations = { progression: 1.000_000_1, totalProgression: -0.1 };
  expect(locatorSchema.parse({ href: 'x', locations }).locations).toEqual({
    progression: 1,
    totalProgression: 0,
  });
});
