import { describe, expect, it, test } from 'vitest';

import { fitSpread, scrollAfterZoom } from './fit.ts';

const viewport = { width: 1000, height: 800 };
const page = { width: 600, height: 900 };

describe('fit', () => {
  test.each([
    ['screen', 533.33, 800],
    ['width', 1000, 1500],
    ['shrink-width', 600, 900],
    ['height', 533.33, 800],
    ['original', 600, 900],
    ['custom', 300, 450],
  ] as const)('%s', (fit, width, height) => {
    const [size] = fitSpread([page], viewport, { fit, custom_fit: 50 }, 1);
    expect(size?.width).toBeCloseTo(width, 1);
    expect(size?.height).toBeCloseTo(height, 1);
  });

  it('shrinks to the width only what is wider', () => {
    expect(
      fitSpread(
        [{ width: 2000, height: 1000 }],
        viewport,
        { fit: 'shrink-width', custom_fit: 100 },
        1,
      ),
    ).toEqual([{ width: 1000, height: 500 }]);
  });

  it('gives facing pages one height and fits them together', () => {
    const [left, right] = fitSpread(
      [page, { width: 1200, height: 1800 }],
      viewport,
      { fit: 'screen', custom_fit: 100 },
      1,
    );
    expect(left).toEqual(right);
    expect((left?.width ?? 0) + (right?.width ?? 0)).toBeCloseTo(1000);
  });

  it('multiplies the fit by the zoom', () => {
    expect(fitSpread([page], viewport, { fit: 'height', custom_fit: 100 }, 2)[0]?.height).toBe(
      1600,
    );
  });
});

describe('zoom', () => {
  it('keeps what is under the pointer where it is', () => {
    const before = { width: 1000, height: 1600 };
    const after = { width: 2000, height: 3200 };
    const target = scrollAfterZoom({ x: 250, y: 200 }, { x: 0, y: 300 }, before, after, viewport);
    expect(target).toEqual({ x: 250, y: 800 });
  });

  it('counts the margins around content that is smaller than the window', () => {
    const before = { width: 500, height: 800 };
    const after = { width: 1500, height: 2400 };
    const target = scrollAfterZoom({ x: 500, y: 400 }, { x: 0, y: 0 }, before, after, viewport);
    expect(target).toEqual({ x: 250, y: 800 });
  });

  it('never scrolls beyond the content', () => {
    const small = { width: 500, height: 400 };
    const large = { width: 2000, height: 1600 };
    expect(scrollAfterZoom({ x: 0, y: 0 }, { x: 900, y: 700 }, large, small, viewport)).toEqual({
      x: 0,
      y: 0,
    });
  });
});
