import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import type { NumberField } from './drafts.ts';
import classes from './organise.module.css';

interface Sequence {
  field: NumberField;
  start: number;
  step: number;
}

interface NumberDialogProps {
  opened: boolean;
  count: number;
  onClose: () => void;
  onDone: (sequence: Sequence) => void;
}

const fields: readonly NumberField[] = ['number', 'volume', 'chapter'];

/** Numbers books consecutively. */
export const NumberDialog = ({ opened, count, onClose, onDone }: NumberDialogProps) => {
  const { t } = useTranslation('organise');
  const [sequence, setSequence] = useState<Sequence>({ field: 'number', start: 1, step: 1 });
  return (
    <Dialog title={t('number.title')} opened={opened} onClose={onClose}>
      <DialogForm
        action={t('number.add')}
        disabled={sequence.step < 0.1}
        onSubmit={() => onDone(sequence)}
        onCancel={onClose}
      >
        <p>{t('number.text', { count })}</p>
        <Select
          label={t('number.field')}
          data={fields.map((value) => ({ value, label: t(`numbers.${value}`) }))}
          value={sequence.field}
          allowDeselect={false}
          onChange={(value) => value !== null && setSequence({ ...sequence, field: value })}
        />
        <div className={classes.pair}>
          <NumberInput
            label={t('number.start')}
            min={0}
            max={100_000}
            value={sequence.start}
            onChange={(value) => setSequence({ ...sequence, start: Number(value) })}
          />
          <NumberInput
            label={t('number.step')}
            min={0.1}
            max={1000}
            value={sequence.step}
            onChange={(value) => setSequence({ ...sequence, step: Number(value) })}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
};
