import { describe, expect, it } from 'vitest';

import type { PageShape } from '../stage/page-shape.ts';
import { layoutStrip, offsetOf, pageBeingRead, pagesWithin, positionAt } from './strip-position.ts';

const pages: PageShape[] = [
  { number: 1, mediaType: 'image/jpeg', size: { width: 100, height: 200 } },
  { number: 2, mediaType: 'image/jpeg', size: { width: 200, height: 1000 } },
  { number: 3, mediaType: 'image/jpeg', size: null },
];
const strip = layoutStrip(pages, 400, 20, 'y');

describe('position in a strip', () => {
  it('places pages by their true ratio before they are loaded', () => {
    expect(strip).toEqual({ starts: [0, 820, 2840], lengths: [800, 2000, 600], total: 3440 });
  });

  it('places pages side by side where the strip runs sideways', () => {
    const { lengths } = layoutStrip(pages, 400, 20, 'x');
    expect(lengths).toEqual([200, 80, 267]);
  });

  it('finds the position at an offset and the offset of a position', () => {
    expect(positionAt(strip, 1320)).toEqual({ page: 2, share: 0.25 });
    expect(offsetOf(strip, { page: 2, share: 0.25 })).toBe(1320);
  });

  it('keeps a gap with the page above it', () => {
    expect(positionAt(strip, 810)).toEqual({ page: 1, share: 1 });
  });

  it('keeps the position when the strip gets another width', () => {
    const position = positionAt(strip, 1320);
    expect(offsetOf(layoutStrip(pages, 200, 20, 'y'), position)).toBe(420 + 250);
  });

  it('names the pages that touch the window', () => {
    expect(pagesWithin(strip, 700, 900)).toEqual({ first: 1, last: 2 });
    expect(pagesWithin(strip, 3000, 9000)).toEqual({ first: 3, last: 3 });
  });

  it('reads the page across the middle, and the last page at the very end', () => {
    expect(pageBeingRead(strip, 0, 1000)).toBe(1);
    expect(pageBeingRead(strip, 400, 1000)).toBe(2);
    expect(pageBeingRead(strip, 2440, 1000)).toBe(3);
  });

  it('accepts a strip without pages', () => {
    const empty = layoutStrip([], 400, 0, 'y');
    expect(empty.total).toBe(0);
    expect(pageBeingRead(empty, 0, 1000)).toBe(1);
  });
});
