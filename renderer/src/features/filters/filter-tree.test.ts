import { expect, test } from 'vitest';

import { chipState, cycleChip, pressedChips } from './chips.ts';
import { decodeFilter, encodeFilter } from './filter-address.ts';
import { noFilter, toCondition, type FilterGroup, type FilterTest } from './filter-tree.ts';

const is = (field: string, value: string): FilterTest => ({ field, operator: 'is', value });
const isNot = (field: string, value: string): FilterTest => ({
  ...is(field, value),
  operator: 'isNot',
});
const fields = new Set(['genre', 'status', 'year']);

const tree: FilterGroup = {
  join: 'all',
  nodes: [
    is('genre', 'Drama'),
    {
      join: 'none',
      nodes: [is('status', 'ended'), { field: 'year', operator: 'isNull', value: '' }],
    },
  ],
};

test('becomes the condition of the server', () => {
  expect(toCondition(tree)).toEqual({
    allOf: [
      { genre: { operator: 'is', value: 'Drama' } },
      {
        not: {
          anyOf: [
            { status: { operator: 'is', value: 'ended' } },
            { year: { operator: 'isNull', value: '' } },
          ],
        },
      },
    ],
  });
});

test('an incomplete rule is not sent', () => {
  const half: FilterGroup = { join: 'any', nodes: [is('genre', ' '), { join: 'all', nodes: [] }] };
  expect([toCondition(half), encodeFilter(half)]).toEqual([null, undefined]);
});

test('comes back from the address as it was', () => {
  const text = encodeFilter(tree);
  expect(text).toBe(
    '1["all",["genre","is","Drama"],["none",["status","is","ended"],["year","isNull"]]]',
  );
  expect(decodeFilter(text, fields)).toEqual(tree);
});

test.each([
  ['nothing', undefined],
  ['another version', '2["all"]'],
  ['no JSON', '1["all",'],
  ['an unknown field', '1["all",["path","is","x"]]'],
  ['an unknown operator', '1["all",["genre","like","x"]]'],
  ['a value that is no text', '1["all",["genre","is",["all"]]]'],
  ['a comparison alone', '1["genre","is","x"]'],
  ['no list', '1{"all":1}'],
  ['nine levels', `1${'["all",'.repeat(9)}["genre","is","x"]${']'.repeat(9)}`],
  ['101 comparisons', `1["all"${',["genre","is","x"]'.repeat(101)}]`],
])('%s is no filter', (_, text) => {
  expect(decodeFilter(text, fields)).toBeNull();
});

test('a chip cycles from neutral to include to exclude and back, and keeps the other rules', () => {
  const other: FilterGroup = { join: 'all', nodes: [is('status', 'ended')] };
  const included = cycleChip(other, 'genre', 'Drama');
  expect(included.nodes).toEqual([is('status', 'ended'), is('genre', 'Drama')]);
  const excluded = cycleChip(included, 'genre', 'Drama');
  expect(excluded.nodes).toEqual([is('status', 'ended'), isNot('genre', 'Drama')]);
  expect(chipState(excluded, 'genre', 'Drama')).toBe('exclude');
  expect(cycleChip(excluded, 'genre', 'Drama')).toEqual(other);
});

test('several values of a field to include are alternatives', () => {
  const two = cycleChip(cycleChip(noFilter, 'genre', 'Drama'), 'genre', 'Crime');
  expect(two.nodes).toEqual([{ join: 'any', nodes: [is('genre', 'Drama'), is('genre', 'Crime')] }]);
  expect(chipState(two, 'genre', 'Crime')).toBe('include');
  expect(cycleChip(two, 'genre', 'Drama').nodes).toEqual([
    is('genre', 'Crime'),
    isNot('genre', 'Drama'),
  ]);
});

test('a filter of another form becomes one part beside the chips', () => {
  const any: FilterGroup = { join: 'any', nodes: [is('genre', 'Drama'), is('status', 'ended')] };
  expect(chipState(any, 'genre', 'Drama')).toBe('neutral');
  expect(cycleChip(any, 'genre', 'Crime').nodes).toEqual([any, is('genre', 'Crime')]);
});

test('a rule without a value yet is not shown as a chip', () => {
  const half: FilterGroup = { join: 'all', nodes: [{ join: 'any', nodes: [is('genre', '')] }] };
  expect(pressedChips(half, 'genre')).toEqual([]);
  expect(cycleChip(half, 'genre', 'Drama').nodes).toEqual([...half.nodes, is('genre', 'Drama')]);
});
