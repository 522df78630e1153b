import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { FolderButton } from '../setup/folder-button.tsx';
import classes from './data-directory.module.css';
import { useMoveData } from './queries.ts';

/** Chooses the target folder and explains the move. */
export const MoveDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings');
  const [path, setPath] = useState('');
  const move = useMoveData();
  const pick = (folder: string) => {
    const separator = folder.includes('\\') ? '\\' : '/';
    setPath(`${folder.replace(/[\\/]$/, '')}${separator}Octavo`);
  };
  return (
    <Dialog title={t('data.moveTitle')} opened onClose={onClose}>
      <p>{t('data.moveText')}</p>
      <ul className={classes.points}>
        <li>{t('data.pointDisk')}</li>
        <li>{t('data.pointOn')}</li>
        <li>{t('data.pointOld')}</li>
      </ul>
      <DialogForm
        action={t('data.begin')}
        change={move}
        disabled={path.trim() === ''}
        onSubmit={() => move.mutate(path, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <div className={classes.folder}>
          <TextInput
            label={t('data.newFolder')}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
            data-autofocus
          />
          <FolderButton onPick={pick} />
        </div>
      </DialogForm>
    </Dialog>
  );
};
