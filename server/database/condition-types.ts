import type { Condition, Operator } from '../../shared/condition.ts';

/** The operators of Octavo's API, and more that the Komga API has. */
export type RowOperator = Operator | 'endsWith' | 'greaterThan' | 'lessThan';

export type RowCondition = Condition<string, RowOperator>;

/** A boolean SQL expression with its parameters. */
export interface Compiled {
  sql: string;
  parameters: Record<string, string>;
}

/** A filter; `keys` is SQL for the keys `pk` of its rows, each once, if it is one comparison. */
export interface CompiledFilter extends Compiled {
  keys: string | null;
}

/**
 * SQL, in parentheses, for equality of a field and a value, given both as text and as parameter.
 * Never null.
 */
export type Equals = (parameter: string, value: string) => string;

/** Operators that are not the negation of another one. */
export type RowTest = Exclude<RowOperator, 'isNot' | 'isNull'>;

/** SQL for the operators of a non-text field. Without `isNotNull`, every row has a value. */
export interface SpecialField extends Partial<Record<RowTest, Equals>> {
  is: Equals;
}

export type SpecialFields<Name extends string = string> = Readonly<
  Record<Name, Equals | SpecialField>
>;

/** Restricts a list: a condition on the fields of its table, and a search text. */
export interface RowFilter {
  condition?: RowCondition | undefined;
  fullTextSearch?: string | undefined;
}

export interface FilterTable {
  /** Key of the filtered rows: `s.pk`. */
  pk: string;
  /** The table with the folded texts of the rows. */
  values: 'series_values' | 'book_values';
  /** The text field with an index of its parts, in a table of its own. */
  named: { field: string; substrings: 'series_substrings' | 'books_substrings' };
  /** The fields of which `values` has no texts. */
  special: SpecialFields;
}
