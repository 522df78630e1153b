import type { ConditionInput, Operator } from '../../../../shared/condition.ts';

export const joins = ['all', 'any', 'none'] as const;
export type Join = (typeof joins)[number];

/** One comparison: "genre is Drama". Its value may be empty while editing. */
export interface FilterTest {
  field: string;
  operator: Operator;
  value: string;
}

/** A group: all, any or none of its nodes must match. */
export interface FilterGroup {
  join: Join;
  nodes: readonly FilterNode[];
}

export type FilterNode = FilterTest | FilterGroup;

export const noFilter: FilterGroup = { join: 'all', nodes: [] };

export const isGroup = (node: FilterNode): node is FilterGroup => 'join' in node;

const needsNoValue = (operator: Operator): boolean =>
  operator === 'isNull' || operator === 'isNotNull';

/** Whether a comparison has its value. */
export const isComplete = ({ operator, value }: FilterTest): boolean =>
  needsNoValue(operator) || value.trim() !== '';

/** The filter without incomplete comparisons and empty groups. */
export const withoutIncomplete = (group: FilterGroup): FilterGroup => ({
  ...group,
  nodes: group.nodes.flatMap((node): FilterNode[] => {
    if (!isGroup(node)) return isComplete(node) ? [node] : [];
    const inner = withoutIncomplete(node);
    return inner.nodes.length === 0 ? [] : [inner];
  }),
});

/** Number of comparisons in a filter. */
export const countTests = (node: FilterNode): number =>
  isGroup(node) ? node.nodes.reduce((sum, inner) => sum + countTests(inner), 0) : 1;

/** Converts to the server's condition; null if empty. */
export const toCondition = <Field extends string>(
  group: FilterGroup,
): ConditionInput<Field> | null => {
  const full = withoutIncomplete(group);
  return full.nodes.length === 0 ? null : conditionOf(full);
};

const conditionOf = (node: FilterNode): ConditionInput => {
  if (!isGroup(node)) return { [node.field]: { operator: node.operator, value: node.value } };
  const parts = node.nodes.map(conditionOf);
  if (node.join === 'all') return { allOf: parts };
  return node.join === 'any' ? { anyOf: parts } : { not: { anyOf: parts } };
};
