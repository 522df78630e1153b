import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

import classes from './filters.module.css';
import type { FilterField, ListKind } from './fields.ts';
import { useValues } from './use-values.ts';

interface RuleValueProps {
  kind: ListKind;
  libraryId: string | undefined;
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

/** Value input: a select for fixed values, otherwise a field with suggestions. */
export const RuleValue = (props: RuleValueProps) => {
  const { t } = useTranslation('filters');
  const { field, value, onChange } = props;
  if (field.values !== undefined || field.kind === 'id') return <ChosenValue {...props} />;
  if (field.hasFacets && field.kind !== 'number') return <SuggestedValue {...props} />;
  return (
    <TextInput
      className={classes.value}
      size="xs"
      aria-label={t('compared')}
      inputMode={field.kind === 'number' ? 'numeric' : 'text'}
      value={value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        if (field.kind !== 'number' || /^-?\d{0,9}$/.test(text)) onChange(text);
      }}
    />
  );
};

const ChosenValue = ({ kind, libraryId, field, value, onChange }: RuleValueProps) => {
  const { t } = useTranslation('filters');
  const { values } = useValues({ kind, field: { ...field, hasFacets: false }, libraryId, most: 0 });
  return (
    <NativeSelect
      className={classes.value}
      size="xs"
      aria-label={t('compared')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: '…' },
        ...values.map(({ value: id, label }) => ({ value: id, label })),
      ]}
    />
  );
};

const SuggestedValue = ({ kind, libraryId, field, value, onChange }: RuleValueProps) => {
  const { t } = useTranslation('filters');
  const [settled] = useDebouncedValue(value, 200);
  const { values } = useValues({ kind, field, libraryId, search: settled, most: 12 });
  return (
    <Autocomplete
      className={classes.value}
      size="xs"
      aria-label={t('compared')}
      value={value}
      onChange={onChange}
      data={[...new Set(values.map(({ value: found }) => found))]}
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
    />
  );
};
