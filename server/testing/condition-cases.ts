import type { z } from 'zod';

import { toSearchKey } from '../text/search-key.ts';
import type { bookShape, seriesShape } from './komga-shapes.ts';

export type SeriesRecord = z.output<typeof seriesShape>;
export type BookRecord = z.output<typeof bookShape>;

/** A condition on one field in client format, with a reference implementation. */
export interface ConditionCase<Record> {
  field: string;
  test: { operator: string; value?: unknown; dateTime?: string; duration?: string };
  holds: (record: Record) => boolean;
}

const texts: Record<string, (text: string, value: string) => boolean> = {
  is: (text, value) => text === value,
  contains: (text, value) => text.includes(value),
  beginsWith: (text, value) => text.startsWith(value),
  endsWith: (text, value) => text.endsWith(value),
};
const notTexts: Record<string, string> = {
  is: 'isNot',
  contains: 'doesNotContain',
  beginsWith: 'doesNotBeginWith',
  endsWith: 'doesNotEndWith',
};

/** Each test with its negation, for operators that are exact opposites. */
export const both = <R>(
  field: string,
  [operator, opposite]: readonly [string, string],
  value: unknown,
  holds: (record: R) => boolean,
): ConditionCase<R>[] => [
  { field, test: { operator, value }, holds },
  { field, test: { operator: opposite, value }, holds: (record) => !holds(record) },
];
export const equal = ['is', 'isNot'] as const;

const known = <R>(field: string, isKnown: (record: R) => boolean): ConditionCase<R>[] => [
  { field, test: { operator: 'isNotNull' }, holds: isKnown },
  { field, test: { operator: 'isNull' }, holds: (record) => !isKnown(record) },
];

export const ofText = <R>(
  field: string,
  textOf: (record: R) => string,
  values: readonly string[],
) =>
  values.flatMap((value) =>
    Object.entries(texts).flatMap(([operator, fits]) =>
      both<R>(field, [operator, notTexts[operator] ?? ''], value, (record) =>
        fits(toSearchKey(textOf(record)), toSearchKey(value)),
      ),
    ),
  );

export const ofName = <R>(
  field: string,
  nameOf: (record: R) => string,
  values: readonly string[],
) => [
  ...values.flatMap((value) =>
    both<R>(field, equal, value, (record) => toSearchKey(nameOf(record)) === toSearchKey(value)),
  ),
  ...known<R>(field, (record) => nameOf(record) !== ''),
];

export const ofNames = <R>(
  field: string,
  namesOf: (record: R) => string[],
  values: readonly string[],
) => [
  ...values.flatMap((value) =>
    both<R>(field, equal, value, (record) =>
      namesOf(record).some((name) => toSearchKey(name) === toSearchKey(value)),
    ),
  ),
  ...known<R>(field, (record) => namesOf(record).length > 0),
];

export const ofNumber = <R>(
  field: string,
  numberOf: (record: R) => number | null,
  values: readonly (number | string)[],
): ConditionCase<R>[] => [
  ...values.flatMap((value) => {
    const compared =
      (fits: (number: number) => boolean) =>
      (record: R): boolean => {
        const number = numberOf(record);
        return number !== null && fits(number);
      };
    return [
      ...both<R>(
        field,
        equal,
        value,
        compared((number) => number === Number(value)),
      ),
      {
        field,
        test: { operator: 'greaterThan', value },
        holds: compared((number) => number > Number(value)),
      },
      {
        field,
        test: { operator: 'lessThan', value },
        holds: compared((number) => number < Number(value)),
      },
    ];
  }),
  ...known<R>(field, (record) => numberOf(record) !== null),
];

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * A record without a date matches neither before nor after, neither in the last days nor the
 * opposite.
 */
export const ofDate = <R>(
  field: string,
  dateOf: (record: R) => string | null,
): ConditionCase<R>[] => {
  const compared =
    (fits: (date: string) => boolean) =>
    (record: R): boolean => {
      const date = dateOf(record);
      return date !== null && fits(date);
    };
  const moments = [
    ['1984-01-01T00:00:00Z', '1984-01-01'],
    ['1984-01-01T00:30:00+02:00', '1983-12-31'],
    ['1983-12-31T23:30:00-01:00[Atlantic/Azores]', '1984-01-01'],
    ['2024-02-29T12:00:00.123456789Z', '2024-02-29'],
  ] as const;
  const durations = [
    ['P30D', 30],
    ['PT720H', 30],
    ['P29DT23H59M59.5S', 29],
    ['PT0.5S', 0],
    ['PT-6H', 0],
    ['-P1D', -1],
    ['pt87600h', 3650],
    ['P999999D', 999_999],
  ] as const;
  return [
    ...moments.flatMap(([dateTime, day]) => [
      { field, test: { operator: 'before', dateTime }, holds: compared((date) => date < day) },
      { field, test: { operator: 'after', dateTime }, holds: compared((date) => date > day) },
    ]),
    ...durations.flatMap(([duration, days]) => {
      const since = days > 700_000 ? '0000-01-01' : dayAgo(days);
      return [
        {
          field,
          test: { operator: 'isInTheLast', duration },
          holds: compared((date) => date > since),
        },
        {
          field,
          test: { operator: 'isNotInTheLast', duration },
          holds: compared((date) => date < since),
        },
      ];
    }),
    ...known<R>(field, (record) => dateOf(record) !== null),
  ];
};

export const ofFlag = <R>(
  field: string,
  flagOf: (record: R) => boolean | null,
): ConditionCase<R>[] => [
  { field, test: { operator: 'isTrue' }, holds: (record) => flagOf(record) === true },
  { field, test: { operator: 'isFalse' }, holds: (record) => flagOf(record) === false },
];

export const ofChoice = <R>(
  field: string,
  choiceOf: (record: R) => string,
  choices: readonly string[],
) =>
  choices.flatMap((choice) =>
    both<R>(field, equal, choice, (record) => choiceOf(record) === choice),
  );

type Author = SeriesRecord['booksMetadata']['authors'][number];

export const ofAuthor = <R>(authorsOf: (record: R) => Author[]): ConditionCase<R>[] =>
  [
    { name: 'Juan Díaz Canales' },
    { name: 'JUAN DIAZ CANALES', role: 'Writer' },
    { name: 'Otomo', role: 'penciller' },
    { name: null, role: 'penciller' },
    { name: 'Nobody' },
    {},
  ].flatMap((value) =>
    both<R>('author', equal, value, (record) =>
      authorsOf(record).some(
        ({ name, role }) =>
          ((value.name ?? null) === null || toSearchKey(name) === toSearchKey(value.name ?? '')) &&
          (value.role === undefined || toSearchKey(role) === toSearchKey(value.role)),
      ),
    ),
  );

export const inLists = <R extends { id: string }>(field: string, lists: Map<string, Set<string>>) =>
  [...lists, ['no such list', new Set<string>()] as const].flatMap(([id, members]) =>
    both<R>(field, equal, id, (record) => members.has(record.id)),
  );
