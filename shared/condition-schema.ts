import { z } from 'zod';

import { bookFormats } from './api/book-record.ts';
import {
  operators,
  operatorsOf,
  type Condition,
  type ConditionInput,
  type FieldKind,
  type FilterFields,
  type Leaf,
  type Operator,
} from './condition.ts';
import { isRecord } from './is-record.ts';
import { readStatuses } from './read-status.ts';
import { uuid } from './schemas.ts';

const maxDepth = 16;
const maxLeaves = 500;
/** Limit for all lists together, because empty ones contain no comparison. */
const maxListed = 1000;
/** Maximum length of a compared text; no name is longer. */
export const maxValueLength = 1000;

/** An error in a filter, with its path. */
class Problem extends Error {
  readonly path: PropertyKey[];

  constructor(path: PropertyKey[], message: string) {
    super(message);
    this.path = path;
  }
}

const oneOf =
  (choices: readonly string[]) =>
  (value: string): string | null =>
    choices.includes(value) ? null : `Use one of ${choices.join(', ')}`;

const valueProblems: Record<FieldKind, (value: string) => string | null> = {
  text: () => null,
  name: () => null,
  number: (value) => (/^-?\d{1,9}(\.\d{1,3})?$/.test(value) ? null : 'Not a number'),
  id: (value) => (uuid.safeParse(value).success ? null : 'Not an id (UUID)'),
  readStatus: oneOf(readStatuses),
  format: oneOf(bookFormats),
  boolean: (value) => (value === 'true' || value === 'false' ? null : 'Use "true" or "false"'),
};

const readLeaf = (field: string, kind: FieldKind, test: unknown, path: PropertyKey[]): Leaf => {
  if (!isRecord(test)) throw new Problem(path, 'Write {"operator": …, "value": …}');
  const { operator, value } = test;
  if (!(operators as readonly unknown[]).includes(operator)) {
    throw new Problem(
      [...path, 'operator'],
      `Unknown operator; use one of ${operators.join(', ')}`,
    );
  }
  const known = operator as Operator;
  if (known === 'isNull' || known === 'isNotNull') return { field, operator: known, value: '' };
  if (!operatorsOf[kind].includes(known)) {
    throw new Problem(
      [...path, 'operator'],
      `${field} takes no ${known}; use ${operatorsOf[kind].slice(0, -1).join(', ')} or ${operatorsOf[kind].at(-1) ?? ''}`,
    );
  }
  if (typeof value !== 'string') throw new Problem([...path, 'value'], 'Expected a string');
  const problem =
    value.length > maxValueLength
      ? `Longer than ${maxValueLength} characters`
      : valueProblems[kind](value);
  if (problem !== null) throw new Problem([...path, 'value'], problem);
  return { field, operator: known, value: kind === 'id' ? value.toLowerCase() : value };
};

/** Parses a filter with a depth limit, so that no input can exhaust the stack. */
const read = (fields: FilterFields, input: unknown): Condition => {
  let leaves = 0;
  let listed = 0;
  const node = (value: unknown, path: PropertyKey[], depth: number): Condition => {
    if (!isRecord(value)) throw new Problem(path, 'Expected a condition: an object');
    const [key, ...others] = Object.keys(value);
    if (key === undefined || others.length > 0) {
      throw new Problem(path, 'A condition has exactly one field, or allOf, anyOf or not');
    }
    const own = [...path, key];
    if (key === 'allOf' || key === 'anyOf' || key === 'not') {
      const list = value[key];
      if (depth === maxDepth) throw new Problem(own, `Nested deeper than ${maxDepth}`);
      if (key === 'not') return { not: node(list, own, depth + 1) };
      if (!Array.isArray(list)) throw new Problem(own, 'Expected a list of conditions');
      listed += list.length;
      if (listed > maxListed) throw new Problem(own, `More than ${maxListed} conditions in lists`);
      const inner = list.map((item, index) => node(item, [...own, index], depth + 1));
      return key === 'allOf' ? { allOf: inner } : { anyOf: inner };
    }
    const kind = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (kind === undefined) {
      throw new Problem(own, `Unknown field; use one of ${Object.keys(fields).join(', ')}`);
    }
    leaves += 1;
    if (leaves > maxLeaves) throw new Problem(own, `More than ${maxLeaves} comparisons`);
    return readLeaf(key, kind, value[key], own);
  };
  return node(input, [], 0);
};

const jsonSchemaOf = (fields: FilterFields, id: string) => {
  const list = { type: 'array', items: { $ref: `#/$defs/${id}` }, maxItems: maxListed };
  const single = (name: string, schema: object) => ({
    type: 'object',
    title: name,
    required: [name],
    properties: { [name]: schema },
    additionalProperties: false,
  });
  const test = {
    type: 'object',
    required: ['operator'],
    properties: {
      operator: { type: 'string', enum: operators },
      value: {
        type: 'string',
        maxLength: maxValueLength,
        description: 'Ignored by isNull and isNotNull',
      },
    },
  };
  return {
    description: `At most ${maxDepth} levels and ${maxLeaves} comparisons. Case and diacritics do not count; of a field with many values, is means that one of them is, isNot that none is.`,
    oneOf: [
      single('allOf', list),
      single('anyOf', list),
      single('not', { $ref: `#/$defs/${id}` }),
      ...Object.keys(fields).map((name) => single(name, test)),
    ],
  };
};

/** Zod schema of a filter over some fields; `id` names it in the documentation. */
export const conditionSchema = <const Fields extends FilterFields>(fields: Fields, id: string) =>
  z
    .unknown()
    .meta({ id, ...jsonSchemaOf(fields, id) })
    .transform((input, context) => {
      try {
        return read(fields, input);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        context.addIssue({ code: 'custom', path: error.path, message: error.message });
        return z.NEVER;
      }
    }) as unknown as z.ZodType<
    Condition<keyof Fields & string>,
    ConditionInput<keyof Fields & string>
  >;

/** The body of `POST /series/list` and `POST /books/list`. */
export const filterBody = <const Fields extends FilterFields>(fields: Fields, id: string) =>
  z.object({
    condition: conditionSchema(fields, id).optional(),
    fullTextSearch: z
      .string()
      .max(1000)
      .optional()
      .describe('Every word must begin a word of the record; blank text is ignored'),
  });
