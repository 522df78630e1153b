import { describe, expect, it } from 'vitest';

import { edgeColour } from './background.ts';

/** An image of one colour with a frame of another. */
const framed = (edge: number[], inside: number[], side = 4) => {
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isEdge = x === 0 || y === 0 || x === side - 1 || y === side - 1;
      pixels.set([...(isEdge ? edge : inside), 255], (y * side + x) * 4);
    }
  }
  return edgeColour(pixels, side);
};

describe('background', () => {
  it('continues the edges of the page, whatever is inside', () => {
    expect(framed([40, 80, 120], [255, 0, 0])).toBe('rgb(40 80 120)');
  });

  it('is not tinted by a panel that bleeds over an edge', () => {
    const pixels = new Uint8ClampedArray(4 * 4 * 4).fill(255);
    pixels.fill(0, 0, 4 * 4);
    expect(edgeColour(pixels, 4)).toBe('rgb(255 255 255)');
  });

  it('draws paper to white and ink to black', () => {
    expect(framed([246, 244, 240], [0, 0, 0])).toBe('rgb(255 255 255)');
    expect(framed([12, 10, 14], [255, 255, 255])).toBe('rgb(0 0 0)');
  });
});
