import { operators, type Operator } from '../../../../shared/condition.ts';
import {
  withoutIncomplete,
  isGroup,
  joins,
  type FilterGroup,
  type FilterNode,
  type Join,
} from './filter-tree.ts';

/** Version of the format; an unknown version decodes to no filter. */
const version = '1';
const maxDepth = 8;
const maxTests = 100;

type Packed = readonly (string | Packed)[];

/** Encodes the filter for the URL: `1["all",["genre","is","Drama"]]`; undefined if empty. */
export const encodeFilter = (filter: FilterGroup): string | undefined => {
  const full = withoutIncomplete(filter);
  return full.nodes.length === 0 ? undefined : version + JSON.stringify(pack(full));
};

const pack = (node: FilterNode): Packed =>
  isGroup(node)
    ? [node.join, ...node.nodes.map(pack)]
    : [node.field, node.operator, ...(node.value === '' ? [] : [node.value])];

/**
 * Decodes a filter from an untrusted URL; null if invalid.
 *
 * @param fields the names of the fields that the list knows
 */
export const decodeFilter = (
  text: string | undefined,
  fields: ReadonlySet<string>,
): FilterGroup | null => {
  if (text?.startsWith(version) !== true) return null;
  try {
    const left = { tests: maxTests };
    const node = unpack(JSON.parse(text.slice(version.length)), fields, left, maxDepth);
    return node !== null && isGroup(node) ? node : null;
  } catch {
    return null;
  }
};

const unpack = (
  packed: unknown,
  fields: ReadonlySet<string>,
  left: { tests: number },
  depth: number,
): FilterNode | null => {
  if (!Array.isArray(packed) || depth === 0) return null;
  const [head, ...rest] = packed as unknown[];
  if ((joins as readonly unknown[]).includes(head)) {
    const nodes = rest.map((inner) => unpack(inner, fields, left, depth - 1));
    return nodes.every((node) => node !== null) ? { join: head as Join, nodes } : null;
  }
  const [operator, value = ''] = rest;
  left.tests -= 1;
  const fits =
    left.tests >= 0 &&
    typeof head === 'string' &&
    fields.has(head) &&
    (operators as readonly unknown[]).includes(operator) &&
    typeof value === 'string' &&
    rest.length <= 2;
  return fits ? { field: head, operator: operator as Operator, value } : null;
};
