import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { columns, type Row, type RowsKind } from './fields.ts';
import classes from './editing.module.css';

interface RowsInputProps {
  kind: RowsKind;
  label: string;
  value: Row[];
  onChange: (rows: Row[]) => void;
}

/** Editor for a list of people, titles, links or story arcs: one row each. */
export const RowsInput = ({ kind, label, value, onChange }: RowsInputProps) => {
  const { t } = useTranslation('editing');
  const names: readonly string[] = columns[kind];
  const change = (index: number, name: string, text: string) =>
    onChange(value.map((row, position) => (position === index ? { ...row, [name]: text } : row)));
  return (
    <div className={classes.rows} role="group" aria-label={label}>
      {value.map((row, index) => (
        <div key={index} className={classes.row}>
          {names.map((name) => (
            <TextInput
              key={name}
              className={classes.cell}
              aria-label={t('rowLabel', {
                column: t(`column.${name}` as 'column.name'),
                row: index + 1,
              })}
              placeholder={t(`column.${name}` as 'column.name')}
              value={row[name] ?? ''}
              onChange={(event) => change(index, name, event.currentTarget.value)}
            />
          ))}
          <ActionIcon
            size={34}
            aria-label={t('removeRow', { row: index + 1 })}
            onClick={() => onChange(value.filter((_, position) => position !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        className={classes.addRow}
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange([...value, Object.fromEntries(names.map((name) => [name, '']))])}
      >
        {t(`addRow.${kind}`)}
      </Button>
    </div>
  );
};
