import { z } from 'zod';

import { clamp } from '../../../shared/clamp.ts';
import { dayMs } from '../../../shared/durations.ts';
import { badField } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { RowCondition, RowOperator } from '../../database/condition-types.ts';
import { posterTypes, readChoice } from './choices.ts';
import { wholeDays } from './duration.ts';

/** The type of a field, which determines its operators and values. */
export type ConditionKind = 'id' | 'text' | 'number' | 'date' | 'flag' | 'author' | 'poster';
/**
 * A type; the allowed values of an enumerated field; or the stored name of a text, where `optional`
 * ones without a value count as empty.
 */
export type ConditionField = ConditionKind | readonly string[] | { text: string; optional?: true };

const equality = ['is', 'isNot'];
const nullable = ['isNull', 'isNotNull'];
const negated: Readonly<Record<string, RowOperator>> = {
  doesNotContain: 'contains',
  doesNotBeginWith: 'beginsWith',
  doesNotEndWith: 'endsWith',
};
const operatorsOf: Readonly<Record<ConditionKind, readonly string[]>> = {
  id: equality,
  text: [
    ...equality,
    'contains',
    'doesNotContain',
    'beginsWith',
    'doesNotBeginWith',
    'endsWith',
    'doesNotEndWith',
    ...nullable,
  ],
  number: [...equality, 'greaterThan', 'lessThan', ...nullable],
  date: ['before', 'after', 'isInTheLast', 'isNotInTheLast', ...equality, ...nullable],
  flag: ['isTrue', 'isFalse'],
  author: equality,
  poster: equality,
};

/**
 * Translates a field's `{"operator": …, "value": …}`; null if it does not restrict anything. Throws
 * BadRequest for an invalid one.
 */
export const readTest = (
  name: string,
  type: ConditionField,
  input: unknown,
  path: string,
  now: Date,
): RowCondition | null => {
  const { text: field, optional } =
    typeof type === 'object' && 'text' in type ? type : { text: name };
  const kind = typeof type === 'object' && 'text' in type ? 'text' : type;
  const test = isRecord(input) ? withLowerCaseKeys(input) : {};
  const wanted = test['operator'];
  if (typeof wanted !== 'string') throw badField(path, 'Write {"operator": …, "value": …}');
  const operators = typeof kind === 'string' ? operatorsOf[kind] : equality;
  const operator = operators.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (operator === undefined) {
    throw badField(`${path}.operator`, `Use one of ${operators.join(', ')}`);
  }
  const leaf = (own: string, value: string): RowCondition => ({
    field,
    operator: own as RowOperator,
    value,
  });
  if (kind === 'flag') return leaf('is', String(operator === 'isTrue'));
  // An empty text counts as none.
  const filled = leaf('greaterThan', '');
  if (nullable.includes(operator)) {
    if (kind !== 'text') return leaf(operator, '');
    return operator === 'isNotNull' ? filled : { not: filled };
  }
  if (kind === 'date') return leaf(...readDate(operator, test, path, now));
  const value = readValue(kind, test['value'], `${path}.value`);
  if (value === null) return null;
  if (optional && value === '' && equality.includes(operator)) {
    return operator === 'is' ? { not: filled } : filled;
  }
  const positive = negated[operator];
  return positive === undefined ? leaf(operator, value) : { not: leaf(positive, value) };
};

const readValue = (
  kind: Exclude<ConditionKind, 'date' | 'flag'> | readonly string[],
  value: unknown,
  path: string,
): string | null => {
  if (typeof kind !== 'string') return readChoice(kind, value, path);
  switch (kind) {
    case 'author':
      return readAuthor(value, path);
    case 'poster':
      return readPoster(value, path);
    case 'number':
      if (!number.safeParse(value).success) throw badField(path, 'Write a number');
      return String(Number(value));
    default:
      if (typeof value !== 'string') throw badField(path, 'Write a text');
      return value;
  }
};

/** Clients send either 12.5 or "12.5". */
const number = z.union([z.number(), z.string().regex(/^[-+]?\d{1,300}(?:\.\d{1,300})?$/)]);

const author = z.object({ name: z.string().nullish(), role: z.string().nullish() });

/** A name and a role, as JSON; a missing or empty one matches any. */
const readAuthor = (value: unknown, path: string): string => {
  const { data } = author.safeParse(value);
  if (!data) throw badField(path, 'Write {"name": …, "role": …}');
  return JSON.stringify(data);
};

const poster = z.object({ type: z.string().nullish(), selected: z.boolean().nullish() });

/** All posters are generated, so only that type matches. */
const readPoster = (value: unknown, path: string): string | null => {
  const { data } = poster.safeParse(value);
  if (!data) throw badField(path, 'Write {"type": …, "selected": …}');
  const { type = null, selected = null } = data;
  if (type === null && selected === null) return null;
  const isMade = type === null || readChoice(posterTypes, type, `${path}.type`) === 'generated';
  return String(isMade && selected !== false);
};

/** Dates are compared as UTC days, because a release has a date but no time. */
const readDate = (
  operator: string,
  test: Record<string, unknown>,
  path: string,
  now: Date,
): [operator: string, value: string] => {
  switch (operator) {
    case 'isInTheLast':
    case 'isNotInTheLast': {
      const value = dateBefore(now, test['duration'], `${path}.duration`);
      return [operator === 'isInTheLast' ? 'greaterThan' : 'lessThan', value];
    }
    case 'before':
    case 'after': {
      const value = dayOf(test['datetime'] ?? test['value'], `${path}.dateTime`);
      return [operator === 'before' ? 'lessThan' : 'greaterThan', value];
    }
    default:
      return [operator, dayOf(test['datetime'] ?? test['value'], `${path}.value`)];
  }
};

/** The range of four-digit dates. */
const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'];

const dateBefore = (now: Date, duration: unknown, path: string): string => {
  const days = typeof duration === 'string' ? wholeDays(duration) : null;
  if (days === null) throw badField(path, 'Write an ISO 8601 duration, as P30D or PT12H');
  return dayAt(now.getTime() - days * dayMs);
};

const dayAt = (time: number): string =>
  new Date(clamp(time, Date.parse(firstDay), Date.parse(lastDay))).toISOString().slice(0, 10);

/** A date, or a timestamp with optional seconds and zone; Java adds the zone name in brackets. */
const moment =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[-+]\d{2}:?\d{2})?(?:\[[^\]]*\])?)?$/i;

const dayOf = (input: unknown, path: string): string => {
  const [given = '', date = '', zone] = moment.exec(typeof input === 'string' ? input : '') ?? [];
  const time = Date.parse(given.replace(/\[.*/, '') + (given.length > 10 && !zone ? 'Z' : ''));
  if (!z.iso.date().safeParse(date).success || Number.isNaN(time)) {
    throw badField(path, 'Write a date, as 2024-01-31T00:00:00Z');
  }
  return dayAt(time);
};

const withLowerCaseKeys = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]));
