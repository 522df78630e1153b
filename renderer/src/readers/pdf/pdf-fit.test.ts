import { expect, test } from 'vitest';

import { fitScale } from './pdf-fit.ts';

const page = { width: 600, height: 800 };
const desktop = { width: 1232, height: 816 };
const phone = { width: 390, height: 844 };

test.each([
  ['width', 'single', desktop, 1.3],
  ['width', 'single', { width: 752, height: 816 }, 1.2],
  ['page', 'single', desktop, 1],
  ['width', 'double', { width: 1242, height: 400 }, 1],
  ['page', 'double-odd', { width: 1242, height: 416 }, 0.5],
  ['width', 'single', phone, 0.65],
  ['custom', 'double', phone, 1.5],
] as const)('fits the %s of a %s page', (fit, layout, window, scale) => {
  expect(fitScale({ fit, layout, custom_fit: 150 }, page, window)).toBeCloseTo(scale);
});

test('a page of one point is not enlarged a thousandfold, and neither are the others', () => {
  const fit = { fit: 'page', layout: 'single', custom_fit: 100 } as const;
  expect(fitScale(fit, { width: 1.3, height: 1.3 }, desktop)).toBe(8);
});
