import { badField } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { RowCondition } from '../../database/condition-types.ts';
import { readTest, type ConditionField } from './condition-test.ts';

export type ConditionFields = Readonly<Record<string, ConditionField>>;

const maxDepth = 16;
const maxTests = 500;

/** The filter that restricts nothing. */
export const unrestricted: RowCondition = { allOf: [] };

/** Joins conditions; null for an empty group, because clients leave unused groups empty. */
export const joinConditions = (
  join: 'allOf' | 'anyOf',
  parts: readonly (RowCondition | null)[],
): RowCondition | null => {
  const rest = parts.filter((part) => part !== null);
  if (rest.length === 0) return null;
  return join === 'allOf' ? { allOf: rest } : { anyOf: rest };
};

/**
 * Translates the `condition` of a request into Octavo's own. Names are case-insensitive, several fields of one object are
 * combined with AND, and an empty group matches everything. Ignores the `type` that typed clients
 * add to every object. Throws BadRequest for unknown names and invalid values, because ignoring a
 * filter would show the wrong books.
 */
export const readCondition = (fields: ConditionFields, input: unknown, now: Date): RowCondition => {
  const byName = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name]));
  let tests = 0;
  const node = (value: unknown, path: string, depth: number): RowCondition | null => {
    if (value === undefined || value === null) return null;
    if (!isRecord(value)) throw badField(path, 'A condition is an object');
    return joinConditions(
      'allOf',
      Object.entries(value)
        .filter(([key]) => key.toLowerCase() !== 'type')
        .map(([key, test]): RowCondition | null => {
          const own = `${path}.${key}`;
          const name = key.toLowerCase();
          if (name === 'allof' || name === 'anyof') {
            if (!Array.isArray(test)) throw badField(own, 'A list of conditions is expected');
            if (depth === maxDepth) throw badField(own, `Conditions nest deeper than ${maxDepth}`);
            const inner = test.map((item, index) => node(item, `${own}.${index}`, depth + 1));
            return joinConditions(name === 'allof' ? 'allOf' : 'anyOf', inner);
          }
          const field = byName.get(name);
          const kind = field === undefined ? undefined : fields[field];
          if (field === undefined || kind === undefined) {
            throw badField(own, `Unknown field; use one of ${Object.keys(fields).join(', ')}`);
          }
          tests += 1;
          if (tests > maxTests) throw badField(own, `There are more than ${maxTests} comparisons`);
          return readTest(field, kind, test, own, now);
        }),
    );
  };
  return node(input, 'condition', 0) ?? unrestricted;
};
