import { describe, expect, test } from 'vitest';

import { stepTowards, swipeStep } from './navigation.ts';

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
