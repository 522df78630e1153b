import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { FieldInput } from './field-input.tsx';
import type { FieldSpec, InputValue } from './fields.ts';
import classes from './editing.module.css';

interface FieldRowProps {
  field: FieldSpec;
  value: InputValue;
  locked: boolean;
  /** Value in the files, if known. */
  fromFiles: InputValue | undefined;
  error: string | undefined;
  onChange: (value: InputValue) => void;
  onLock: (locked: boolean) => void;
}

/** A field with its lock: scans skip locked fields. */
export const FieldRow = ({
  field,
  value,
  locked,
  fromFiles,
  error,
  onChange,
  onLock,
}: FieldRowProps) => {
  const { t } = useTranslation('editing');
  const id = useId();
  const label = t(`field.${field.name}`);
  const text = fromFiles === undefined ? '' : inWords(fromFiles);
  const hint = !locked
    ? t('lock.open')
    : fromFiles === undefined
      ? t('lock.closed')
      : t('lock.closedWith', { value: text === '' ? t('lock.nothing') : text });
  return (
    <div className={classes.field} data-short={field.short}>
      <div className={classes.labelLine}>
        {field.isOurs !== true && (
          <Tooltip label={hint} multiline maw={320}>
            <ActionIcon
              className={classes.lock}
              data-locked={locked || undefined}
              size={26}
              aria-label={t('lock.label', { field: label })}
              aria-description={hint}
              aria-pressed={locked}
              onClick={() => onLock(!locked)}
            >
              {locked ? <IconLock size={15} /> : <IconLockOpen size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldInput field={field} id={id} value={value} error={error} onChange={onChange} />
    </div>
  );
};

const longest = 160;

const inWords = (value: InputValue): string => {
  const text = Array.isArray(value)
    ? value
        .map((entry) => (typeof entry === 'string' ? entry : Object.values(entry).join(' – ')))
        .join(', ')
    : value;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
