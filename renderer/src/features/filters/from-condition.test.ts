import { expect, test } from 'vitest';

import { toCondition, type FilterGroup } from './filter-tree.ts';
import { fromCondition } from './from-condition.ts';
import { filterSeriesBody } from '../../../../shared/api/filter-bodies.ts';

const read = (condition: unknown) => {
  const read = filterSeriesBody.parse({ condition }).condition;
  return read === undefined ? null : fromCondition(read);
};

test('a filter that was sent to the server comes back as it was written', () => {
  const filter: FilterGroup = {
    join: 'all',
    nodes: [
      { field: 'genre', operator: 'is', value: 'Drama' },
      { join: 'any', nodes: [{ field: 'year', operator: 'isNull', value: '' }] },
      { join: 'none', nodes: [{ field: 'status', operator: 'is', value: 'ended' }] },
    ],
  };
  expect(read(toCondition(filter))).toEqual(filter);
});

test.each([
  [{ genre: { operator: 'is', value: 'Drama' } }, 'all'],
  [{ not: { genre: { operator: 'is', value: 'Drama' } } }, 'none'],
])('one comparison alone is a group of one: %j', (condition, join) => {
  expect(read(condition)).toEqual({
    join,
    nodes: [{ field: 'genre', operator: 'is', value: 'Drama' }],
  });
});
