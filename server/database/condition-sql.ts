import { type Condition, type Leaf, type Operator, partsOf } from '../../shared/condition.ts';
import type { Database } from './types.ts';
import { foldedValue } from './search-index.ts';
import { trigramsWithin } from '../text/tokens.ts';

/** A boolean SQL expression with its parameters. */
export interface Compiled {
  sql: string;
  parameters: Record<string, string>;
}

/**
 * SQL, in parentheses, for equality of a field and a value, given both as text and as parameter.
 * Never null.
 */
export type Equals = (parameter: string, value: string) => string;

/** Operators of a non-text field, as SQL in parentheses that is never null. */
export interface SpecialField {
  is: Equals;
  atLeast?: Equals;
  atMost?: Equals;
  isNotNull: string;
}

/** A numeric column or expression. */
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

/** A column with a single name, compared ignoring case and diacritics. */
export const nameField = (column: string): SpecialField => ({
  is: (parameter) =>
    `(${column} IS NOT NULL AND search_fold(${column}) = search_fold(${parameter}))`,
  isNotNull: `(${column} IS NOT NULL)`,
});

/** A JSON list of authors, compared by name. */
export const authorsField = (list: string): SpecialField => ({
  is: (parameter) =>
    `(EXISTS (SELECT 1 FROM json_each(${list}) WHERE (SELECT abort_if_cancelled())
      AND search_fold(value ->> 'name') = search_fold(${parameter})))`,
  isNotNull: `(json_array_length(${list}) > 0)`,
});

/** Restricts a list: a condition on the fields of its table, and a search text. */
export interface RowFilter {
  condition?: Condition | undefined;
  fullTextSearch?: string | undefined;
}

export interface FilterTable {
  /** Key of the filtered rows: `s.pk`. */
  pk: string;
  /** The table with the folded texts of the rows. */
  values: 'series_values' | 'book_values';
  /** The text field with a trigram index, in a table of its own. */
  named: { field: string; trigrams: 'series_trigrams' | 'books_trigrams' };
  /** The non-text fields. */
  special: Readonly<Record<string, Equals | SpecialField>>;
}

/** Appended to a prefix, sorts after every text with that prefix. */
const last = `char(0x10FFFF)`;

type TextTest = Exclude<Operator, 'isNot' | 'isNull' | 'atLeast' | 'atMost'>;

const textTests: Record<TextTest, (parameter: string) => string> = {
  is: (parameter) => ` AND value = ${parameter}`,
  isNotNull: () => '',
  contains: (parameter) => ` AND instr(value, ${parameter}) > 0`,
  beginsWith: (parameter) => ` AND value >= ${parameter} AND value < ${parameter} || ${last}`,
};

/**
 * Whether a row belongs to a letter from `a` to `z`, or to `#` for any other first character. `key`
 * is the column of a natural key, which has articles moved to the end and no diacritics.
 */
export const filedUnder =
  (key: string): Equals =>
  (parameter, initial) =>
    initial === '#'
      ? `(NOT (${key} >= 'a' AND ${key} < '{'))`
      : `(${key} >= ${parameter} AND ${key} < ${parameter} || ${last})`;

/**
 * Checks for cancellation before reading values, so that each of 500 comparisons can be aborted. As
 * a condition it would run only where the others hold.
 */
const askFirst = '(SELECT abort_if_cancelled() AS asked) CROSS JOIN';

/**
 * With more candidate rows than this, a full scan is faster: finding a row by its trigrams and
 * reading its text takes as long as reading 18 texts sequentially.
 */
const fewRows = 1000;

/**
 * Maximum trigrams, because a full-text query is quadratic in its terms and this many leave few
 * rows already.
 */
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

/** Negation is exact for every row, because no test is ever null. */
const leafSql = ({ pk, values, special }: FilterTable, leaf: Leaf, parameter: string): string => {
  const { field, operator } = leaf;
  const found = special[field];
  if (found) return specialSql(found, leaf, parameter);
  const negated = operator === 'isNot' || operator === 'isNull';
  const test = negated ? (operator === 'isNot' ? 'is' : 'isNotNull') : (operator as TextTest);
  // Field names come from the schema, never from the request.
  return `${pk} ${negated ? 'NOT IN' : 'IN'} (
    SELECT pk FROM ${askFirst} ${values}
    WHERE asked AND field = '${field}'${textTests[test](parameter)})`;
};

/**
 * Estimates how many rows and values a filter reads: every row once, and every value for each
 * comparison without an index. Preparing a comparison costs as much as some rows, more for a longer
 * value.
 */
export const estimateRows = (condition: Condition, rows: number): number => {
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
 * Compiles filters to SQL. Only known field names and parameters become part of the text. Constant
 * conditions are eliminated.
 */
export const createConditionSql = (database: Database, table: FilterTable) => {
  const { pk, values, named, special } = table;
  const count = database
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM ${named.trigrams}
       WHERE ${named.trigrams} MATCH ? LIMIT ${fewRows})`,
    )
    .pluck();
  /** The trigrams that every row with a text must contain, if they are selective. */
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

/** Joins tests, dropping constant ones. */
export const combine = (parts: string[], operator: 'AND' | 'OR'): string => {
  const [neutral, decisive] = operator === 'AND' ? ['true', 'false'] : ['false', 'true'];
  if (parts.includes(decisive)) return decisive;
  const rest = parts.filter((part) => part !== neutral);
  return rest.length === 0 ? neutral : joined(rest, operator);
};

/**
 * Nests in balanced halves, because SQLite limits the depth of an expression, and a chain of 500
 * counts as 500 deep.
 */
const joined = (parts: readonly string[], operator: 'AND' | 'OR'): string => {
  if (parts.length <= 1) return parts.join('');
  const middle = parts.length >> 1;
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)];
  return `(${joined(left, operator)} ${operator} ${joined(right, operator)})`;
};
