import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import {
  firstSequence,
  isValidSequence,
  SequenceFields,
  type Sequence,
} from './sequence-fields.tsx';

interface NumberDialogProps {
  opened: boolean;
  count: number;
  onClose: () => void;
  onDone: (sequence: Sequence) => void;
}

/** Numbers books consecutively. */
export const NumberDialog = ({ opened, count, onClose, onDone }: NumberDialogProps) => {
  const { t } = useTranslation('organise');
  const [sequence, setSequence] = useState(firstSequence);
  return (
    <Dialog title={t('number.title')} opened={opened} onClose={onClose}>
      <DialogForm
        action={t('number.add')}
        disabled={!isValidSequence(sequence)}
        onSubmit={() => onDone(sequence)}
        onCancel={onClose}
      >
        <p>{t('number.text', { count })}</p>
        <SequenceFields value={sequence} onChange={setSequence} />
      </DialogForm>
    </Dialog>
  );
};
