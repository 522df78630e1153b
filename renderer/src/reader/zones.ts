import { stepTowards, type Step } from './navigation.ts';
import type { ReadingMode } from './reading-mode.ts';
import type { ComicSettings } from './settings.ts';

export type ZoneLayout = ComicSettings['zones'];

/** What a part of the window does: a side turns towards it, next and previous whatever the direction. */
export type ZoneAction = 'left' | 'right' | 'next' | 'previous';

/** A rectangle in shares of the window. */
export interface Zone {
  action: ZoneAction;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What no zone covers shows or hides the controls. */
export const zonesOf: Record<ZoneLayout, readonly Zone[]> = {
  edges: [
    { action: 'left', x: 0, y: 0, width: 0.3, height: 1 },
    { action: 'right', x: 0.7, y: 0, width: 0.3, height: 1 },
  ],
  // Back along the top and the left edge, on along the bottom and the right one.
  'l-shape': [
    { action: 'previous', x: 0, y: 0, width: 1, height: 0.25 },
    { action: 'previous', x: 0, y: 0.25, width: 0.3, height: 0.5 },
    { action: 'next', x: 0.7, y: 0.25, width: 0.3, height: 0.5 },
    { action: 'next', x: 0, y: 0.75, width: 1, height: 0.25 },
  ],
  // A narrow strip leads back, all else below the top turns on.
  kindle: [
    { action: 'left', x: 0, y: 0.2, width: 0.3, height: 0.8 },
    { action: 'right', x: 0.3, y: 0.2, width: 0.7, height: 0.8 },
  ],
  off: [],
};

/** Whether a zone turns on or back in a reading direction. */
export const stepOfZone = (action: ZoneAction, mode: ReadingMode, isInverted: boolean): Step => {
  const steps: Record<ZoneAction, Step> = {
    next: 1,
    previous: -1,
    left: stepTowards('left', mode),
    right: stepTowards('right', mode),
  };
  return isInverted ? (steps[action] === 1 ? -1 : 1) : steps[action];
};

/**
 * What a click does: a turn, or null for the controls.
 *
 * @param x share of the window's width, from the left
 * @param y share of its height, from the top
 */
export const clickStep = (
  { x, y }: { x: number; y: number },
  mode: ReadingMode,
  { zones, zones_inverted }: Pick<ComicSettings, 'zones' | 'zones_inverted'>,
): Step | null => {
  const hit = zonesOf[zones].find(
    (zone) => x >= zone.x && x < zone.x + zone.width && y >= zone.y && y < zone.y + zone.height,
  );
  return hit ? stepOfZone(hit.action, mode, zones_inverted) : null;
};
