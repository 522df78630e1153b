import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { ChipRow } from './chip-row.tsx';
import classes from './filters.module.css';
import { chipFields, type ListKind } from './fields.ts';
import { countTests, noFilter, type FilterGroup } from './filter-tree.ts';
import { RuleBuilder } from './rule-builder.tsx';
import { useFilterFields } from './use-filter-fields.ts';

interface FilterPanelProps {
  kind: ListKind;
  /** Library whose values are offered; default: all. */
  libraryId?: string | undefined;
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
}

/** Chips for common fields, and the whole filter as rules. */
export const FilterPanel = ({ kind, libraryId, filter, onChange }: FilterPanelProps) => {
  const { t } = useTranslation('filters');
  const known = useFilterFields(kind);
  // One library is chosen by being in it.
  const names = libraryId === undefined ? ['libraryId', ...chipFields[kind]] : chipFields[kind];
  const fields = names.flatMap((name) => known.find((field) => field.name === name) ?? []);
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <p className={classes.hint}>{t('hint')}</p>
      {fields.map((field) => (
        <ChipRow
          key={field.name}
          kind={kind}
          field={field}
          libraryId={libraryId}
          filter={filter}
          onChange={onChange}
        />
      ))}
      <details className={classes.rules}>
        <summary>{t('rules')}</summary>
        <RuleBuilder kind={kind} libraryId={libraryId} filter={filter} onChange={onChange} />
      </details>
      {countTests(filter) > 0 && (
        <Button variant="default" size="compact-md" onClick={() => onChange(noFilter)}>
          {t('clear')}
        </Button>
      )}
    </section>
  );
};
