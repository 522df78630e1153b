import type { Condition } from '../../../../shared/condition.ts';
import { isGroup, type FilterGroup, type FilterNode } from './filter-tree.ts';

/** Converts a server condition back to an equivalent filter. */
export const fromCondition = (condition: Condition): FilterGroup => {
  const node = nodeOf(condition);
  return isGroup(node) ? node : { join: 'all', nodes: [node] };
};

const nodeOf = (condition: Condition): FilterNode => {
  if ('allOf' in condition) return { join: 'all', nodes: condition.allOf.map(nodeOf) };
  if ('anyOf' in condition) return { join: 'any', nodes: condition.anyOf.map(nodeOf) };
  if ('operator' in condition) return condition;
  const inner = nodeOf(condition.not);
  const isAny = isGroup(inner) && inner.join === 'any';
  return { join: 'none', nodes: isAny ? inner.nodes : [inner] };
};
