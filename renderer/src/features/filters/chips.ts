import { isGroup, type FilterGroup, type FilterNode, type FilterTest } from './filter-tree.ts';

export type ChipState = 'neutral' | 'include' | 'exclude';

/**
 * Chips represent the simple part of a filter: per field, values of which any must match, and
 * values that must not. Other rules are kept unchanged.
 */
export const chipState = (filter: FilterGroup, field: string, value: string): ChipState => {
  const { includes, excludes } = chipsOf(filter, field);
  if (includes.includes(value)) return 'include';
  return excludes.includes(value) ? 'exclude' : 'neutral';
};

/** Cycles a chip: neutral, include, exclude, neutral. */
export const cycleChip = (filter: FilterGroup, field: string, value: string): FilterGroup => {
  const { includes, excludes, others } = chipsOf(filter, field);
  const state = chipState(filter, field, value);
  const without = (values: readonly string[]) => values.filter((other) => other !== value);
  return withChips(
    others,
    field,
    state === 'neutral' ? [...includes, value] : without(includes),
    state === 'include' ? [...excludes, value] : without(excludes),
  );
};

/** All active chips of a field. */
export const pressedChips = (filter: FilterGroup, field: string): readonly string[] => {
  const { includes, excludes } = chipsOf(filter, field);
  return [...includes, ...excludes];
};

const chipsOf = (filter: FilterGroup, field: string) => {
  const includes: string[] = [];
  const excludes: string[] = [];
  const others: FilterNode[] = [];
  // If the root is not "all of", the whole filter is treated as a single node.
  for (const node of filter.join === 'all' ? filter.nodes : [filter]) {
    if (isGroup(node)) {
      const isAny = node.join === 'any' && node.nodes.length > 0;
      const tests = node.nodes.filter(
        (inner): inner is FilterTest => !isGroup(inner) && isChip(inner, field, 'is'),
      );
      if (isAny && tests.length === node.nodes.length) {
        includes.push(...tests.map(({ value }) => value));
      } else if (node.nodes.length > 0) others.push(node);
    } else if (isChip(node, field, 'is')) includes.push(node.value);
    else if (isChip(node, field, 'isNot')) excludes.push(node.value);
    else others.push(node);
  }
  return { includes, excludes, others };
};

const isChip = (node: FilterTest, field: string, operator: 'is' | 'isNot'): boolean =>
  node.field === field && node.operator === operator && node.value !== '';

const withChips = (
  others: readonly FilterNode[],
  field: string,
  includes: readonly string[],
  excludes: readonly string[],
): FilterGroup => {
  const is = includes.map((value): FilterTest => ({ field, operator: 'is', value }));
  const isNot = excludes.map((value): FilterTest => ({ field, operator: 'isNot', value }));
  const included: FilterNode[] = is.length > 1 ? [{ join: 'any', nodes: is }] : is;
  return { join: 'all', nodes: [...others, ...included, ...isNot] };
};
