import { expect, test } from 'vitest';

import { columnsToShow } from './table-head.tsx';

const column = (name: string, width: string, shown = true) => ({ name, width, shown });
const columns = [
  column('books', '4.5rem'),
  column('status', 'minmax(6.875rem, 1fr)'),
  column('language', '5.625rem', false),
  column('size', '5.25rem'),
];
const names = (room: number, chosen: Record<string, boolean> = {}, rem = 16) =>
  columnsToShow(columns, chosen, room, rem).map(({ name }) => name);

test('a table shows as many of the default columns as fit beside its names', () => {
  expect(names(1200)).toEqual(['books', 'status', 'size']);
  expect(names(656)).toEqual(['books', 'status', 'size']);
  expect(names(655)).toEqual(['books', 'status']);
});

test('columns that a person chose stay, and hidden ones leave their width to others', () => {
  expect(names(662, { language: true })).toEqual(['books', 'status', 'language']);
  expect(names(620, { status: false })).toEqual(['books', 'size']);
  expect(names(610, { size: true, language: true })).toEqual(['language', 'size']);
});

test('a narrow table scrolls sideways', () => {
  expect(names(350)).toEqual(['books', 'status', 'size']);
});

test('larger texts leave room for fewer columns', () => {
  expect(names(939, {}, 24)).toEqual(['books', 'status']);
});
