import { type Leaf, leavesOf } from '../../shared/condition.ts';
import type { Database } from './types.ts';
import { cancelCheck, createNameContains } from './name-contains.ts';
import { foldedValue } from './search-index.ts';
import type {
  RowOperator,
  RowCondition,
  CompiledFilter,
  Equals,
  RowTest,
  SpecialField,
  FilterTable,
} from './condition-types.ts';
type RowLeaf = Leaf<string, RowOperator>;

/** A field with an order; `compared` is SQL that is never null. */
export const orderedField = (
  isNotNull: string,
  compared: (comparison: string, parameter: string) => string,
): SpecialField => {
  const comparedBy =
    (comparison: string): Equals =>
    (parameter) =>
      compared(comparison, parameter);
  return {
    is: comparedBy('='),
    atLeast: comparedBy('>='),
    atMost: comparedBy('<='),
    greaterThan: comparedBy('>'),
    lessThan: comparedBy('<'),
    isNotNull: () => isNotNull,
  };
};

/** A column or expression that can be null; `cast` converts the parameter to its type. */
const nullableField = (column: string, cast: (parameter: string) => string): SpecialField =>
  orderedField(
    `(${column} IS NOT NULL)`,
    (comparison, parameter) =>
      `(${column} IS NOT NULL AND ${column} ${comparison} ${cast(parameter)})`,
  );

/** A numeric column or expression. */
export const numberField = (column: string): SpecialField =>
  nullableField(column, (parameter) => `CAST(${parameter} AS REAL)`);

/** A date column, compared as text. */
export const dateField = (column: string): SpecialField =>
  nullableField(column, (parameter) => parameter);

/** A field with an SQL expression for each of its values. */
export const choiceField =
  (choices: Readonly<Record<string, string>>): Equals =>
  (_, value) =>
    choices[value] ?? 'false';

/** Whole days since a timestamp. */
export const daysSince = (column: string): SpecialField =>
  numberField(`CAST(julianday('now') - julianday(${column}) AS INTEGER)`);

/**
 * A text that no index has, compared ignoring case and diacritics. `holds` returns SQL for a test of
 * it, in parentheses, or null if there is none.
 */
export const foldedField = (
  column: string,
  holds: (test: string) => string = (test) => `(${test})`,
): SpecialField => {
  const folded = `search_fold(${column})`;
  const wanted = (parameter: string) => `search_fold(${parameter})`;
  return {
    is: (parameter) => holds(`${folded} = ${wanted(parameter)}`),
    contains: (parameter) => holds(`instr(${folded}, ${wanted(parameter)}) > 0`),
    beginsWith: (parameter) =>
      holds(`substr(${folded}, 1, length(${wanted(parameter)})) = ${wanted(parameter)}`),
  };
};

/** The same for a column that can be null. */
export const nullableFoldedField = (column: string): SpecialField => ({
  ...foldedField(column, (test) => `(${column} IS NOT NULL AND ${test})`),
  isNotNull: () => `(${column} IS NOT NULL)`,
});

/** The key of a row in another table, compared by its id. */
export const rowField =
  (column: string, table: string): Equals =>
  (id) =>
    `(${column} IS (SELECT pk FROM ${table} WHERE id = ${id}))`;

/** A field that is true or false, or neither. */
export const booleanField = (yes: string, no = `(NOT ${yes})`): Equals =>
  choiceField({ true: yes, false: no });

/** A column with a single name, compared ignoring case and diacritics. */
export const nameField = (column: string): SpecialField => ({
  is: (parameter) =>
    `(${column} IS NOT NULL AND search_fold(${column}) = search_fold(${parameter}))`,
  isNotNull: () => `(${column} IS NOT NULL)`,
});

/** Appended to a prefix, sorts after every text with that prefix. */
const last = `char(0x10FFFF)`;

const textTests: Partial<Record<RowTest, (parameter: string) => string>> = {
  is: (parameter) => ` AND value = ${parameter}`,
  isNotNull: () => '',
  greaterThan: (parameter) => ` AND value > ${parameter}`,
  contains: (parameter) => ` AND instr(value, ${parameter}) > 0`,
  beginsWith: (parameter) => ` AND value >= ${parameter} AND value < ${parameter} || ${last}`,
  endsWith: (parameter) =>
    ` AND substr(value, length(value) - length(${parameter}) + 1) = ${parameter}`,
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

/** Negation is exact for every row, because no test is ever null. */
const leafSql = (
  table: FilterTable,
  { field, operator, value }: RowLeaf,
  parameter: string,
): string => {
  if (operator === 'isNot' || operator === 'isNull') {
    const test = operator === 'isNot' ? 'is' : 'isNotNull';
    return opposite(leafSql(table, { field, operator: test, value }, parameter));
  }
  const { pk, values, special } = table;
  const found = special[field];
  if (found) {
    const tests: SpecialField = typeof found === 'function' ? { is: found } : found;
    return tests[operator]?.(parameter, value) ?? String(operator === 'isNotNull');
  }
  const test = textTests[operator];
  // Field names come from the schema, never from the request.
  return test === undefined
    ? 'false'
    : `${pk} IN (
    SELECT pk FROM ${cancelCheck} ${values} WHERE asked AND field = '${field}'${test(parameter)})`;
};

/**
 * Estimates how many rows and values a filter reads: every row once, and every value for each
 * comparison without an index. Preparing a comparison costs as much as some rows, more for a longer
 * value.
 */
export const estimateRows = (condition: RowCondition, rows: number): number =>
  leavesOf(condition).reduce((sum, { operator, value }) => {
    const scans = scanning.has(operator) ? rows : 0;
    return sum + scans + rowsPerComparison + rowsPerCharacter * value.length;
  }, rows);
const scanning: ReadonlySet<RowOperator> = new Set([
  'contains',
  'endsWith',
  'greaterThan',
  'isNull',
  'isNotNull',
]);
const rowsPerComparison = 300;
const rowsPerCharacter = 10;

/**
 * Compiles filters to SQL. Only known field names and parameters become part of the text. Constant
 * conditions are eliminated.
 */
export const createConditionSql = (database: Database, table: FilterTable) => {
  const { special } = table;
  const nameContains = createNameContains(database, table);
  return (condition: RowCondition): CompiledFilter => {
    const parameters: Record<string, string> = {};
    let keys: string | null = null;
    const compile = (node: RowCondition): string => {
      if ('allOf' in node) return combine(node.allOf.map(compile), 'AND');
      if ('anyOf' in node) return combine(node.anyOf.map(compile), 'OR');
      if ('not' in node) return opposite(compile(node.not));
      const name = `value_${Object.keys(parameters).length}`;
      const value = special[node.field] ? node.value : foldedValue(node.value);
      if (node.field === table.named.field && node.operator === 'contains') {
        const found = nameContains(value, name);
        Object.assign(parameters, found.parameters);
        ({ keys } = found);
        return found.sql;
      }
      parameters[name] = value;
      return leafSql(table, node, `:${name}`);
    };
    const sql = compile(condition);
    return { sql, parameters, keys: isOneComparison(condition) ? keys : null };
  };
};

const isOneComparison = (node: RowCondition): boolean => {
  if ('not' in node) return false;
  const group = 'allOf' in node ? node.allOf : 'anyOf' in node ? node.anyOf : null;
  return group === null || (group.length === 1 && group.every(isOneComparison));
};

const opposite = (sql: string): string =>
  sql === 'true' ? 'false' : sql === 'false' ? 'true' : `(NOT ${sql})`;

/** Joins tests, dropping constant ones. */
const combine = (parts: string[], operator: 'AND' | 'OR'): string => {
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
