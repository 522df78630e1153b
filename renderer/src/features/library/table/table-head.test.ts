import { expect, test } from 'vitest';

import { columnsToShow } from './table-head.tsx';

const column = (name: string, width: string, shown = true) => ({ name, width, shown });
const columns = [
  column('books', '72px'),
  column('status', 'minmax(110px, 1fr)'),
  column('language', '90px', false),
  column('size', '84px'),
];
const names = (room: number, chosen: Record<string, boolean> = {}) =>
  columnsToShow(columns, chosen, room).map(({ name }) => name);

test('a table shows as many of the default columns as fit beside its names', () => {
  expect(names(1200)).toEqual(['books', 'status', 'size']);
  expect(names(656)).toEqual(['books', 'status', 'size']);
  expect(names(655)).toEqual(['books', 'status']);
});

test('columns that a person chose stay, and those that were turned off give their room', () => {
  expect(names(662, { language: true })).toEqual(['books', 'status', 'language']);
  expect(names(620, { status: false })).toEqual(['books', 'size']);
  expect(names(610, { size: true, language: true })).toEqual(['language', 'size']);
});

test('a narrow table scrolls sideways', () => {
  expect(names(350)).toEqual(['books', 'status', 'size']);
});
