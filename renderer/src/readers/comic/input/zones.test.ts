import { describe, expect, it, test } from 'vitest';

import { clickStep, zonesOf, type ZoneLayout } from './zones.ts';

const middle = { x: 0.5, y: 0.5 };

describe('click zones', () => {
  test.each([
    ['edges', 0.1, 0.5, 'ltr', -1],
    ['edges', 0.9, 0.5, 'ltr', 1],
    ['edges', 0.1, 0.5, 'rtl', 1],
    ['edges', 0.9, 0.5, 'rtl', -1],
    ['edges', 0.9, 0.5, 'webtoon', 1],
    ['l-shape', 0.9, 0.1, 'ltr', -1],
    ['l-shape', 0.1, 0.9, 'ltr', 1],
    ['l-shape', 0.1, 0.9, 'rtl', 1],
    ['kindle', 0.5, 0.9, 'ltr', 1],
    ['kindle', 0.1, 0.9, 'ltr', -1],
    ['kindle', 0.5, 0.1, 'ltr', null],
    ['off', 0.9, 0.9, 'ltr', null],
  ] as const)('%s at %d, %d read %s: %s', (zones, x, y, mode, expected) => {
    expect(clickStep({ x, y }, mode, { zones, zones_inverted: false })).toBe(expected);
    const inverted = clickStep({ x, y }, mode, { zones, zones_inverted: true });
    expect(inverted).toBe(expected === null ? null : -expected);
  });

  it('leave the middle to the controls, but for Kindle readers', () => {
    const layouts = Object.keys(zonesOf) as ZoneLayout[];
    const turning = layouts.filter(
      (zones) => clickStep(middle, 'ltr', { zones, zones_inverted: false }) !== null,
    );
    expect(turning).toEqual(['kindle']);
  });
});
