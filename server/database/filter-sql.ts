import { combine, type Compiled } from './condition-sql.ts';
import { foldedValue } from './search-index.ts';

/** A filter with more operators than conditions have, after validation. */
export type Filter = { all: Filter[] } | { any: Filter[] } | Test;

export interface Test {
  field: string;
  operator: FilterOperator;
  /** Empty where the operator needs none; of `author` a name, and a role after a line break. */
  value: string;
}

export type FilterOperator =
  | 'is'
  | 'contains'
  | 'beginsWith'
  | 'endsWith'
  | 'greaterThan'
  | 'lessThan'
  | 'atLeast'
  | 'isNotNull'
  | 'isTrue'
  | NegatedOperator;

type NegatedOperator =
  'isNot' | 'doesNotContain' | 'doesNotBeginWith' | 'doesNotEndWith' | 'isNull' | 'isFalse';

/** Where a field is found. No SQL of these is ever null. */
export type FilterColumn =
  /** In the table of folded texts. */
  | { values: string }
  /** A column of numbers or of dates; both compare as they are. */
  | { column: string; is: 'number' | 'date' }
  /** Rows that have what the parameter names. */
  | { has: (parameter: string) => string }
  /** SQL for each of the values that there are. */
  | { choices: Readonly<Record<string, string>> }
  /** JSON: a list of `{name, role}`. */
  | { authors: string };

export interface Filtered {
  pk: string;
  values: 'series_values' | 'book_values';
  columns: Readonly<Record<string, FilterColumn>>;
}

const opposite: Readonly<Record<NegatedOperator, FilterOperator>> = {
  isNot: 'is',
  doesNotContain: 'contains',
  doesNotBeginWith: 'beginsWith',
  doesNotEndWith: 'endsWith',
  isNull: 'isNotNull',
  isFalse: 'isTrue',
};

/** Gives filters as SQL. Only names of known fields and parameters get into the text. */
export const createFilterSql =
  ({ pk, values, columns }: Filtered) =>
  (filter: Filter): Compiled => {
    const parameters: Record<string, string> = {};
    const bind = (value: string): string => {
      const name = `value_${Object.keys(parameters).length}`;
      parameters[name] = value;
      return `:${name}`;
    };
    const positive = ({ field, operator, value }: Test): string => {
      const column = columns[field];
      if (!column) return 'false';
      if ('choices' in column) return column.choices[value] ?? 'false';
      if ('has' in column) return operator === 'isNotNull' ? 'true' : column.has(bind(value));
      if ('authors' in column) return authorSql(column.authors, value, bind);
      if ('column' in column) return compared(column.column, column.is, operator, bind(value));
      const test = textTest(operator, foldedValue(value), bind);
      return `(${pk} IN (SELECT pk FROM ${values} WHERE field = '${column.values}'${test}
        AND (SELECT still_running())))`;
    };
    const compile = (node: Filter): string => {
      if ('all' in node) return combine(node.all.map(compile), 'AND');
      // Programs leave empty what they do not ask for.
      if ('any' in node)
        return node.any.length === 0 ? 'true' : combine(node.any.map(compile), 'OR');
      return isNegated(node.operator)
        ? negated(positive({ ...node, operator: opposite[node.operator] }))
        : positive(node);
    };
    return { sql: compile(filter), parameters };
  };

/**
 * The libraries that a filter restricts to where that is all it does, none meaning all of them: how many
 * rows they hold is known without counting. Null for every other filter.
 */
export const onlyLibraries = (
  filter: Filter,
  isTrue: (node: Filter) => boolean,
): string[] | null => {
  if (isTrue(filter)) return [];
  if ('all' in filter) {
    const [only, ...others] = filter.all.filter((node) => !isTrue(node));
    return only && others.length === 0 ? onlyLibraries(only, isTrue) : null;
  }
  if ('any' in filter) {
    const parts = filter.any.map((node) => onlyLibraries(node, isTrue));
    return parts.every((part) => part !== null && part.length > 0)
      ? (parts as string[][]).flat()
      : null;
  }
  return filter.field === 'libraryId' && filter.operator === 'is' ? [filter.value] : null;
};

const isNegated = (operator: FilterOperator): operator is NegatedOperator => operator in opposite;

const negated = (sql: string): string =>
  sql === 'true' ? 'false' : sql === 'false' ? 'true' : `(NOT ${sql})`;

type Bind = (value: string) => string;

const textTest = (operator: FilterOperator, value: string, bind: Bind): string => {
  // Every text contains, begins with and ends with nothing.
  if (operator === 'isNotNull' || (value === '' && operator !== 'is')) return '';
  const parameter = bind(value);
  switch (operator) {
    case 'contains':
      return ` AND instr(value, ${parameter}) > 0`;
    case 'beginsWith':
      return ` AND value >= ${parameter} AND value < ${parameter} || char(0x10FFFF)`;
    case 'endsWith':
      return ` AND substr(value, -length(${parameter})) = ${parameter}`;
    default:
      return ` AND value = ${parameter}`;
  }
};

const comparisons: Readonly<Partial<Record<FilterOperator, string>>> = {
  is: '=',
  greaterThan: '>',
  lessThan: '<',
  atLeast: '>=',
};

const compared = (
  column: string,
  is: 'number' | 'date',
  operator: FilterOperator,
  parameter: string,
): string => {
  const comparison = comparisons[operator];
  const value = is === 'number' ? `CAST(${parameter} AS REAL)` : parameter;
  return comparison === undefined
    ? `(${column} IS NOT NULL)`
    : `(${column} IS NOT NULL AND ${column} ${comparison} ${value})`;
};

const authorSql = (list: string, value: string, bind: Bind): string => {
  const [name = '', role = ''] = value.split('\n').map(foldedValue);
  const named = name === '' ? '' : ` AND search_fold(value ->> 'name') = ${bind(name)}`;
  const inRole = role === '' ? '' : ` AND search_fold(value ->> 'role') = ${bind(role)}`;
  return `(EXISTS (SELECT 1 FROM json_each(${list}) WHERE (SELECT still_running())${named}${inRole}))`;
};
