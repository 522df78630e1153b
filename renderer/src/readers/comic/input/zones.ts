import type { Step } from '../../shell/opened-book.ts';
import type { ReadingMode } from '../store/reading-mode.ts';
import type { ComicSettings } from '../store/settings.ts';
import { stepTowards } from './navigation.ts';

export type ZoneLayout = ComicSettings['zones'];

/** Effect of a zone: a side turns in that direction; next and previous ignore the direction. */
export type ZoneAction = 'left' | 'right' | 'next' | 'previous';

/** A rectangle in shares of the viewport. */
export interface Zone {
  action: ZoneAction;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Clicks outside all zones toggle the controls. */
export const zonesOf: Record<ZoneLayout, readonly Zone[]> = {
  edges: [
    { action: 'left', x: 0, y: 0, width: 0.3, height: 1 },
    { action: 'right', x: 0.7, y: 0, width: 0.3, height: 1 },
  ],
  // Back along the top and left edges, forward along the bottom and right edges.
  'l-shape': [
    { action: 'previous', x: 0, y: 0, width: 1, height: 0.25 },
    { action: 'previous', x: 0, y: 0.25, width: 0.3, height: 0.5 },
    { action: 'next', x: 0.7, y: 0.25, width: 0.3, height: 0.5 },
    { action: 'next', x: 0, y: 0.75, width: 1, height: 0.25 },
  ],
  // A narrow zone on the left turns back; the rest below the top turns forward.
  kindle: [
    { action: 'left', x: 0, y: 0.2, width: 0.3, height: 0.8 },
    { action: 'right', x: 0.3, y: 0.2, width: 0.7, height: 0.8 },
  ],
  off: [],
};

/** The step of a zone in a reading mode. */
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
 * The step of a click, or null to toggle the controls.
 *
 * @param x share of the viewport's width, from the left
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
