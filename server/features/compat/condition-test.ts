import { z } from 'zod';

import { badField } from '../../../shared/errors.ts';
import type { Filter, FilterOperator } from '../../database/filter-sql.ts';
import { posterTypes } from './choices.ts';
import { wholeDays } from './duration.ts';

/** What a field of a condition holds decides which operators and values it takes. */
export type ConditionKind = 'id' | 'text' | 'number' | 'date' | 'flag' | 'author' | 'poster';
/** A kind, or the values of a field that knows only a few. */
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

/** Reads `{"operator": …, "value": …}` of a field. Throws BadRequest for what cannot be meant. */
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

/** The value as filters have it; null where it restricts nothing. */
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

/** As clients may write one, 12.5 or "12.5". */
const number = z.union([z.number(), z.string().regex(/^[-+]?\d{1,300}(?:\.\d{1,300})?$/)]);

const readChoice = (choices: readonly string[], value: unknown, path: string): string => {
  const choice = typeof value === 'string' ? value.toUpperCase() : '';
  if (!choices.includes(choice)) throw badField(path, `Use one of ${choices.join(', ')}`);
  return choice;
};

const author = z.object({ name: z.string().nullish(), role: z.string().nullish() });

/** A name and a role; what is missing or empty may be any. */
const readAuthor = (value: unknown, path: string): string => {
  const { data } = author.safeParse(value);
  if (!data) throw badField(path, 'Write {"name": …, "role": …}');
  return [data.name, data.role].map((part) => (part ?? '').replaceAll('\n', ' ')).join('\n');
};

const poster = z.object({ type: z.string().nullish(), selected: z.boolean().nullish() });

/** Every cover that is kept is one that was made of the book. */
const readPoster = (value: unknown, path: string): string | null => {
  const { data } = poster.safeParse(value);
  if (!data) throw badField(path, 'Write {"type": …, "selected": …}');
  const { type = null, selected = null } = data;
  if (type === null && selected === null) return null;
  const isMade = type === null || readChoice(posterTypes, type, `${path}.type`) === 'GENERATED';
  return String(isMade && selected !== false);
};

/** Dates compare as days of UTC: a book is released on a day, not at a time. */
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
/** Far enough for any book, and what a date of four digits can say. */
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

/** A date, or a moment with or without seconds and zone; Java writes the name of a zone in brackets too. */
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
