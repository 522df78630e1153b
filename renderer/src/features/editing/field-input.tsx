import { Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { AgeInput } from '../../ui/controls/age-input.tsx';
import { LabelsInput } from '../labels/labels-input.tsx';
import { CreatorsInput } from './creators-input.tsx';
import type { FieldSpec, InputValue, Row, RowsKind } from './fields.ts';
import { RowsInput } from './rows-input.tsx';
import { WordsInput } from './words-input.tsx';

interface FieldInputProps {
  field: FieldSpec;
  id: string;
  /** Accessible name if there is no label element. */
  label?: string;
  value: InputValue;
  error?: string | undefined;
  onChange: (value: InputValue) => void;
}

/** Input for a field's type; the label is separate. */
export const FieldInput = ({ field, id, label, value, error, onChange }: FieldInputProps) => {
  const { t } = useTranslation('editing');
  const name = t(`field.${field.name}`);
  switch (field.kind) {
    case 'text':
      return (
        <Textarea
          id={id}
          aria-label={label}
          autosize
          minRows={4}
          maxRows={10}
          value={value as string}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          aria-label={label}
          clearable
          placeholder={t('unknown')}
          clearButtonProps={{ 'aria-label': t('clear', { field: name }) }}
          data={(field.options ?? []).map((option) => ({
            value: option,
            label: t(`option.${option}` as 'option.ongoing'),
          }))}
          value={value === '' ? null : (value as string)}
          error={error}
          onChange={(option) => onChange(option ?? '')}
        />
      );
    case 'age':
      return (
        <AgeInput
          id={id}
          aria-label={label}
          value={value as string}
          error={error}
          onChange={onChange}
        />
      );
    case 'labels':
      return (
        <LabelsInput
          id={id}
          aria-label={label}
          placeholder={t('addWord')}
          value={value as string[]}
          error={error}
          onChange={onChange}
        />
      );
    case 'words':
      return (
        <WordsInput
          field={field.name}
          id={id}
          aria-label={label}
          placeholder={t('addWord')}
          value={value as string[]}
          error={error}
          onChange={onChange}
        />
      );
    case 'line':
    case 'number':
    case 'date':
      return (
        <TextInput
          id={id}
          aria-label={label}
          type={field.kind === 'date' ? 'date' : 'text'}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          placeholder={field.name === 'language' ? t('languageExample') : undefined}
          value={value as string}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'authors':
      return (
        <>
          <CreatorsInput label={name} value={value as Row[]} onChange={onChange} />
          {error !== undefined && <p role="alert">{error}</p>}
        </>
      );
    default:
      return (
        <>
          <RowsInput
            kind={field.kind satisfies RowsKind}
            label={name}
            value={value as Row[]}
            onChange={onChange}
          />
          {error !== undefined && <p role="alert">{error}</p>}
        </>
      );
  }
};
