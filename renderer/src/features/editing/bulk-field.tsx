import { Select } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './editing.module.css';
import { FieldInput } from './field-input.tsx';
import { isList, type FieldSpec, type InputValue } from './fields.ts';

/** Bulk operation on a field. */
export type BulkWay = 'leave' | 'set' | 'clear' | 'add' | 'remove';

export interface BulkInput {
  way: BulkWay;
  value: InputValue;
}

interface BulkFieldProps {
  field: FieldSpec;
  input: BulkInput;
  error: string | undefined;
  onChange: (input: BulkInput) => void;
}

/** A field of the bulk editor: the operation, then its value. */
export const BulkField = ({ field, input, error, onChange }: BulkFieldProps) => {
  const { t } = useTranslation('editing');
  const id = useId();
  const ways: BulkWay[] = isList(field.kind)
    ? ['leave', 'add', 'remove', 'set', 'clear']
    : ['leave', 'set', 'clear'];
  const needsValue = input.way !== 'leave' && input.way !== 'clear';
  return (
    <div className={classes.bulkField}>
      <label htmlFor={id}>{t(`field.${field.name}`)}</label>
      <Select
        id={id}
        allowDeselect={false}
        data={ways.map((way) => ({ value: way, label: t(`bulk.way.${way}`) }))}
        value={input.way}
        onChange={(way) => onChange({ ...input, way: way ?? 'leave' })}
      />
      {needsValue && (
        <FieldInput
          field={field}
          id={`${id}-value`}
          label={t(`field.${field.name}`)}
          value={input.value}
          error={error}
          onChange={(value) => onChange({ ...input, value })}
        />
      )}
    </div>
  );
};
