import { combine, type Compiled } from './condition-sql.ts';
import { foldedValue } from './search-index.ts';

/** A filter with more operators than conditions, after validation. */
export type Filter = { all: Filter[] } | { any: Filter[] } | Test;

export interface Test {
  field: string;
  operator: FilterOperator;
  /** Empty if the operator needs none; for `author` a name, and a role after a line break. */
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
  | 'isFalse'
  | NegatedOperator;

type NegatedOperator =
  'isNot' | 'doesNotContain' | 'doesNotBeginWith' | 'doesNotEndWith' | 'isNull';

/** How a field is queried. Its SQL is never null. */
export type FilterColumn =
  /** A field in the table of folded texts; with `orEmpty`, rows without a value count as empty. */
  | { values: string; orEmpty?: true }
  /** A date column, compared as text. */
  | { date: string }
  /** SQL for a test of a number, and SQL for whether it is known. */
  | { number: (test: (number: string) => string) => string; known: string }
  /** SQL for rows that have the parameter's value. */
  | { has: (parameter: string) => string }
  /** SQL for true and for false. For an unknown value both can be false. */
  | { yes: string; no: string }
  /** SQL for each possible value. */
  | { choices: Readonly<Record<string, string>> }
  /** A JSON list of `{name, role}`. */
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
};

/** A nullable column of numbers. */
export const numberColumn = (column: string): FilterColumn => ({
  number: (test) => `(${column} IS NOT NULL AND ${test(column)})`,
  known: `(${column} IS NOT NULL)`,
});

/**
 * Compiles filters to SQL. Only known field names and parameters become part of the text. An empty
 * group is ignored within either kind of group, because clients leave unused ones empty.
 */
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
      if ('yes' in column) return operator === 'isFalse' ? column.no : column.yes;
      if ('has' in column) return column.has(bind(value));
      if ('authors' in column) return authorSql(column.authors, value, bind);
      if ('number' in column) {
        const comparison = comparisons[operator];
        if (comparison === undefined) return column.known;
        const parameter = bind(value);
        return column.number((number) => `${number} ${comparison} CAST(${parameter} AS REAL)`);
      }
      if ('date' in column) return dateSql(column.date, operator, value, bind);
      if (column.orEmpty && operator === 'is' && value === '') {
        return negated(positive({ field, operator: 'isNotNull', value }));
      }
      const test = textTest(operator, foldedValue(value), bind);
      return `(${pk} IN (SELECT pk FROM ${values} WHERE field = '${column.values}'${test}
        AND (SELECT abort_if_cancelled())))`;
    };
    const compile = (node: Filter): string | null => {
      if ('field' in node) {
        return isNegated(node.operator)
          ? negated(positive({ ...node, operator: opposite[node.operator] }))
          : positive(node);
      }
      const [members, operator] =
        'all' in node ? [node.all, 'AND' as const] : [node.any, 'OR' as const];
      const parts = members.map(compile).filter((part) => part !== null);
      return parts.length === 0 ? null : combine(parts, operator);
    };
    return { sql: compile(filter) ?? 'true', parameters };
  };

/**
 * The libraries that a filter restricts to if it does nothing else, none meaning all: their row
 * counts are known without counting. Null for any other filter.
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
  if (operator === 'isNotNull') return ` AND value <> ''`;
  // Every text contains, begins with and ends with the empty text.
  if (value === '' && operator !== 'is') return '';
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

const dateSql = (column: string, operator: FilterOperator, value: string, bind: Bind): string => {
  const comparison = comparisons[operator];
  const compared = comparison === undefined ? '' : ` AND ${column} ${comparison} ${bind(value)}`;
  return `(${column} IS NOT NULL${compared})`;
};

const authorSql = (list: string, value: string, bind: Bind): string => {
  const [name = '', role = ''] = value.split('\n').map(foldedValue);
  const named = name === '' ? '' : ` AND search_fold(value ->> 'name') = ${bind(name)}`;
  const inRole = role === '' ? '' : ` AND search_fold(value ->> 'role') = ${bind(role)}`;
  return `(EXISTS (SELECT 1 FROM json_each(${list}) WHERE (SELECT abort_if_cancelled())${named}${inRole}))`;
};
