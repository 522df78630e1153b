import { z } from 'zod';

import { badField } from '../../../shared/errors.ts';
import type { Filter, FilterOperator } from '../../database/filter-sql.ts';
import { posterTypes } from './choices.ts';
import { wholeDays } from './duration.ts';

/** The type of a field, which determines its operators and values. */
export type ConditionKind = 'id' | 'text' | 'number' | 'date' | 'flag' | 'author' | 'poster';
/** A type, or the allowed values of an enumerated field. */
export type ConditionField = ConditionKind | readonly string[];

const equality = ['is', 'isNot'];
const nullable = ['isNull', 'isNotNull'];
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

/** Parses a field's `{"operator": …, "value": …}`. Throws BadRequest for an invalid one. */
export const readTest = (
  field: string,
  kind: ConditionField,
  input: unknown,
  path: string,
  now: Date,
): Filter => {
  const test = isObject(input) ? withLowerCaseKeys(input) : {};
  const wanted = test['operator'];
  if (typeof wanted !== 'string') throw badField(path, 'Write {"operator": …, "value": …}');
  const operators = typeof kind === 'string' ? operatorsOf[kind] : equality;
  const operator = operators.find((name) => name.toLowerCase() === wanted.toLowerCase()) as
    FilterOperator | undefined;
  if (operator === undefined) {
    throw badField(`${path}.operator`, `Use one of ${operators.join(', ')}`);
  }
  if (kind === 'flag' || nullable.includes(operator)) return { field, operator, value: '' };
  if (kind === 'date') return readDate(field, operator, test, path, now);
  const value = readValue(kind, test['value'], `${path}.value`);
  return value === null ? { all: [] } : { field, operator, value };
};

/** The value in filter form; null if it does not restrict anything. */
const readValue = (
  kind: Exclude<ConditionField, 'date' | 'flag'>,
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

const readChoice = (choices: readonly string[], value: unknown, path: string): string => {
  const choice = typeof value === 'string' ? value.toUpperCase() : '';
  if (!choices.includes(choice)) throw badField(path, `Use one of ${choices.join(', ')}`);
  return choice;
};

const author = z.object({ name: z.string().nullish(), role: z.string().nullish() });

/** A name and a role; a missing or empty one matches any. */
const readAuthor = (value: unknown, path: string): string => {
  const { data } = author.safeParse(value);
  if (!data) throw badField(path, 'Write {"name": …, "role": …}');
  return [data.name, data.role].map((part) => (part ?? '').replaceAll('\n', ' ')).join('\n');
};

const poster = z.object({ type: z.string().nullish(), selected: z.boolean().nullish() });

/** All posters are generated, so only that type matches. */
const readPoster = (value: unknown, path: string): string | null => {
  const { data } = poster.safeParse(value);
  if (!data) throw badField(path, 'Write {"type": …, "selected": …}');
  const { type = null, selected = null } = data;
  if (type === null && selected === null) return null;
  const isMade = type === null || readChoice(posterTypes, type, `${path}.type`) === 'GENERATED';
  return String(isMade && selected !== false);
};

/** Dates are compared as UTC days, because a release has a date but no time. */
const readDate = (
  field: string,
  operator: FilterOperator | 'before' | 'after' | 'isInTheLast' | 'isNotInTheLast',
  test: Record<string, unknown>,
  path: string,
  now: Date,
): Filter => {
  switch (operator) {
    case 'isInTheLast':
    case 'isNotInTheLast': {
      const value = daysBefore(now, test['duration'], `${path}.duration`);
      return { field, operator: operator === 'isInTheLast' ? 'greaterThan' : 'lessThan', value };
    }
    case 'before':
    case 'after': {
      const value = dayOf(test['datetime'] ?? test['value'], `${path}.dateTime`);
      return { field, operator: operator === 'before' ? 'lessThan' : 'greaterThan', value };
    }
    default:
      return { field, operator, value: dayOf(test['datetime'] ?? test['value'], `${path}.value`) };
  }
};

const dayInMs = 86_400_000;
/** The range of four-digit dates. */
const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'];

const daysBefore = (now: Date, duration: unknown, path: string): string => {
  const days = typeof duration === 'string' ? wholeDays(duration) : null;
  if (days === null) throw badField(path, 'Write an ISO 8601 duration, as P30D or PT12H');
  return dayAt(now.getTime() - days * dayInMs);
};

const dayAt = (time: number): string =>
  new Date(Math.min(Math.max(time, Date.parse(firstDay)), Date.parse(lastDay)))
    .toISOString()
    .slice(0, 10);

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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
