import { expect, test } from 'vitest';

import { flag, listOf, mapOf, oneOf, pageNumber, record, searchOf, text } from './checks.ts';

test('search parameters that are unknown or invalid count as absent', () => {
  const search = searchOf({ view: oneOf(['series', 'books']), page: pageNumber, own: flag });
  expect(search({ view: 'books', page: 2, own: true })).toEqual({
    view: 'books',
    page: 2,
    own: true,
  });
  const invalid = { view: 'shelves', page: 0.5, own: 'true' };
  expect({ ...invalid, ...search({ ...invalid, other: 1 }) }).toStrictEqual({
    view: undefined,
    page: undefined,
    own: undefined,
  });
  expect(search({ page: '2' }).page).toBeUndefined();
});

test('a record needs all of its properties, a list all of its items', () => {
  const pin = record({ href: text(9, /^\/(?!\/)/), title: text(9) });
  expect(pin({ href: '/a', title: 'A', more: 1 })).toEqual({ href: '/a', title: 'A' });
  expect(pin({ href: '//evil', title: 'A' })).toBeUndefined();
  expect(pin(null)).toBeUndefined();
  expect(listOf(pin, 1)([{ href: '/a', title: 'A' }])).toHaveLength(1);
  expect(listOf(text(9), 1)(['a', 'b'])).toBeUndefined();
  expect(listOf(text(9), 2)(['a', 1])).toBeUndefined();
  expect(mapOf(listOf(text(3), 2))({ undo: ['z'] })).toEqual({ undo: ['z'] });
  expect(mapOf(text(3))({ undo: 1 })).toBeUndefined();
  expect(mapOf(text(3))([])).toBeUndefined();
});
