import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './filters.module.css';
import { noFilter, type FilterGroup } from './filter-tree.ts';
import { useSentence } from './use-sentence.ts';

interface FilterSentenceProps {
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
  /** Additional actions for the filter. */
  children?: ReactNode;
}

/** Describes the filter in words; renders nothing without one. */
export const FilterSentence = ({ filter, onChange, children }: FilterSentenceProps) => {
  const { t } = useTranslation('filters');
  const sentence = useSentence()(filter);
  if (sentence === '') return null;
  return (
    <p className={classes.sentence}>
      <span>{sentence}</span>
      <button type="button" onClick={() => onChange(noFilter)}>
        {t('clear')}
      </button>
      {children}
    </p>
  );
};
