import { bookFormats } from './api/book-record.ts';
import { readStatuses } from './read-status.ts';

export const operators = [
  'is',
  'isNot',
  'isNull',
  'isNotNull',
  'contains',
  'beginsWith',
  'atLeast',
  'atMost',
] as const;
export type Operator = (typeof operators)[number];

/**
 * The type of a field determines its values and operators; `name` is a text compared as a whole.
 */
export type FieldKind = 'text' | 'name' | 'number' | 'id' | 'readStatus' | 'format' | 'boolean';

const always = ['is', 'isNot', 'isNull', 'isNotNull'] as const;

/** The operators of each field type. */
export const operatorsOf: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: [...always, 'contains', 'beginsWith'],
  name: always,
  number: [...always, 'atLeast', 'atMost'],
  id: always,
  readStatus: always,
  format: always,
  boolean: always,
};

/** The values of the field types that have only a few. */
export const choicesOf: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  readStatus: readStatuses,
  format: bookFormats,
  boolean: ['true', 'false'],
};
export type FilterFields = Readonly<Record<string, FieldKind>>;

/** One comparison; `value` is empty if the operator needs none. */
export interface Leaf<Field extends string = string, Op extends string = Operator> {
  field: Field;
  operator: Op;
  value: string;
}

/** A validated filter. */
export type Condition<Field extends string = string, Op extends string = Operator> =
  | { allOf: Condition<Field, Op>[] }
  | { anyOf: Condition<Field, Op>[] }
  | { not: Condition<Field, Op> }
  | Leaf<Field, Op>;

type OneLeaf<Field extends string> = {
  [Name in Field]: Record<Name, { operator: Operator; value?: string }>;
}[Field];

/** A filter as sent by clients. */
export type ConditionInput<Field extends string = string> =
  | { allOf: ConditionInput<Field>[] }
  | { anyOf: ConditionInput<Field>[] }
  | { not: ConditionInput<Field> }
  | OneLeaf<Field>;

/** Whether a filter contains a field at any depth. */
export const uses = (condition: Condition<string, string>, field: string): boolean =>
  leavesOf(condition).some((leaf) => leaf.field === field);

/** The comparisons of a condition, from left to right. */
export const leavesOf = <Field extends string, Op extends string>(
  condition: Condition<Field, Op>,
): Leaf<Field, Op>[] => {
  if ('allOf' in condition) return condition.allOf.flatMap(leavesOf);
  if ('anyOf' in condition) return condition.anyOf.flatMap(leavesOf);
  if ('not' in condition) return leavesOf(condition.not);
  return [condition];
};

/** Converts a filter back to the form sent by clients, for storage. */
export const inputOf = (condition: Condition): Record<string, unknown> => {
  if ('operator' in condition) {
    const { field, operator, value } = condition;
    return { [field]: { operator, value } };
  }
  if ('allOf' in condition) return { allOf: condition.allOf.map(inputOf) };
  if ('anyOf' in condition) return { anyOf: condition.anyOf.map(inputOf) };
  return { not: inputOf(condition.not) };
};

/** The reverse of `inputOf`, without any validation. */
export const fromInput = (input: Readonly<Record<string, unknown>>): Condition => {
  const [[key, value] = ['allOf', []]] = Object.entries(input);
  if (key === 'not') return { not: fromInput(value as Record<string, unknown>) };
  if (key === 'allOf' || key === 'anyOf') {
    const inner = (value as Record<string, unknown>[]).map(fromInput);
    return key === 'allOf' ? { allOf: inner } : { anyOf: inner };
  }
  const { operator, value: compared = '' } = value as { operator: Operator; value?: string };
  return { field: key, operator, value: compared };
};
