import { expect, test } from 'vitest';

import { libraryView } from './library-view.ts';

test('a plain address shows series by name', () => {
  expect(libraryView({})).toEqual({ kind: 'series', sort: 'name', direction: 'asc' });
});

test('dates and sizes begin with the newest and largest', () => {
  expect(libraryView({ sort: 'date_added' })).toMatchObject({ direction: 'desc' });
  expect(libraryView({ view: 'books', sort: 'file_size' })).toMatchObject({
    direction: 'desc',
  });
  expect(libraryView({ view: 'books', sort: 'number' })).toMatchObject({ direction: 'asc' });
});

test('an order in the address wins', () => {
  expect(libraryView({ sort: 'name', order: 'desc' })).toMatchObject({ direction: 'desc' });
});

test('a sort of the other tab falls back to the default of this one', () => {
  expect(libraryView({ view: 'books', sort: 'date_read' })).toMatchObject({ sort: 'title' });
  expect(libraryView({ view: 'series', sort: 'modified_at' })).toMatchObject({ sort: 'name' });
});
