import { describe, expect, it, test } from 'vitest';

import { conditionSchema } from './condition-schema.ts';
import { fromInput, inputOf, uses, type Condition, type ConditionInput } from './condition.ts';

const schema = conditionSchema(
  { libraryId: 'id', name: 'text', readStatus: 'readStatus', hasError: 'boolean' },
  'TestCondition',
);

const name = { name: { operator: 'is' as const, value: 'x' } };

const nested = (levels: number): ConditionInput<'name'> =>
  Array.from({ length: levels }).reduce<ConditionInput<'name'>>(
    (inner) => ({ allOf: [inner] }),
    name,
  );

describe('a filter', () => {
  it('is read into comparisons, and values that an operator does not need are ignored', () => {
    const input = {
      anyOf: [{ allOf: [] }, name, { name: { operator: 'isNull', value: 7, more: true } }],
    };
    expect(schema.parse(input)).toEqual({
      anyOf: [
        { allOf: [] },
        { field: 'name', operator: 'is', value: 'x' },
        { field: 'name', operator: 'isNull', value: '' },
      ],
    });
  });

  it('knows ids in capitals', () => {
    const id = '01a22d19-7535-76bc-b987-9e372dcf1357';
    const libraryId = { operator: 'is' as const, value: id.toUpperCase() };
    expect(schema.parse({ libraryId })).toMatchObject({ value: id });
  });

  it('comes back from the form in which it is stored, and from what clients may send instead', () => {
    const condition: Condition = {
      allOf: [
        { anyOf: [{ field: 'name', operator: 'contains', value: 'x' }, { anyOf: [] }] },
        { not: { field: 'readStatus', operator: 'isNull', value: '' } },
      ],
    };
    expect(fromInput(inputOf(condition))).toEqual(condition);
    const short = { not: { readStatus: { operator: 'isNull' } } };
    expect(fromInput(short)).toEqual(schema.parse(short));
  });

  it('may be 16 deep and have 500 comparisons', () => {
    expect(schema.safeParse(nested(16)).success).toBe(true);
    expect(schema.safeParse({ anyOf: Array(500).fill(name) }).success).toBe(true);
  });

  it('knows what it asks for, however deep', () => {
    const parsed = schema.parse(nested(5)) as Condition;
    expect([uses(parsed, 'name'), uses(parsed, 'readStatus')]).toEqual([true, false]);
  });
});

const leaf = (field: string, operator: unknown, value?: unknown) => ({
  [field]: { operator, value },
});

test.each<[string, unknown, string, RegExp]>([
  ['17 levels', nested(17), 'allOf.0.'.repeat(16) + 'allOf', /deeper than 16/],
  ['100,000 levels', nested(100_000), 'allOf.0.'.repeat(16) + 'allOf', /deeper than 16/],
  ['501 comparisons', { anyOf: Array(501).fill(name) }, 'anyOf.500.name', /More than 500/],
  ['1001 empty lists', { allOf: Array(1001).fill({ anyOf: [] }) }, 'allOf', /More than 1000/],
  ['a long value', leaf('name', 'is', 'x'.repeat(1001)), 'name.value', /Longer than 1000/],
  [
    'two fields',
    { allOf: [{ ...name, ...leaf('hasError', 'is', 'true') }] },
    'allOf.0',
    /exactly one/,
  ],
  ['allOf beside anyOf', { allOf: [], anyOf: [] }, '', /exactly one/],
  ['nothing', {}, '', /exactly one/],
  ['null', null, '', /an object/],
  ['a list', [name], '', /an object/],
  ['allOf of no list', { allOf: name }, 'allOf', /a list/],
  [
    'an unknown field',
    { allOf: [name, leaf('colour', 'is', 'x')] },
    'allOf.1.colour',
    /Unknown field/,
  ],
  ['a field of every object', leaf('constructor', 'is', 'x'), 'constructor', /Unknown field/],
  ['an unknown operator', leaf('name', 'like', 'x'), 'name.operator', /Unknown operator/],
  ['no operator', leaf('name', undefined, 'x'), 'name.operator', /Unknown operator/],
  ['no value', leaf('name', 'is'), 'name.value', /a string/],
  ['a value of another type', leaf('name', 'is', 5), 'name.value', /a string/],
  ['a test of another type', { name: 'x' }, 'name', /operator/],
  [
    'a bad id',
    { anyOf: [leaf('libraryId', 'isNot', "' OR 1=1")] },
    'anyOf.0.libraryId.value',
    /UUID/,
  ],
  [
    'a part of an id',
    leaf('libraryId', 'contains', 'a'),
    'libraryId.operator',
    /takes no contains/,
  ],
  ['an unknown status', leaf('readStatus', 'is', 'half'), 'readStatus.value', /in_progress/],
  ['an unknown flag', leaf('hasError', 'is', 'yes'), 'hasError.value', /"true"/],
])('%s is refused, naming the place', (_, input, path, message) => {
  const { issues } = schema.safeParse(input).error ?? { issues: [] };
  expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  expect(issues[0]?.message).toMatch(message);
});
