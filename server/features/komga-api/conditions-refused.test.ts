import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga } from '../../testing/komga-client.ts';

const { client } = useKomga({ empty: true });

/**
 * Time limit for each of these, ms; the fastest of several runs counts, because the machine can be
 * busy.
 */
const longest = 100;
const runs = 12;
const refusal = z.strictObject({
  violations: z
    .array(z.strictObject({ fieldName: z.string(), message: z.string().min(10) }))
    .min(1),
});

const ask = async (kind: string, condition: unknown) => {
  const body = JSON.stringify({ condition });
  let best = Infinity;
  let answer = { status: 0, body: null as unknown };
  for (let run = 0; run < runs && best > longest; run++) {
    const start = performance.now();
    const response = await client({ headers: asAdmin }).ask(`/api/v1/${kind}/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    answer = { status: response.status, body: await response.json() };
    best = Math.min(best, performance.now() - start);
  }
  return { ...answer, best };
};

const refused = async (kind: string, condition: unknown) => {
  const { status, body, best } = await ask(kind, condition);
  expect([status, best < longest ? 'in time' : best]).toEqual([400, 'in time']);
  return refusal.parse(body).violations.map(({ fieldName }) => fieldName);
};
const accepted = async (kind: string, condition: unknown) => {
  const { status, best } = await ask(kind, condition);
  expect([status, best < longest ? 'in time' : best]).toEqual([200, 'in time']);
};

const is = (value: unknown) => ({ operator: 'is', value });
const [wrongTexts, wrongNumbers, wrongFlags] = [
  [null, 5, true, {}, [], ['a']],
  [null, true, '', ' ', 'old', '0x10', '1e3', {}, [], [1]],
  [undefined, null, 'is', 'isNull', 5],
];
const fields: Record<string, Record<string, readonly unknown[]>> = {
  series: {
    libraryId: wrongTexts,
    collectionId: wrongTexts,
    title: wrongTexts,
    titleSort: wrongTexts,
    tag: wrongTexts,
    sharingLabel: wrongTexts,
    publisher: wrongTexts,
    language: wrongTexts,
    genre: wrongTexts,
    ageRating: wrongNumbers,
    readStatus: [...wrongTexts, 'FINISHED', ''],
    seriesStatus: [...wrongTexts, 'PAUSED'],
    author: [null, 'Moebius', 5, [], { name: 5 }, { role: [] }],
  },
  books: {
    libraryId: wrongTexts,
    seriesId: wrongTexts,
    readListId: wrongTexts,
    title: wrongTexts,
    tag: wrongTexts,
    numberSort: wrongNumbers,
    readStatus: [...wrongTexts, 'FINISHED'],
    mediaStatus: [...wrongTexts, 'BROKEN'],
    mediaProfile: [...wrongTexts, 'CBZ'],
    author: [null, 'Moebius', 5, []],
    poster: [null, 'GENERATED', 5, [], { type: 'DRAWN' }, { selected: 'yes' }],
  },
};

describe.each(Object.entries(fields))('conditions of %s are refused', (kind, wrong) => {
  it.each(Object.entries(wrong))('for a value that is not one of %s', async (field, values) => {
    for (const value of values) {
      expect(await refused(kind, { [field]: is(value) })).toEqual([
        expect.stringContaining(`condition.${field}.value`),
      ]);
    }
  });

  it.each(['deleted', 'oneShot'])('for a flag %s that is neither true nor false', async (field) => {
    for (const operator of wrongFlags) {
      expect(await refused(kind, { [field]: { operator } })).toHaveLength(1);
    }
  });

  it.each([
    'soon',
    '2024-13-01T00:00:00Z',
    '2024-02-31',
    '2024-01-01T25:00:00Z',
    20_240_101,
    null,
    [],
  ])('for the date %j', async (dateTime) => {
    for (const operator of ['before', 'after']) {
      expect(await refused(kind, { releaseDate: { operator, dateTime } })).toEqual([
        'condition.releaseDate.dateTime',
      ]);
    }
  });

  it.each([
    'P1Y',
    'P2W',
    'P1M',
    'P',
    'PT',
    'P1DT',
    '30',
    'P30',
    'PT.5S',
    `P${'9'.repeat(19)}D`,
    30,
    null,
  ])('for the duration %j', async (duration) => {
    for (const operator of ['isInTheLast', 'isNotInTheLast']) {
      expect(await refused(kind, { releaseDate: { operator, duration } })).toEqual([
        'condition.releaseDate.duration',
      ]);
    }
  });

  it.each<[string, unknown]>([
    ['a list for a condition', []],
    ['a list of conditions for a condition', [{ title: is('a') }]],
    ['a text for a condition', 'title'],
    ['a number for a condition', 5],
    ['an unknown field', { colour: is('red') }],
    ['a field of JavaScript', { constructor: is('a') }],
    ['an unknown operator', { title: { operator: 'sounds', value: 'a' } }],
    ['an operator of another field', { libraryId: { operator: 'contains', value: 'a' } }],
    ['no operator', { title: { value: 'a' } }],
    ['no test', { title: null }],
    ['a text for a test', { title: 'a' }],
    ['a list for a test', { title: [is('a')] }],
    ['an object for a group', { allOf: { title: is('a') } }],
    ['no group', { anyOf: null }],
    ['a text in a group', { anyOf: ['title'] }],
    ['a list in a group', { allOf: [[{ title: is('a') }]] }],
  ])('for %s', async (_, condition) => {
    expect(await refused(kind, condition)).toHaveLength(1);
  });

  it('for 33 levels and for 10,000 tests', async () => {
    let deep: unknown = { title: is('a') };
    for (let depth = 0; depth < 33; depth++) deep = { [depth % 2 ? 'allOf' : 'anyOf']: [deep] };
    expect(await refused(kind, deep)).toHaveLength(1);
    const wide = Array.from({ length: 10_000 }, (_, index) => ({ title: is(`t${index}`) }));
    expect(await refused(kind, { anyOf: wide })).toHaveLength(1);
  });
});

describe.each(['series', 'books'])('conditions of %s are taken', (kind) => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['an empty object', {}],
    ['empty groups', { allOf: [], anyOf: [] }],
    ['groups of empty groups', { anyOf: [{ allOf: [{ anyOf: [] }] }, {}] }],
    ['null in a group', { allOf: [null, { title: is('a') }] }],
    ['only the name of a class', { type: 'AllOfSeries' }],
    ['a class that is no text', { type: 5, allOf: [{ type: null, title: is('a') }] }],
    ['16 levels', Array.from({ length: 16 }).reduce((inner) => ({ allOf: [inner] }), {})],
    ['keys in other cases', { TITLE: { Operator: 'IS', Value: 'a' } }],
  ])('with %s', (_, condition) => accepted(kind, condition));

  it('with 500 tests', async () => {
    const anyOf = Array.from({ length: 500 }, (_, index) => ({ title: is(`t${index}`) }));
    expect(await ask(kind, { anyOf })).toMatchObject({ status: 200 });
  });
});
