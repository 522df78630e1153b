import { describe, expect, it, test } from 'vitest';

import { clickStep, stepTowards, swipeStep } from './navigation.ts';

describe('direction', () => {
  test.each([
    ['right', 'ltr', 1],
    ['left', 'ltr', -1],
    ['right', 'rtl', -1],
    ['left', 'rtl', 1],
    ['down', 'rtl', 1],
    ['up', 'vertical', -1],
    ['right', 'webtoon', 1],
  ] as const)('%s in %s is %i', (side, mode, step) => {
    expect(stepTowards(side, mode)).toBe(step);
  });
});

describe('click zones', () => {
  it('turn at the edges by direction, and leave the middle to the controls', () => {
    const steps = (mode: 'ltr' | 'rtl') =>
      [50, 500, 950].map((x) => clickStep(x, 1000, mode, 'edges'));
    expect(steps('ltr')).toEqual([-1, null, 1]);
    expect(steps('rtl')).toEqual([1, null, -1]);
  });

  it('can be switched off', () => {
    expect(clickStep(10, 1000, 'ltr', 'off')).toBeNull();
  });
});

describe('swipe', () => {
  test.each([
    ['a long drag to the left goes on', -120, 900, 'x', 'ltr', 1],
    ['a long drag to the left goes back in a manga', -120, 900, 'x', 'rtl', -1],
    ['a flick turns however short', 40, 60, 'x', 'ltr', -1],
    ['a short slow drag falls back', -60, 900, 'x', 'ltr', null],
    ['a trembling finger turns nothing', -10, 5, 'x', 'ltr', null],
    ['upwards goes on where pages lie below each other', -120, 900, 'y', 'vertical', 1],
  ] as const)('%s', (_, distance, milliseconds, axis, mode, step) => {
    expect(swipeStep(distance, milliseconds, 390, axis, mode)).toBe(step);
  });
});
