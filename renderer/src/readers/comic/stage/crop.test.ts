import { describe, expect, it, test } from 'vitest';

import { findContent } from './crop.ts';

const side = 100;

/** A page of one colour with boxes of other colours. */
const draw = (
  ground: number,
  boxes: { x: number; y: number; width: number; height: number; grey: number }[],
): Uint8ClampedArray => {
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const box = boxes.findLast(
        (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
      );
      pixels.fill(box?.grey ?? ground, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return pixels;
};
const art = { x: 10, y: 20, width: 80, height: 60, grey: 90 };

describe('cropping', () => {
  test.each([
    ['white paper', 255, 90],
    ['black paper', 0, 200],
    ['yellowed paper', 226, 90],
  ])('finds what is inside %s', (_, ground, grey) => {
    const rect = findContent(draw(ground, [{ ...art, grey }]), side, side);
    expect(rect?.x).toBeCloseTo(0.09);
    expect(rect?.y).toBeCloseTo(0.19);
    expect(rect?.width).toBeCloseTo(0.82);
    expect(rect?.height).toBeCloseTo(0.62);
  });

  it('takes each side by its own colour', () => {
    const spine = { x: 0, y: 0, width: 12, height: side, grey: 0 };
    const rect = findContent(draw(255, [{ ...art, x: 30, width: 60 }, spine]), side, side);
    expect(rect?.x).toBeCloseTo(0.11);
    expect((rect?.x ?? 0) + (rect?.width ?? 0)).toBeCloseTo(0.91);
  });

  it('does not mind dust', () => {
    const dust = { x: 3, y: 50, width: 1, height: 1, grey: 0 };
    expect(findContent(draw(255, [art, dust]), side, side)?.x).toBeCloseTo(0.09);
  });

  test.each([
    ['an empty page', []],
    [
      'art that bleeds over all edges',
      [
        { x: 0, y: 0, width: 100, height: 100, grey: 9 },
        { ...art, x: 0, width: 100, y: 0, height: 100, grey: 80 },
      ],
    ],
    ['borders so wide that they are meant', [{ x: 45, y: 45, width: 10, height: 10, grey: 0 }]],
  ])('leaves %s', (_, boxes) => {
    expect(findContent(draw(255, boxes), side, side)).toBeNull();
  });
});
