import type { Step } from './navigation.ts';

/** Wheel travel, in CSS pixels, that turns a page: less than one notch of a mouse. */
const threshold = 60;
/** Milliseconds without wheel events that end one movement of the hand. */
const pause = 160;
/** Milliseconds after a turn during which a mouse turns no further. */
const rest = 220;

export interface WheelTurner {
  /**
   * Takes one wheel event. `scroll` means that the page itself still moves and the browser should
   * do it; a step means: turn.
   */
  feed(delta: number, canScroll: boolean, at: number): Step | 'scroll' | null;
}

/**
 * Scroll, then turn: a movement that scrolled the page stops at its end, and only a new one turns.
 * A notched wheel, whose events are all of one size, turns again at its next notches; the fading
 * tail of a trackpad flick turns once.
 */
export const createWheelTurner = (): WheelTurner => {
  let movement: 'fresh' | 'scrolled' | 'turned' = 'fresh';
  let travel = 0;
  let last = { at: -Infinity, size: 0 };
  let turnedAt = -Infinity;

  return {
    feed(delta, canScroll, at) {
      const size = Math.abs(delta);
      const notch = size >= threshold && size === last.size && at - turnedAt >= rest;
      if (at - last.at > pause) {
        movement = 'fresh';
        travel = 0;
      }
      last = { at, size };
      if (canScroll) {
        movement = 'scrolled';
        return 'scroll';
      }
      if (movement === 'scrolled' || (movement === 'turned' && !notch)) return null;
      travel += delta;
      if (Math.abs(travel) < threshold) return null;
      const step = travel > 0 ? 1 : -1;
      movement = 'turned';
      travel = 0;
      turnedAt = at;
      return step;
    },
  };
};
