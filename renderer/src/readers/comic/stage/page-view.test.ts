import { describe, expect, it, test } from 'vitest';

import { viewOf, viewSize, type Rect, type ViewOptions } from './page-view.ts';
import type { PageShape } from './page-shape.ts';

const wide: PageShape = { number: 1, mediaType: 'image/png', size: { width: 2000, height: 1000 } };
const landscape = { width: 1400, height: 900 };
const portrait = { width: 400, height: 800 };
const inside: Rect = { x: 0.1, y: 0.05, width: 0.8, height: 0.9 };

const options = (
  settings: Partial<ViewOptions['settings']>,
  viewport = landscape,
): ViewOptions => ({
  settings: { wide_pages: 'alone', crop_borders: 'off', ...settings },
  viewport,
  crops: new Map([[1, inside]]),
});

describe('a page', () => {
  test.each([
    ['whole', null, {}, landscape, 2000, 1000],
    ['a half', 'left', {}, landscape, 1000, 1000],
    ['cropped', null, { crop_borders: 'auto' }, landscape, 1600, 900],
    ['cropped with a margin', null, { crop_borders: 'auto-margin' }, landscape, 1680, 940],
    ['a cropped half', 'right', { crop_borders: 'auto' }, landscape, 800, 900],
    ['turned in a high window', null, { wide_pages: 'rotate' }, portrait, 1000, 2000],
    ['upright in a wide window', null, { wide_pages: 'rotate' }, landscape, 2000, 1000],
  ] as const)('%s', (_, half, settings, viewport, width, height) => {
    const view = viewOf({ page: 1, half }, wide, options(settings, viewport));
    const size = viewSize(view, wide);
    expect(size.width).toBeCloseTo(width);
    expect(size.height).toBeCloseTo(height);
  });

  it('never grows beyond its edges by a margin', () => {
    const crops = new Map([[1, { x: 0.01, y: 0, width: 0.99, height: 1 }]]);
    const view = viewOf({ page: 1, half: null }, wide, {
      ...options({ crop_borders: 'auto-margin' }),
      crops,
    });
    expect(view.part).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  it('shows a half whole where nothing of it lies inside the borders', () => {
    const crops = new Map([[1, { x: 0, y: 0, width: 0.4, height: 1 }]]);
    const { part } = viewOf({ page: 1, half: 'right' }, wide, {
      ...options({ crop_borders: 'auto' }),
      crops,
    });
    expect(part).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 });
  });
});
