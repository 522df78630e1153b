import { expect, test } from 'vitest';

import { densities } from '../../../ui/preferences.ts';
import {
  cardTextHeight,
  columnGap,
  gridGeometry,
  moveFocus,
  rowGap,
  rowGeometry,
} from './grid-geometry.ts';

test('covers keep 2:3 and fill the width', () => {
  const { columns, rowHeight } = gridGeometry(1144, 3, 16);
  const cardWidth = (1144 - (columns - 1) * columnGap) / columns;
  expect(columns).toBe(6);
  expect(rowHeight).toBe(Math.round(cardWidth * 1.5) + cardTextHeight * 16 + rowGap);
});

test('texts one and a half times as large get as much more room below the covers, which become as much wider', () => {
  const { columns, rowHeight } = gridGeometry(1144, 3, 24);
  const cardWidth = (1144 - (columns - 1) * columnGap) / columns;
  expect(columns).toBe(4);
  expect(rowHeight).toBe(Math.round(cardWidth * 1.5) + 93 + rowGap);
  expect(rowGeometry(800, 24).rowHeight).toBe(108);
});

test('a phone shows at least two covers side by side, except at the largest size', () => {
  expect(densities.map((density) => gridGeometry(358, density, 16).columns)).toEqual([
    4, 3, 3, 2, 1,
  ]);
});

test('a grid that has no width yet still has a column', () => {
  expect(gridGeometry(0, 5, 16).columns).toBe(1);
});

const grid = { columns: 5, total: 23, pageRows: 3 };

test.each([
  ['ArrowRight', 4, 5],
  ['ArrowLeft', 5, 4],
  ['ArrowDown', 3, 8],
  ['ArrowUp', 8, 3],
  ['Home', 17, 0],
  ['End', 2, 22],
  ['PageDown', 2, 17],
  ['PageUp', 17, 2],
  ['PageDown', 20, 22],
  ['PageUp', 7, 2],
])('%s leads from card %i to %i', (key, start, target) => {
  expect(moveFocus(key, start, grid)).toBe(target);
});

test('Down reaches the last card from a row above it that has none below', () => {
  expect(moveFocus('ArrowDown', 19, grid)).toBe(22);
});

test.each([
  ['ArrowLeft', 0],
  ['ArrowUp', 3],
  ['ArrowRight', 22],
  ['ArrowDown', 21],
  ['Enter', 7],
])('%s leads nowhere from card %i', (key, start) => {
  expect(moveFocus(key, start, grid)).toBeNull();
});
