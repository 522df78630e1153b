import { NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { NumberField } from './drafts.ts';
import classes from './organise.module.css';

/** How books are numbered consecutively. */
export interface Sequence {
  field: NumberField;
  start: number;
  step: number;
}

export const firstSequence: Sequence = { field: 'number', start: 1, step: 1 };

/** Bounds of the server. */
const minStep = 0.1;

export const isValidSequence = ({ step }: Sequence): boolean => step >= minStep;

const fields: readonly NumberField[] = ['number', 'volume', 'chapter'];

interface SequenceFieldsProps {
  value: Sequence;
  onChange: (sequence: Sequence) => void;
}

/** Which number, from where and in which steps. */
export const SequenceFields = ({ value, onChange }: SequenceFieldsProps) => {
  const { t } = useTranslation('organise');
  return (
    <>
      <Select
        label={t('number.field')}
        data={fields.map((field) => ({ value: field, label: t(`numbers.${field}`) }))}
        value={value.field}
        allowDeselect={false}
        onChange={(field) => field !== null && onChange({ ...value, field })}
      />
      <div className={classes.pair}>
        <NumberInput
          label={t('number.start')}
          min={0}
          max={100_000}
          value={value.start}
          onChange={(start) => onChange({ ...value, start: Number(start) })}
        />
        <NumberInput
          label={t('number.step')}
          min={minStep}
          max={1000}
          value={value.step}
          onChange={(step) => onChange({ ...value, step: Number(step) })}
        />
      </div>
    </>
  );
};
