import type { Rectangle } from 'electron';
import { clamp } from '../../shared/clamp.ts';

export const smallestWindow = { width: 480, height: 480 };
const usualWindow = { width: 1280, height: 840 };

/**
 * Places the window at its saved position, moved and shrunk to fit the screen that shows most of
 * it; centred on the first screen if none does (or a screen is gone).
 */
export const placeWindow = (saved: Rectangle | null, workAreas: Rectangle[]): Rectangle => {
  const first = workAreas[0] ?? { x: 0, y: 0, ...usualWindow };
  const home = saved && mostShown(saved, workAreas);
  if (!saved || !home) return centred(first);
  const width = clamp(saved.width, smallestWindow.width, home.width);
  const height = clamp(saved.height, smallestWindow.height, home.height);
  return {
    x: clamp(saved.x, home.x, home.x + home.width - width),
    y: clamp(saved.y, home.y, home.y + home.height - height),
    width,
    height,
  };
};

const centred = (area: Rectangle): Rectangle => {
  const width = Math.min(usualWindow.width, area.width);
  const height = Math.min(usualWindow.height, area.height);
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
};

const mostShown = (window: Rectangle, areas: Rectangle[]): Rectangle | null => {
  let best: Rectangle | null = null;
  let most = 0;
  for (const area of areas) {
    const shown =
      overlap(window.x, window.width, area.x, area.width) *
      overlap(window.y, window.height, area.y, area.height);
    if (shown > most) [best, most] = [area, shown];
  }
  return best;
};

const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
