import { useTranslation } from 'react-i18next';

import { collectionFields } from '../../../../shared/api/collections.ts';
import { filterFields } from '../filters/fields.ts';
import type { FilterGroup } from '../filters/filter-tree.ts';
import { RuleBuilder } from '../filters/rule-builder.tsx';
import { newDraft } from '../smart-lists/draft.ts';
import { LiveCount } from '../smart-lists/live-count.tsx';
import classes from './lists.module.css';

/** Fields that are the same for all users. */
const fields = filterFields.series.filter(({ name }) => name in collectionFields);
const byName = newDraft('series').sort;

interface RuleFieldsProps {
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
}

/** Edits a collection's rule and previews its result. */
export const RuleFields = ({ filter, onChange }: RuleFieldsProps) => {
  const { t } = useTranslation('lists');
  return (
    <>
      <p className={classes.hint}>{t('rule.hint')}</p>
      <RuleBuilder kind="series" fields={fields} filter={filter} onChange={onChange} />
      <LiveCount target="series" filter={filter} words="" sort={byName} />
    </>
  );
};
