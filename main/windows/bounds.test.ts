import fc from 'fast-check';
import { expect, test } from 'vitest';

import { placeWindow } from './bounds.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const monitor = { x: 1440, y: 0, width: 2560, height: 1400 };

test.each([
  ['the first start', null, [laptop], { x: 80, y: 42, width: 1280, height: 840 }],
  [
    'a screen smaller than the usual window',
    null,
    [{ x: 0, y: 0, width: 1024, height: 700 }],
    { x: 0, y: 0, width: 1024, height: 700 },
  ],
  [
    'a window that fits',
    { x: 1500, y: 100, width: 900, height: 700 },
    [laptop, monitor],
    { x: 1500, y: 100, width: 900, height: 700 },
  ],
  [
    'a screen that is gone',
    { x: 1500, y: 100, width: 900, height: 700 },
    [laptop],
    { x: 80, y: 42, width: 1280, height: 840 },
  ],
  [
    'a window hanging over the edge',
    { x: 1000, y: 700, width: 800, height: 600 },
    [laptop],
    { x: 640, y: 300, width: 800, height: 600 },
  ],
  [
    'a window across two screens',
    { x: 1400, y: 100, width: 900, height: 700 },
    [laptop, monitor],
    { x: 1440, y: 100, width: 900, height: 700 },
  ],
  [
    'a window larger than the screen',
    { x: 0, y: 0, width: 3000, height: 2000 },
    [laptop],
    { x: 0, y: 25, width: 1440, height: 875 },
  ],
  [
    'a window too small to use',
    { x: 10, y: 40, width: 20, height: 20 },
    [laptop],
    { x: 10, y: 40, width: 480, height: 480 },
  ],
])('places the window for %s', (_case, saved, screens, expected) => {
  expect(placeWindow(saved, screens)).toEqual(expected);
});

test('the window is always wholly on one screen', () => {
  const coordinate = fc.integer({ min: -5000, max: 5000 });
  const length = fc.integer({ min: -10, max: 6000 });
  const rectangle = fc.record({ x: coordinate, y: coordinate, width: length, height: length });
  fc.assert(
    fc.property(rectangle, (saved) => {
      const { x, y, width, height } = placeWindow(saved, [laptop, monitor]);
      return [laptop, monitor].some(
        (area) =>
          x >= area.x &&
          y >= area.y &&
          x + width <= area.x + area.width &&
          y + height <= area.y + area.height,
      );
    }),
  );
});
