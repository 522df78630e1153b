import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconMinus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SearchField } from '../../ui/controls/search-field.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { chipState, cycleChip, pressedChips } from './chips.ts';
import classes from './filters.module.css';
import type { FilterField, ListKind } from './fields.ts';
import type { FilterGroup } from './filter-tree.ts';
import { useValueLabel, useValues, type OfferedValue } from './use-values.ts';

const few = 8;
const many = 100;

interface ChipRowProps {
  kind: ListKind;
  field: FilterField;
  libraryId: string | undefined;
  seriesId?: string | undefined;
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
}

/** Chips of one field's values; hidden if no record has any. */
export const ChipRow = ({ kind, field, libraryId, seriesId, filter, onChange }: ChipRowProps) => {
  const { t } = useTranslation(['filters', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 200);
  const label = useValueLabel();
  const { values, total, isPending, isError, retry } = useValues({
    kind,
    field,
    libraryId,
    seriesId,
    search: settled,
    most: isOpen ? many : few,
  });
  const name = t(`name.${field.name}`);
  const pressed = pressedChips(filter, field.name)
    .filter((value) => values.every((offered) => offered.value !== value))
    .map((value): OfferedValue => ({ value, label: label(field.name, value), count: null }));
  const shown = [...pressed, ...values];
  if (!isPending && !isError && shown.length === 0 && !isOpen) return null;
  return (
    <div className={classes.row} role="group" aria-label={name}>
      <span className={classes.name}>{name}</span>
      <div className={classes.chips}>
        {isOpen && total > few && (
          <SearchField
            label={t('search', { field: name })}
            className={classes.search}
            size="xs"
            leftSection={<IconSearch size={14} />}
            value={search}
            onChange={setSearch}
          />
        )}
        {isPending && <Skeleton width={220} height={28} radius={14} />}
        {isError && (
          <button type="button" className={classes.more} onClick={retry}>
            {t('failed')} {t('common:error.retry')}
          </button>
        )}
        {shown.map((offered) => (
          <Chip
            key={offered.value}
            offered={offered}
            state={chipState(filter, field.name, offered.value)}
            onPress={() => onChange(cycleChip(filter, field.name, offered.value))}
          />
        ))}
        {(total > few || isOpen) && field.hasFacets && (
          <button
            type="button"
            className={classes.more}
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
              setSearch('');
            }}
          >
            {t(isOpen ? 'fewer' : 'more')}
          </button>
        )}
      </div>
    </div>
  );
};

interface ChipProps {
  offered: OfferedValue;
  state: 'neutral' | 'include' | 'exclude';
  onPress: () => void;
}

const Chip = ({ offered, state, onPress }: ChipProps) => {
  const { t } = useTranslation('filters');
  const { number } = useLocale();
  return (
    <button
      type="button"
      className={classes.chip}
      data-state={state}
      aria-pressed={state === 'neutral' ? false : state === 'include' ? true : 'mixed'}
      aria-label={t(`chip.${state}`, { name: offered.label })}
      onClick={onPress}
    >
      {state === 'include' && <IconCheck size={13} stroke={2.5} aria-hidden />}
      {state === 'exclude' && <IconMinus size={13} stroke={2.5} aria-hidden />}
      {offered.label}
      {offered.count !== null && <small>{number(offered.count)}</small>}
    </button>
  );
};
