import { describe, expect, it } from 'vitest';

import { createWheelTurner } from './wheel-turner.ts';

/** Feeds events of `[delta, milliseconds since the previous one]`. */
const feed = (events: [number, number][], canScroll: (index: number) => boolean = () => false) => {
  const turner = createWheelTurner();
  let time = 0;
  return events.map(([delta, wait], index) => turner.feed(delta, canScroll(index), (time += wait)));
};

describe('wheel', () => {
  it('turns one page for each slow notch of a mouse', () => {
    expect(
      feed([
        [100, 0],
        [100, 500],
        [-100, 500],
      ]),
    ).toEqual([1, 1, -1]);
  });

  it('turns on while a notched wheel keeps turning', () => {
    expect(
      feed([
        [100, 0],
        [100, 100],
        [100, 150],
      ]),
    ).toEqual([1, null, 1]);
  });

  it('turns once for the fading flick of a trackpad', () => {
    const flick = [12, 40, 60, 45, 30, 22, 15, 9, 4, 2].map((delta): [number, number] => [
      delta,
      16,
    ]);
    expect(feed(flick).filter((step) => step !== null)).toEqual([1]);
  });

  it('lets the page scroll, and needs a new movement to turn at its end', () => {
    const events: [number, number][] = [
      [100, 0],
      [100, 50],
      [100, 50],
      [100, 400],
    ];
    expect(feed(events, (index) => index < 2)).toEqual(['scroll', 'scroll', null, 1]);
  });

  it('does not turn again by the movement that turned before it was made', () => {
    const turner = createWheelTurner(1000);
    expect(
      [60, 45, 30].map((delta, index) => turner.feed(delta, false, 1016 + index * 16)),
    ).toEqual([null, null, null]);
    expect(turner.feed(60, false, 1400)).toBe(1);
  });
});
