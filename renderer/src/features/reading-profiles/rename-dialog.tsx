import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { longestProfileName } from '../../readers/settings/choices.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';

interface RenameDialogProps {
  /** The current name. */
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

export const RenameDialog = ({ name, onRename, onClose }: RenameDialogProps) => {
  const { t } = useTranslation(['profiles', 'common', 'reading']);
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Dialog title={t('rename')} opened onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') onRename(wanted);
        }}
      >
        <TextInput
          label={t('reading:profile.name')}
          value={typed}
          maxLength={longestProfileName}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" disabled={wanted === ''}>
            {t('reading:profile.keep')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
