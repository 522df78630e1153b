import { badField } from '../../../shared/errors.ts';
import type { Filter, FilterOperator } from '../../database/filter-sql.ts';

/** What a field of a condition holds decides which operators and values it takes. */
export type ConditionKind =
  'id' | 'text' | 'number' | 'date' | 'flag' | 'choice' | 'author' | 'poster';
export type ConditionFields = Readonly<Record<string, ConditionKind>>;

const maxDepth = 16;
const maxTests = 500;

/**
 * Reads the `condition` of a request. Names of fields and operators fit in any case, several fields of one
 * object must all hold, and a group without members leaves everything. Throws BadRequest for a name that is
 * unknown and for a value that cannot be meant: a filter that is left out would show the wrong books.
 */
export const readCondition = (fields: ConditionFields, input: unknown, now: Date): Filter => {
  const byName = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name]));
  let tests = 0;
  const node = (value: unknown, path: string, depth: number): Filter => {
    if (value === undefined || value === null) return { all: [] };
    if (!isObject(value)) throw badField(path, 'A condition is an object');
    return {
      all: Object.entries(value)
        .filter(([, test]) => test !== undefined && test !== null)
        .map(([key, test]): Filter => {
          const own = `${path}.${key}`;
          const name = key.toLowerCase();
          if (name === 'allof' || name === 'anyof') {
            if (!Array.isArray(test)) throw badField(own, 'A list of conditions is expected');
            if (depth === maxDepth) throw badField(own, `Conditions nest deeper than ${maxDepth}`);
            const inner = test.map((item, index) => node(item, `${own}.${index}`, depth + 1));
            return name === 'allof' ? { all: inner } : { any: inner };
          }
          const field = byName.get(name);
          if (field === undefined) {
            throw badField(own, `Unknown field; use one of ${Object.keys(fields).join(', ')}`);
          }
          tests += 1;
          if (tests > maxTests) throw badField(own, `There are more than ${maxTests} comparisons`);
          return readTest(field, fields[field] ?? 'text', test, own, now);
        }),
    };
  };
  return node(input, 'condition', 0);
};

const operatorsOf: Readonly<Record<ConditionKind, readonly string[]>> = {
  id: ['is', 'isNot', 'isNull', 'isNotNull'],
  text: [
    'is',
    'isNot',
    'contains',
    'doesNotContain',
    'beginsWith',
    'doesNotBeginWith',
    'endsWith',
    'doesNotEndWith',
    'isNull',
    'isNotNull',
  ],
  number: ['is', 'isNot', 'greaterThan', 'lessThan', 'isNull', 'isNotNull'],
  date: ['before', 'after', 'isInTheLast', 'isNotInTheLast', 'is', 'isNot', 'isNull', 'isNotNull'],
  flag: ['isTrue', 'isFalse'],
  choice: ['is', 'isNot'],
  author: ['is', 'isNot'],
  poster: ['is', 'isNot'],
};

const readTest = (
  field: string,
  kind: ConditionKind,
  test: unknown,
  path: string,
  now: Date,
): Filter => {
  const wanted = isObject(test) ? test['operator'] : undefined;
  if (!isObject(test) || typeof wanted !== 'string') {
    throw badField(path, 'Write {"operator": …, "value": …}');
  }
  const operator = operatorsOf[kind].find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (operator === undefined) {
    throw badField(`${path}.operator`, `Use one of ${operatorsOf[kind].join(', ')}`);
  }
  const is = (name: FilterOperator, value = ''): Filter => ({ field, operator: name, value });
  if (kind === 'flag' || operator === 'isNull' || operator === 'isNotNull') {
    return is(operator as FilterOperator);
  }
  if (kind === 'date') return is(...readDate(operator, test, path, now));
  return is(operator as FilterOperator, readValue(kind, test['value'], `${path}.value`));
};

const readValue = (kind: ConditionKind, value: unknown, path: string): string => {
  if (kind === 'author' && isObject(value)) {
    const { name, role } = value;
    return [name, role].map((part) => (typeof part === 'string' ? oneLine(part) : '')).join('\n');
  }
  // Every cover that is kept is one that was made of the book.
  if (kind === 'poster' && isObject(value)) {
    const isMade = value['type'] === undefined || value['type'] === 'GENERATED';
    return String(isMade && value['selected'] !== false);
  }
  if (kind === 'number' && Number.isFinite(Number(value)) && value !== '') return String(value);
  if (kind === 'choice' && typeof value === 'string') return value.toUpperCase();
  if ((kind === 'text' || kind === 'id') && typeof value === 'string') return value;
  throw badField(path, `This is no value for ${kind === 'author' ? 'an author' : `a ${kind}`}`);
};

const oneLine = (text: string): string => text.replaceAll('\n', ' ');

/** Dates compare as days: a book is released on a day, not at a time. */
const readDate = (
  operator: string,
  test: Record<string, unknown>,
  path: string,
  now: Date,
): [FilterOperator, string] => {
  if (operator === 'isInTheLast' || operator === 'isNotInTheLast') {
    const days = /^P(?:(\d{1,5})D)?(?:T.*)?$/.exec(String(test['duration']))?.[1];
    if (days === undefined) throw badField(`${path}.duration`, 'Write a number of days, as P30D');
    const since = new Date(now.getTime() - Number(days) * 86_400_000).toISOString().slice(0, 10);
    return [operator === 'isInTheLast' ? 'atLeast' : 'lessThan', since];
  }
  const given = String(test['dateTime'] ?? test['value']);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(given)?.[0];
  if (day === undefined)
    throw badField(`${path}.dateTime`, 'Write a date, as 2024-01-31T00:00:00Z');
  if (operator === 'before') return ['lessThan', day];
  if (operator === 'after') return ['greaterThan', day];
  return [operator as FilterOperator, day];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
