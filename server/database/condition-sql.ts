import { type Condition, type Leaf, type Operator, partsOf } from '../../shared/condition.ts';
import type { Database } from './database.ts';
import { foldedValue } from './search-index.ts';
import { trigramsWithin } from '../text/words.ts';

/** SQL of a boolean and the values of its parameters. */
export interface Compiled {
  sql: string;
  parameters: Record<string, string>;
}

/** SQL, in parentheses, that holds where a field equals a value, named or as its parameter. Never null. */
export type Equals = (parameter: string, value: string) => string;

/** Tests of a field that is no text, in parentheses and never null. */
export interface SpecialField {
  is: Equals;
  atLeast?: Equals;
  atMost?: Equals;
  isNotNull: string;
}

/** A column of numbers, or an expression of one. */
export const numberField = (column: string): SpecialField => {
  const compared = (comparison: string) => (parameter: string) =>
    `(${column} IS NOT NULL AND ${column} ${comparison} CAST(${parameter} AS REAL))`;
  return {
    is: compared('='),
    atLeast: compared('>='),
    atMost: compared('<='),
    isNotNull: `(${column} IS NOT NULL)`,
  };
};

/** A column of one name, compared without case and diacritics. */
export const nameField = (column: string): SpecialField => ({
  is: (parameter) =>
    `(${column} IS NOT NULL AND search_fold(${column}) = search_fold(${parameter}))`,
  isNotNull: `(${column} IS NOT NULL)`,
});

/** A list of authors in JSON, compared by their names. */
export const authorsField = (list: string): SpecialField => ({
  is: (parameter) =>
    `(EXISTS (SELECT 1 FROM json_each(${list}) WHERE (SELECT still_running())
      AND search_fold(value ->> 'name') = search_fold(${parameter})))`,
  isNotNull: `(json_array_length(${list}) > 0)`,
});

/** What narrows a list: a condition that may name any field of its table, and a text to search. */
export interface RowFilter {
  condition?: Condition | undefined;
  fullTextSearch?: string | undefined;
}

export interface FilterTable {
  /** Key of the rows that are filtered: `s.pk`. */
  pk: string;
  /** The table that holds the folded texts of the rows. */
  values: 'series_values' | 'book_values';
  /** The text whose trigrams are indexed, in a table of its own. */
  named: { field: string; trigrams: 'series_trigrams' | 'books_trigrams' };
  /** The fields that are no texts. */
  special: Readonly<Record<string, Equals | SpecialField>>;
}

/** Sorts after every text that begins with what stands before it. */
const last = `char(0x10FFFF)`;

type TextTest = Exclude<Operator, 'isNot' | 'isNull' | 'atLeast' | 'atMost'>;

const textTests: Record<TextTest, (parameter: string) => string> = {
  is: (parameter) => ` AND value = ${parameter}`,
  isNotNull: () => '',
  contains: (parameter) => ` AND instr(value, ${parameter}) > 0`,
  beginsWith: (parameter) => ` AND value >= ${parameter} AND value < ${parameter} || ${last}`,
};

/**
 * Whether a row is filed under a letter from `a` to `z`, or under `#` for whatever begins with none. `key`
 * is the column of a natural key, in which articles stand behind and letters have no marks.
 */
export const filedUnder =
  (key: string): Equals =>
  (parameter, initial) =>
    initial === '#'
      ? `(NOT (${key} >= 'a' AND ${key} < '{'))`
      : `(${key} >= ${parameter} AND ${key} < ${parameter} || ${last})`;

/**
 * Asks once whether the filter is still wanted, before it looks at a value: it can be given up at each of
 * 500 comparisons. As a condition it would be asked only where the others hold.
 */
const askFirst = '(SELECT still_running() AS asked) CROSS JOIN';

/**
 * With more rows than this behind its trigrams, a text is found sooner by looking at every value: finding
 * a row by its trigrams and reading its text takes as long as reading 18 texts one after the other.
 */
const fewRows = 1000;

/** A full-text query takes a time that grows with the square of its terms, and so many leave few rows already. */
const mostTrigrams = 12;

const specialSql = (found: Equals | SpecialField, { operator, value }: Leaf, parameter: string) => {
  const tests: SpecialField =
    typeof found === 'function' ? { is: found, isNotNull: 'true' } : found;
  switch (operator) {
    case 'isNull':
      return tests.isNotNull === 'true' ? 'false' : `NOT ${tests.isNotNull}`;
    case 'isNotNull':
      return tests.isNotNull;
    case 'isNot':
      return `NOT ${tests.is(parameter, value)}`;
    case 'atLeast':
    case 'atMost':
      return tests[operator]?.(parameter, value) ?? 'false';
    default:
      return tests.is(parameter, value);
  }
};

