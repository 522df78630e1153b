import type { Condition, Leaf, Operator } from '../../shared/condition.ts';
import { foldedValue } from './search-index.ts';

/** SQL of a boolean and the values of its parameters. */
export interface Compiled {
  sql: string;
  parameters: Record<string, string>;
}

/** SQL, in parentheses, that holds where a field equals a value, named or as its parameter. Never null. */
export type Equals = (parameter: string, value: string) => string;

export interface FilterTable {
  /** Key of the rows that are filtered: `s.pk`. */
  pk: string;
  /** The table that holds the folded texts of the rows. */
  values: 'series_values' | 'book_values';
  /** The fields that are no texts. */
  special: Readonly<Record<string, Equals>>;
}

/** Sorts after every text that begins with what stands before it. */
const last = `char(0x10FFFF)`;

const textTests: Record<Exclude<Operator, 'isNot' | 'isNull'>, (parameter: string) => string> = {
  is: (parameter) => ` AND value = ${parameter}`,
  isNotNull: () => '',
  contains: (parameter) => ` AND instr(value, ${parameter}) > 0`,
  beginsWith: (parameter) => ` AND value >= ${parameter} AND value < ${parameter} || ${last}`,
};

/** A `NOT` of a test says the opposite for every row: no test is ever null. */
const leafSql = ({ pk, values, special }: FilterTable, leaf: Leaf, parameter: string): string => {
  const { field, operator } = leaf;
  const equals = special[field];
  if (equals) {
    if (operator === 'isNull') return 'false';
    if (operator === 'isNotNull') return 'true';
    const test = equals(parameter, leaf.value);
    return operator === 'isNot' ? `NOT ${test}` : test;
  }
  const negated = operator === 'isNot' || operator === 'isNull';
  const test = operator === 'isNot' ? 'is' : operator === 'isNull' ? 'isNotNull' : operator;
  // The name of a field is one of those that the schema lists, never text of the request.
  return `${pk} ${negated ? 'NOT IN' : 'IN'} (
    SELECT pk FROM ${values} WHERE field = '${field}'${textTests[test](parameter)})`;
};

/**
 * The filter as SQL. Only names of known fields and parameters get into the text. What is always true
 * or false is taken out on the way, so that the expression is never deeper than it has comparisons.
 */
export const conditionSql = (table: FilterTable, condition: Condition): Compiled => {
  const parameters: Record<string, string> = {};
  const compile = (node: Condition): string => {
    if ('allOf' in node) return combine(node.allOf.map(compile), 'AND');
    if ('anyOf' in node) return combine(node.anyOf.map(compile), 'OR');
    const name = `value_${Object.keys(parameters).length}`;
    parameters[name] = table.special[node.field] ? node.value : foldedValue(node.value);
    return leafSql(table, node, `:${name}`);
  };
  return { sql: compile(condition), parameters };
};

const combine = (parts: string[], operator: 'AND' | 'OR'): string => {
  const [neutral, decisive] = operator === 'AND' ? ['true', 'false'] : ['false', 'true'];
  if (parts.includes(decisive)) return decisive;
  const rest = parts.filter((part) => part !== neutral);
  if (rest.length === 0) return neutral;
  return rest.length === 1 ? (rest[0] ?? neutral) : `(${rest.join(` ${operator} `)})`;
};
