import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { longestProfileName } from '../../readers/settings/choices.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';

interface RenameDialogProps {
  /** The current name. */
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

export const RenameDialog = ({ name, onRename, onClose }: RenameDialogProps) => {
  const { t } = useTranslation(['profiles', 'reading']);
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Dialog title={t('rename')} opened onClose={onClose}>
      <DialogForm
        action={t('reading:profile.keep')}
        disabled={wanted === ''}
        onSubmit={() => wanted !== '' && onRename(wanted)}
        onCancel={onClose}
      >
        <TextInput
          label={t('reading:profile.name')}
          value={typed}
          maxLength={longestProfileName}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
};