/** A `NOT` of a test says the opposite for every row: no test is ever null. */
const leafSql = ({ pk, values, special }: FilterTable, leaf: Leaf, parameter: string): string => {
  const { field, operator } = leaf;
  const found = special[field];
  if (found) return specialSql(found, leaf, parameter);
  const negated = operator === 'isNot' || operator === 'isNull';
  const test = negated ? (operator === 'isNot' ? 'is' : 'isNotNull') : (operator as TextTest);
  // The name of a field is one of those that the schema lists, never text of the request.
  return `${pk} ${negated ? 'NOT IN' : 'IN'} (
    SELECT pk FROM ${askFirst} ${values}
    WHERE asked AND field = '${field}'${textTests[test](parameter)})`;
};

/**
 * How many rows and values a filter of a table with so many rows may have to look at: every row once, and
 * every value for each comparison that no index answers. To prepare a comparison takes as long as some
 * rows do, more the longer its value is.
 */
export const rowsToLookAt = (condition: Condition, rows: number): number => {
  const costs = (node: Condition): number => {
    const parts = partsOf(node);
    if (parts) return parts.reduce((sum, inner) => sum + costs(inner), 0);
    const { operator, value } = node as Leaf;
    const scans = ['contains', 'isNull', 'isNotNull'].includes(operator) ? rows : 0;
    return scans + rowsPerComparison + rowsPerCharacter * value.length;
  };
  return rows + costs(condition);
};
const rowsPerComparison = 300;
const rowsPerCharacter = 10;

/**
 * Gives filters as SQL. Only names of known fields and parameters get into the text. What is always true
 * or false is taken out on the way.
 */
export const createConditionSql = (database: Database, table: FilterTable) => {
  const { pk, values, named, special } = table;
  const count = database
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM ${named.trigrams}
       WHERE ${named.trigrams} MATCH ? LIMIT ${fewRows})`,
    )
    .pluck();
  /** The trigrams that every row which contains a text must have, where they leave few rows. */
  const fewTrigrams = ({ field, operator }: Leaf, value: string): string | null => {
    if (field !== named.field || operator !== 'contains') return null;
    const match = trigramsWithin(value, mostTrigrams)
      .map((trigram) => `"${trigram}"`)
      .join(' AND ');
    return match !== '' && (count.get(match) ?? 0) < fewRows ? match : null;
  };
  return (condition: Condition): Compiled => {
    const parameters: Record<string, string> = {};
    const compile = (node: Condition): string => {
      if ('allOf' in node) return combine(node.allOf.map(compile), 'AND');
      if ('anyOf' in node) return combine(node.anyOf.map(compile), 'OR');
      if ('not' in node) return opposite(compile(node.not));
      const name = `value_${Object.keys(parameters).length}`;
      const value = special[node.field] ? node.value : foldedValue(node.value);
      const match = fewTrigrams(node, value);
      parameters[name] = value;
      if (match === null) return leafSql(table, node, `:${name}`);
      parameters[`match_${name}`] = match;
      return `${pk} IN (
        SELECT v.pk FROM ${named.trigrams} f CROSS JOIN ${values} v
        ON v.pk = f.rowid AND v.field = '${named.field}'
        WHERE ${named.trigrams} MATCH :match_${name} AND instr(v.value, :${name}) > 0)`;
    };
    return { sql: compile(condition), parameters };
  };
};

const opposite = (sql: string): string =>
  sql === 'true' ? 'false' : sql === 'false' ? 'true' : `(NOT ${sql})`;

/** Joins tests and takes out what decides nothing. */
export const combine = (parts: string[], operator: 'AND' | 'OR'): string => {
  const [neutral, decisive] = operator === 'AND' ? ['true', 'false'] : ['false', 'true'];
  if (parts.includes(decisive)) return decisive;
  const rest = parts.filter((part) => part !== neutral);
  return rest.length === 0 ? neutral : joined(rest, operator);
};

/** In halves of halves: SQLite bounds how deep an expression is, and counts a row of 500 as 500 deep. */
const joined = (parts: readonly string[], operator: 'AND' | 'OR'): string => {
  if (parts.length <= 1) return parts.join('');
  const middle = parts.length >> 1;
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)];
  return `(${joined(left, operator)} ${operator} ${joined(right, operator)})`;
};
