import type { Step } from './opened-book.ts';

/** Wheel travel that turns a page (CSS px); less than one notch. */
const threshold = 60;
/** Pause between wheel events that separates two movements (ms). */
const pause = 160;
/** Time after a turn in which a mouse wheel does not turn again (ms). */
const pauseAfterTurn = 220;

export interface WheelTurner {
  /**
   * Processes a wheel event. Returns a step to turn, or `scroll` if the browser should scroll the
   * page.
   */
  feed(delta: number, canScroll: boolean, time: number): Step | 'scroll' | null;
}

/**
 * A movement that scrolled the page stops at its end; only a new movement turns. A notched wheel,
 * whose events have equal size, turns again on later notches; the decaying tail of a trackpad flick
 * turns once.
 * @param turnedAt when a movement turned that may go on
 */
export const createWheelTurner = (turnedAt = -Infinity): WheelTurner => {
  let movement: 'fresh' | 'scrolled' | 'turned' = 'turned';
  let travel = 0;
  let last = { at: turnedAt, size: 0 };

  return {
    feed(delta, canScroll, time) {
      const size = Math.abs(delta);
      const notch = size >= threshold && size === last.size && time - turnedAt >= pauseAfterTurn;
      if (time - last.at > pause) {
        movement = 'fresh';
        travel = 0;
      }
      last = { at: time, size };
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
      turnedAt = time;
      return step;
    },
  };
};
