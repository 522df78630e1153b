import { expect, test } from 'vitest';

import { createPreparation } from './prepare-ahead.ts';

test('the next page is prepared in the direction of reading', () => {
  const prepared: number[] = [];
  const sent = createPreparation();
  const read = (page: number, owner = 'ann') =>
    sent({ bookId: 'book', page, owner, shape: '800x' }, (next) => {
      prepared.push(next);
      return Promise.resolve();
    });
  for (const page of [4, 5, 40, 39, 39, 37]) read(page);
  read(9, 'bob');
  expect(prepared).toEqual([5, 6, 38, 36, 10]);
});
