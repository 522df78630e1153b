import { isGroup, type FilterGroup, type FilterNode, type FilterTest } from './filter-tree.ts';

export type ChipState = 'neutral' | 'include' | 'exclude';

/**
 * Chips are the plain part of a filter: of one field, any of the values to include, and each value to
 * exclude. What else a filter says is left to the rules and kept.
 */
export const chipState = (filter: FilterGroup, field: string, value: string): ChipState => {
  const { includes, excludes } = chipsOf(filter, field);
  if (includes.includes(value)) return 'include';
  return excludes.includes(value) ? 'exclude' : 'neutral';
};

/** The filter after a press on a chip: neutral, include, exclude, and neutral again. */
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

/** Every value that a chip of the field stands for, pressed. */
export const pressedChips = (filter: FilterGroup, field: string): readonly string[] => {
  const { includes, excludes } = chipsOf(filter, field);
  return [...includes, ...excludes];
};

const chipsOf = (filter: FilterGroup, field: string) => {
  const includes: string[] = [];
  const excludes: string[] = [];
  const others: FilterNode[] = [];
  // Of a filter that is no "all of" the chips are one part.
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
