import { beforeEach, expect, test } from 'vitest';

import {
  beginChoosing,
  clearSelection,
  selectAll,
  selectRange,
  toggleSelected,
  useSelection,
} from './selection-store.ts';

beforeEach(clearSelection);

const chosen = () => [...useSelection.getState().ids].sort();

test('selecting the same record again deselects it, and the selection mode stays', () => {
  toggleSelected('series', 'a', 0);
  toggleSelected('series', 'b', 1);
  toggleSelected('series', 'a', 0);
  expect(chosen()).toEqual(['b']);
  toggleSelected('series', 'b', 1);
  expect(useSelection.getState()).toMatchObject({ isChoosing: true });
});

test('a range that is drawn again forgets what it added, not what was chosen before', () => {
  toggleSelected('series', 'z', 25);
  toggleSelected('series', 'b', 1);
  selectRange('series', ['b', 'c', 'd', 'e']);
  selectRange('series', ['a', 'b']);
  expect(chosen()).toEqual(['a', 'b', 'z']);
  expect(useSelection.getState().anchor).toBe(1);
});

test('books and series are never chosen together', () => {
  selectAll('series', ['a', 'b']);
  toggleSelected('books', 'x', 0);
  expect([useSelection.getState().kind, chosen()]).toEqual(['books', ['x']]);
  beginChoosing('series');
  expect(chosen()).toEqual([]);
  selectAll('series', ['a']);
  selectRange('books', ['y']);
  expect(chosen()).toEqual(['y']);
});
