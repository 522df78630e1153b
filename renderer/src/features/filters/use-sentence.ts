import { useTranslation } from 'react-i18next';

import { withoutIncomplete, isGroup, type FilterGroup, type FilterNode } from './filter-tree.ts';
import type { FieldName } from './fields.ts';
import { useValueLabel } from './use-values.ts';

/** Describes a filter: "genre is Drama and (status is ended or year is at least 2010)". */
export const useSentence = (): ((filter: FilterGroup) => string) => {
  const { t } = useTranslation('filters');
  const label = useValueLabel();

  const ofNode = (node: FilterNode, isInner: boolean): string => {
    if (!isGroup(node)) {
      const field = t(`name.${node.field as FieldName}`);
      return t(`sentence.${node.operator}`, { field, value: label(node.field, node.value) });
    }
    const parts = node.nodes.map((inner) => ofNode(inner, true));
    const join = node.join === 'all' ? 'all' : 'any';
    const joined = parts.reduce((a, b) => t(`joined.${join}`, { a, b }));
    if (node.join === 'none') return t('joined.none', { inner: joined });
    return isInner && parts.length > 1 ? t('joined.group', { inner: joined }) : joined;
  };

  return (filter) => {
    const full = withoutIncomplete(filter);
    return full.nodes.length === 0 ? '' : ofNode(full, false);
  };
};
